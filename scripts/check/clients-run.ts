import process from 'node:process';
import { aiSdkScenario } from './clients/ai-sdk.ts';
import { anthropicScenario } from './clients/anthropic.ts';
import { cloudflareScenario } from './clients/cloudflare.ts';
import { cloudflareRenderingScenario } from './clients/cloudflare-rendering.ts';
import { curlScenario } from './clients/curl.ts';
import { gitScenario } from './clients/git.ts';
import { isomorphicGitScenario } from './clients/isomorphic-git.ts';
import { openaiScenario } from './clients/openai.ts';
import { wranglerScenario } from './clients/wrangler.ts';

/**
 * Clients that are made for the platform, one after the other, against a server that runs; exits 1 when one of
 * them is not satisfied.
 *
 *     node scripts/check/clients-run.ts API ACCOUNT_ID TOKEN [CLIENT]
 */
const [api = '', accountId = '', token = '', only] = process.argv.slice(2);
const scenarios = [
  openaiScenario,
  anthropicScenario,
  cloudflareScenario,
  cloudflareRenderingScenario,
  aiSdkScenario,
  curlScenario,
  gitScenario,
  isomorphicGitScenario,
  wranglerScenario,
];

let passed = 0;
let failed = 0;
for (const { client, steps } of scenarios) {
  if (only !== undefined && only !== client) continue;
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run({ api, accountId, token });
      passed++;
      console.log(`ok - ${client}: ${step}`);
    } catch (error) {
      failed++;
      console.log(`not ok - ${client}: ${step}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
