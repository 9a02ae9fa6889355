import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openObjectStorage } from '../../mock/apps/object-storage/open-worker.ts';
import { objectStorage } from '../../mock/apps/object-storage/worker.ts';
import { createBucket } from '../../mock/bindings/bucket/bucket.ts';
import { createStreamLengths } from '../../mock/bindings/bucket/put-options.ts';
import { workerFetch } from '../../mock/bindings/bucket/worker-fetch.ts';
import { createObjectStore, memoryStorage, type ObjectStorage } from '../../mock/engines/objects/index.ts';
import { folderStorage } from '../../mock/serve/objects/folder-storage.ts';
import { startPlane } from '../../mock/serve/plane.ts';
import { judgeObjects } from './object-suites.ts';

const secret = 'the secret of the tests';

/** Serves both forms of the example on one store, as long as it takes. */
async function served<T>(
  storage: ObjectStorage,
  use: (urls: { url: string; openUrl: string }) => Promise<T>,
) {
  const lengths = createStreamLengths();
  const bucket = createBucket(createObjectStore({ storage }), { lengths });
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

/** What does not hold of the example, and how many tests there are. */
async function judged(storage: ObjectStorage, isOpen: boolean) {
  const { tests } = await served(storage, ({ url, openUrl }) =>
    judgeObjects({
      objects: url,
      openObjects: isOpen ? openUrl : null,
      secret,
      allowedKey: 'cat-pic.jpg',
    }),
  );
  const wrong = tests
    .filter(({ status }) => status !== 'passed' && (isOpen || status !== 'skipped'))
    .map(({ id, status, reason, findings }) => ({
      id,
      status,
      why: reason ?? findings.filter((one) => one.status === 'failed').map(({ message }) => message),
    }));
  return { wrong, passed: tests.filter(({ status }) => status === 'passed').length };
}

describe('the suites of object storage find nothing wrong', { timeout: 120_000 }, () => {
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

  it('with the example that authorizes, where no other is served', async () => {
    const { wrong, passed } = await judged(memoryStorage(), false);
    expect(wrong).toEqual([]);
    expect(passed).toBeGreaterThan(100);
  });
});
