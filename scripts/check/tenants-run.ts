import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../first-line.ts';
import { runTenantTests } from './tenants/run-tests.ts';
import type { TenantsDoor } from './tenants/scenario.ts';

/**
 * Starts `touchstone serve`, and runs tests with tenants of their own against it, many at the same time and again and
 * again; exits 1 when one of them notices another.
 *
 *     bun scripts/check/tenants-run.ts [rounds] [tests]
 */
const [rounds = 20, tests = 200] = process.argv.slice(2).map(Number);
const root = resolve(import.meta.dirname, '../..');
const args = [join(root, 'scripts/touchstone.ts'), 'serve', '--port', '0', '--json'];
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const started = performance.now();
let failed = 0;
try {
  const info = infoSchema.parse(JSON.parse(await firstLine(server.stdout)));
  const door: TenantsDoor = {
    baseUrl: info.api ?? '',
    fetch: (request) => fetch(request),
    edge: (host, path, headers) =>
      fetch(new URL(path, info.edge ?? ''), { headers: { ...headers, 'touchstone-host': host } }),
  };
  for (let round = 1; round <= rounds; round++) {
    const { failures } = await runTenantTests(door, tests);
    for (const line of failures.slice(0, 5)) console.error(`round ${round}, ${line}`);
    failed += failures.length;
  }
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(`${rounds} times ${tests} tests at the same time: ${failed} noticed another (${seconds} s)`);
process.exit(failed > 0 ? 1 : 0);
