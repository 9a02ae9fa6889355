import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, test } from 'vitest';
import { getBlocks } from './docs/code-blocks.ts';
import { runCommand } from './examples/run-command.ts';
import { packOnce } from './package/pack.ts';
import { node, withNode } from './runtimes.ts';

// The guide to Next as a reader follows it: a project with its files, built and started with the mock inside.

const token = 'touchstone-full-access-token-0000000001';
const packages =
  'msw@3.0.5 cloudflare@7.3.0 next@16.4.3 react@19.3.1 react-dom@19.3.1 typescript@5.9.3 @types/node@24.19.2 @types/react@19.3.0';
const blocks = getBlocks(join(import.meta.dirname, '..', '..'), 'docs/next-and-nuxt.md');
const folder = mkdtempSync(join(tmpdir(), 'touchstone-next-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000);

const env = { ...process.env, ...withNode, CI: 'true', NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1' };

test('a page of Next shows what the mock inside it answers', { timeout: 600_000 }, async () => {
  write('package.json', '{ "private": true }');
  write('app/page.tsx', find('// app/page.tsx'));
  write('instrumentation.ts', find('export async function register'));
  // As in new projects of Next.
  write(
    'next.config.mjs',
    find('serverExternalPackages').replace('{ ', '{ cacheComponents: true, partialPrefetching: true, '),
  );
  write(
    'app/layout.tsx',
    'export default ({ children }: { children: React.ReactNode }) => <html lang="en"><body>{children}</body></html>;',
  );
  const { touchstone } = await packOnce();
  for (const command of [`npm install --save-dev ${touchstone} ${packages}`, 'npx next build']) {
    const { ok, output } = await runCommand(command, folder, env);
    expect(ok, `${command}\n${output}`).toBe(true);
  }
  expect(await readFirstPage()).toContain('<h1>example.localhost</h1>');
});

/** Starts the built app, and stops it once it has sent its page. */
async function readFirstPage(): Promise<string> {
  const next = join(folder, 'node_modules/next/dist/bin/next');
  const app = spawn(node, [next, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: { ...env, CLOUDFLARE_MOCK: '1', CLOUDFLARE_API_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(app, 'close');
  try {
    let output = '';
    for await (const chunk of app.stdout) {
      output += chunk;
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
      if (address && output.includes('Ready')) return await (await fetch(address)).text();
    }
    throw new Error(`next start ended: ${output}`);
  } finally {
    app.kill();
    await closed;
  }
}

function write(name: string, text: string): void {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function find(words: string): string {
  const found = blocks.find(({ text }) => text.includes(words));
  if (!found) throw new Error(`docs/next-and-nuxt.md no longer has a block with ${words}`);
  return found.text;
}
