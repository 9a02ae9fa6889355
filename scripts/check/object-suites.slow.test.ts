import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import { openObjectStorage } from '../../mock/apps/object-storage/open-worker.ts';
import { objectStorage } from '../../mock/apps/object-storage/worker.ts';
import { createBucket } from '../../mock/bindings/bucket/bucket.ts';
import { createStreamLengths } from '../../mock/bindings/bucket/put-options.ts';
import { workerFetch } from '../../mock/bindings/bucket/worker-fetch.ts';
import { createObjectStore, memoryStorage, type ObjectStorage } from '../../mock/engines/objects/index.ts';
import { folderStorage } from '../../mock/serve/objects/folder-storage.ts';
import { startPlane } from '../../mock/serve/plane.ts';
import type { Bucket } from '../../spec/services/object-storage/binding.ts';
import { bucketBindingSuite } from '../../suites/bindings/buckets.suite.ts';
import type { RunResult } from '../../suites/harness/results.ts';
import { runSuites } from '../../suites/harness/runner.ts';
import { createTarget } from '../../suites/harness/target.ts';
import { failedIn } from '../../suites/harness/testing/run-tiny.ts';
import { objectStorageSuites } from '../../suites/object-storage/suites.ts';
import { firstLine } from '../first-line.ts';
import { installWrangler } from './clients/wrangler.ts';
import { node } from './runtimes.ts';

const root = join(import.meta.dirname, '..', '..');
const secret = 'the secret of the tests';
const allowedKey = 'cat-pic.jpg';

/** URLs and secret of an object-storage example. */
interface JudgedObjects {
  readonly objects: string;
  readonly openObjects: string | null;
  /** The Worker of `fixtures/worker`; without it, bindings are not judged. */
  readonly worker?: string | null;
}

/** Runs the object-storage suites against an example alone, without an API. */
async function judgeObjects(judged: JudgedObjects): Promise<RunResult> {
  // The runner requests its zone, which an example does not have.
  const api = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"success":true}');
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const address = api.address();
  if (address === null || typeof address === 'string') throw new Error('there is no zone');
  const target = createTarget({
    api: `http://127.0.0.1:${address.port}`,
    zone_id: '0'.repeat(32),
    zone_name: 'example.localhost',
    api_token: 'none',
    objects: judged.objects,
    objects_open: judged.openObjects,
    auth_key_secret: secret,
    allowed_key: allowedKey,
    worker: judged.worker ?? null,
  });
  const suites = judged.worker ? [...objectStorageSuites, bucketBindingSuite] : objectStorageSuites;
  try {
    return await runSuites(target, suites, { journal: null });
  } finally {
    api.close();
  }
}

/** Workers with their buckets. */
const workers = [
  ['mock/apps/object-storage/worker.ts', 'MY_BUCKET'],
  ['mock/apps/object-storage/open-worker.ts', 'MY_BUCKET'],
  ['fixtures/worker/worker.ts', 'BUCKET'],
] as const;

/** Serves the Workers on the platform's own runtime: a failure there is an error in the suites. */
async function servedByMiniflare<T>(use: (urls: readonly string[]) => Promise<T>): Promise<T> {
  installWrangler(process.execPath);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-miniflare-'));
  const bundles = workers.flatMap(([source, bucket], at) => {
    const bundle = join(folder, `${at}`, 'worker.mjs');
    const args = ['build', source, '--format', 'esm', '--outfile', bundle];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${source} can't be bundled: ${stderr}`);
    return [bundle, bucket];
  });
  const given = [join(root, 'scripts/check/wrangler/package.json'), join(folder, 'objects'), secret];
  const script = join(import.meta.dirname, 'clients/serve-miniflare.mjs');
  const server = spawn(node, [script, ...given, ...bundles], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    return await use(JSON.parse(await firstLine(server.stdout)));
  } finally {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

/** Serves both forms of the example on one store while a function runs. */
async function served<T>(
  storage: ObjectStorage,
  use: (urls: { url: string; openUrl: string }) => Promise<T>,
  fault: Partial<Bucket> = {},
) {
  const lengths = createStreamLengths();
  const bucket = { ...createBucket(createObjectStore({ storage }), { lengths }), ...fault };
  const parts = { env: { MY_BUCKET: bucket, AUTH_KEY_SECRET: secret }, lengths };
  const planes = await Promise.all(
    [objectStorage, openObjectStorage].map((worker) =>
      startPlane({ name: 'example', host: '127.0.0.1', port: 0, fetch: workerFetch(worker, parts) }),
    ),
  );
  const [url, openUrl] = planes.map((plane) => plane.url);
  try {
    return await use({ url: url ?? '', openUrl: openUrl ?? '' });
  } finally {
    await Promise.all(planes.map((plane) => plane.close(1_000)));
  }
}

/** The failures of the example, and the number of tests. */
async function judged(storage: ObjectStorage, isOpen: boolean, fault?: Partial<Bucket>) {
  const result = await served(
    storage,
    ({ url, openUrl }) => judgeObjects({ objects: url, openObjects: isOpen ? openUrl : null }),
    fault,
  );
  return toOutcome(result, isOpen);
}

/** The failures, and the number of passed tests. Tests may be skipped if something is not served. */
function toOutcome({ tests }: RunResult, isWhole: boolean) {
  const wrong = tests
    .filter(({ status }) => status !== 'passed' && (isWhole || status !== 'skipped'))
    .map(({ id, status, reason, findings }) => ({
      id,
      status,
      why: reason ?? findings.filter((one) => one.status === 'failed').map(({ message }) => message),
    }));
  const failed = tests.flatMap(failedIn);
  return { wrong, failed, passed: tests.filter(({ status }) => status === 'passed').length };
}

describe('the object-storage suites find nothing wrong', { timeout: 120_000 }, () => {
  it('with the example on objects in memory', async () => {
    const { wrong, passed } = await judged(memoryStorage(), true);
    expect(wrong).toEqual([]);
    expect(passed).toBeGreaterThan(170);
  });

  it('with the example on objects in a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'touchstone-objects-'));
    try {
      expect((await judged(folderStorage(folder), true)).wrong).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('with the authorizing example alone', async () => {
    const { wrong, passed } = await judged(memoryStorage(), false);
    expect(wrong).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  it('but DELETE, with the authorizing example alone that keeps what is deleted', async () => {
    const { failed, passed } = await judged(memoryStorage(), false, { delete: async () => {} });
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.filter((id) => !/^OBJ-DEL-|^OBJ-AUTH-4$/.test(id))).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });

  it('on the runtime of the platform', () =>
    servedByMiniflare(async ([objects = '', openObjects = '', worker = '']) => {
      expect(toOutcome(await judgeObjects({ objects, openObjects, worker }), true).wrong).toEqual([]);
      expect(toOutcome(await judgeObjects({ objects, openObjects: null }), false).wrong).toEqual([]);
    }));
});
