import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { infoSchema } from '../../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../../first-line.ts';
import { bun, commands, thisRuntime } from '../runtimes.ts';
import { aiGatewayScenario, installAiGateway } from './ai-gateway.ts';
import { aiSdkScenario } from './ai-sdk.ts';
import { anthropicScenario } from './anthropic.ts';
import { cloudflareScenario } from './cloudflare.ts';
import { cloudflareRenderingScenario } from './cloudflare-rendering.ts';
import { curlScenario } from './curl.ts';
import { gitScenario } from './git.ts';
import { isomorphicGitScenario } from './isomorphic-git.ts';
import { openaiScenario } from './openai.ts';
import type { Platform } from './scenario.ts';
import { installWrangler, wranglerScenario } from './wrangler.ts';

// Clients of the platform, against `touchstone serve`.

const root = resolve(import.meta.dirname, '../../..');
const libraries = [
  openaiScenario,
  anthropicScenario,
  cloudflareScenario,
  cloudflareRenderingScenario,
  aiSdkScenario,
  aiGatewayScenario,
  isomorphicGitScenario,
];
/** These are the same programs on every runtime. */
const programs = thisRuntime === 'bun' ? [curlScenario, gitScenario, wranglerScenario] : [];

let server: ChildProcess;
let platform: Platform;

beforeAll(async () => {
  if (programs.length > 0) installWrangler(bun);
  installAiGateway(bun);
  const [program = '', ...args] = commands[thisRuntime];
  const started = spawn(program, [...args, 'scripts/touchstone.ts', 'serve', '--port', '0', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = started;
  const { api, account_id, api_token } = infoSchema.parse(JSON.parse(await firstLine(started.stdout)));
  platform = { api: api ?? '', accountId: account_id, token: api_token };
}, 120_000);

afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
});

for (const { client, steps } of [...libraries, ...programs]) {
  describe(client, () => {
    for (const [step, run] of Object.entries(steps)) test(step, { timeout: 120_000 }, () => run(platform));
  });
}
