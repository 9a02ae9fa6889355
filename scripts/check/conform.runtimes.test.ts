import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { withOwnServer } from '../conform/own-server.ts';
import { startForwardProxy } from './forward-proxy.ts';
import { openMockRun } from './mock-run.ts';
import { commands, thisRuntime } from './runtimes.ts';

// The suites run on any runtime, over every kind of connection to a target.

const root = resolve(import.meta.dirname, '../..');
const patience = 120_000;

/** Some of each plane and of each kind of test; tests of the API alone need no edge. */
const inApi = ['token-validation/bounds', 'inference/chat-streams', 'v4/envelope', 'zones'];
const suites = [...inApi, 'token-validation/edge-sources', 'artifacts/git/advertisement'];

/** A host that only the proxy knows. */
const hidden = 'touchstone.test';

/** Runs `conform` on this runtime. @throws Error with its output when a test fails */
async function conform(target: string, only: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const [program = '', ...args] = commands[thisRuntime];
  const flags = ['--target', target, '--strict', '--allow-partial', '--only', ...only];
  const child = spawn(program, [...args, 'scripts/touchstone.ts', 'conform', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`conform ended with ${code}:\n${output}`);
  expect(output.trim().split('\n').at(-1)).toMatch(/^conform: [1-9]\d+ passed, 0 failed/);
}

test(`a run ends with its last message where a server never answers, on ${thisRuntime}`, {
  timeout: patience,
}, async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  const [program = '', ...args] = commands[thisRuntime];
  const api = `http://127.0.0.1:${port}/client/v4`;
  const flags = ['conform', api, '--token', 'a', '--zone-id', 'a', '--limit', 'request=3000'];
  const child = spawn(program, [...args, 'scripts/touchstone.ts', ...flags], { cwd: root, stdio: 'pipe' });
  let toldAt = 0;
  child.stderr.on('data', () => {
    toldAt = performance.now();
  });
  expect(await once(child, 'close')).toEqual([2, null]);
  expect(performance.now() - toldAt).toBeLessThan(5_000);
  server.closeAllConnections();
  server.close();
});

test(`the suites pass in process on ${thisRuntime}`, { timeout: patience }, async () => {
  const run = await openMockRun({ services: suites, browser: true, workers: 1 });
  const { counts, tests } = run.join([await run.part(1)]);
  expect(tests.filter(({ status }) => status === 'failed' || status === 'error')).toEqual([]);
  expect(counts.passed).toBeGreaterThan(50);
});

test(`the suites pass over HTTP and through a proxy on ${thisRuntime}`, { timeout: patience }, () =>
  withOwnServer(['--public-host', hidden], async ({ target }) => {
    await conform(target, suites);
    const described = JSON.parse(await readFile(target, 'utf8'));
    const proxy = await startForwardProxy(hidden, Number(new URL(described.api).port));
    try {
      const behind = `${target}.proxied.json`;
      // Zone traffic and pages must not go through the proxy.
      await writeFile(
        behind,
        JSON.stringify({ ...described, api: `http://${hidden}/client/v4`, edge: null }),
      );
      const proxied = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', NODE_USE_ENV_PROXY: '1' };
      await conform(behind, inApi, proxied);
      expect(proxy.passed()).toBeGreaterThan(0);
    } finally {
      proxy.close();
    }
  }),
);

test(
  `the suites pass over HTTPS, with a generated certificate, on ${thisRuntime}`,
  { timeout: patience },
  () => withOwnServer(['--tls'], ({ target }) => conform(target, suites)),
);
