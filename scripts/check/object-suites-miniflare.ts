import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { firstLine } from '../first-line.ts';
import { installWrangler } from './clients/install-wrangler.ts';
import { judgeObjects } from './object-suites.ts';

/**
 * Holds the object-storage example, and the bucket of a Worker, to their suites where the platform's own runtime runs
 * them: what fails there is wrong in the suites. Exits 1 when something does.
 *
 *     bun scripts/check/object-suites-miniflare.ts
 */
const root = resolve(import.meta.dirname, '../..');
const bun = 'bun' in process.versions ? process.execPath : 'bun';
const workers = [
  ['mock/apps/object-storage/worker.ts', 'MY_BUCKET'],
  ['mock/apps/object-storage/open-worker.ts', 'MY_BUCKET'],
  ['fixtures/worker/worker.ts', 'BUCKET'],
] as const;
const secret = 'the secret of the tests';

installWrangler(bun);
const folder = await mkdtemp(join(tmpdir(), 'touchstone-miniflare-'));
const bundles = workers.flatMap(([source, bucket], at) => {
  const bundle = join(folder, `${at}`, 'worker.mjs');
  const { status, stderr } = spawnSync(bun, ['build', source, '--format', 'esm', '--outfile', bundle], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${source} can't be bundled: ${stderr}`);
  return [bundle, bucket];
});
const given = [join(root, 'scripts/check/wrangler/package.json'), join(folder, 'objects'), secret];
const server = spawn(
  join(root, 'node_modules/.bin/node'),
  [join(import.meta.dirname, 'clients/serve-miniflare.mjs'), ...given, ...bundles],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
let failed = 0;
try {
  const [objects, openObjects, worker]: string[] = JSON.parse(await firstLine(server.stdout));
  if (!objects || !openObjects || !worker) throw new Error('Miniflare serves too few Workers');
  const target = { objects, secret, allowedKey: 'cat-pic.jpg' };
  const runs = [
    { ...target, openObjects, worker },
    { ...target, openObjects: null, worker: null },
  ];
  for (const judged of runs) {
    const { tests, counts } = await judgeObjects(judged);
    for (const { id, status, reason, findings } of tests) {
      if (status === 'passed' || (status === 'skipped' && judged.openObjects === null)) continue;
      failed++;
      const why = findings.flatMap(({ status, message }) => (status === 'failed' ? [message] : []));
      console.log(`not ok - ${id}: ${reason ?? why.join('; ')}`);
    }
    console.log(`under Miniflare: ${counts.passed} passed, ${counts.skipped} skipped`);
  }
} finally {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
