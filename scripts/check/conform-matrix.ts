import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { startForwardProxy } from './forward-proxy.ts';
import { withJudgedServer } from './judged-server.ts';

/**
 * Runs a small selection of the suites from every supported runtime, in every way in which a target is reached, and
 * exits 1 when any test fails anywhere.
 *
 *     bun scripts/check/conform-matrix.ts
 */
const root = resolve(import.meta.dirname, '../..');

/** The program itself: what the package calls `deno` is a script that passes no signal on. */
const deno: string = createRequire(import.meta.url)('deno/install_api.cjs').runInstall();

const runtimes = [
  { name: 'bun', command: [process.execPath] },
  { name: 'deno', command: [deno, 'run', '--no-prompt', '--allow-all'] },
  { name: 'node', command: [join(root, 'node_modules/.bin/node')] },
] as const;

/** Some of each plane and of each kind of test; what stands in the API alone needs no edge. */
const inApi = ['token-validation/configurations', 'inference/chat-streams', 'v4/envelope', 'zones'];
const suites = [...inApi, 'token-validation/edge-sources', 'touchstone/clock', 'artifacts/git/advertisement'];

/** A host that only the proxy knows. */
const hidden = 'touchstone.test';

const failures: string[] = [];

async function run(
  title: string,
  command: readonly string[],
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [program = '', ...rest] = command;
  const child = spawn(program, [...rest, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  const output = Buffer.concat(chunks).toString();
  if (code !== 0) {
    failures.push(title);
    console.log(output);
  }
  console.log(`${code === 0 ? 'ok' : 'FAILED'}: conform ${title}: ${output.trim().split('\n').at(-1)}`);
}

const conform = (target: string, only: readonly string[]) => [
  'scripts/touchstone.ts',
  ...['conform', '--target', target, '--strict', '--allow-partial', '--only', ...only],
];

for (const { name, command } of runtimes) {
  await run(`in process on ${name}`, command, ['scripts/check/conform-run.ts', ...suites, '--workers', '2']);
}

await withJudgedServer([], async ({ target }) => {
  const described = JSON.parse(await readFile(target, 'utf8'));
  const proxy = await startForwardProxy(hidden, Number(new URL(described.api).port));
  const api = `http://${hidden}/client/v4`;
  const behind = `${target}.proxied.json`;
  // Zone traffic and pages take no way but the direct one.
  await writeFile(behind, JSON.stringify({ ...described, api, edge: null }));
  for (const { name, command } of runtimes) {
    await run(`over HTTP on ${name}`, command, conform(target, suites));
    const before = proxy.passed();
    await run(`through a proxy on ${name}`, command, conform(behind, inApi), {
      HTTP_PROXY: proxy.url,
      http_proxy: proxy.url,
      NO_PROXY: '',
      NODE_USE_ENV_PROXY: '1',
    });
    if (proxy.passed() === before) failures.push(`the proxy saw nothing of ${name}`);
  }
  proxy.close();
});

await withJudgedServer(['--tls'], async ({ target }) => {
  for (const { name, command } of runtimes) {
    await run(`over HTTPS, with a certificate of its own, on ${name}`, command, conform(target, suites));
  }
});

if (failures.length > 0) {
  console.error(`conform-matrix: ${failures.join(', ')}`);
  process.exit(1);
}
