import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { infoSchema } from '../../spec/services/touchstone/schemas.ts';
import { firstLine } from '../first-line.ts';
import { installWrangler } from './clients/install-wrangler.ts';

/**
 * Starts `touchstone serve` and tries the clients that are made for the platform on it, on Bun and on Node, and the
 * suites of objects on the platform's own runtime; exits 1 when one of them is not satisfied.
 *
 *     bun scripts/check/clients-matrix.ts
 */
const root = resolve(import.meta.dirname, '../..');
const bun = 'bun' in process.versions ? process.execPath : 'bun';
const runtimes = { bun, node: join(root, 'node_modules/.bin/node') } as const;

installWrangler(bun);
const server = spawn(bun, ['scripts/touchstone.ts', 'serve', '--port', '0', '--json'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
let failed = 0;
try {
  const info = infoSchema.parse(JSON.parse(await firstLine(server.stdout)));
  for (const [name, command] of Object.entries(runtimes)) {
    console.log(`${name}:`);
    const given = [info.api ?? '', info.account_id, info.api_token];
    const child = spawn(command, ['scripts/check/clients-run.ts', ...given], { cwd: root, stdio: 'inherit' });
    if ((await exitOf(child)) !== 0) failed++;
  }
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}
console.log('the runtime of the platform:');
const runtime = spawn(bun, ['scripts/check/object-suites-miniflare.ts'], { cwd: root, stdio: 'inherit' });
if ((await exitOf(runtime)) !== 0) failed++;
process.exit(failed > 0 ? 1 : 0);

async function exitOf(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
