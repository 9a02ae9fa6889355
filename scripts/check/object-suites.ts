import { once } from 'node:events';
import { createServer } from 'node:http';
import { bucketBindingSuite } from '../../suites/bindings/buckets.suite.ts';
import type { RunResult } from '../../suites/harness/results.ts';
import { type RunOptions, runSuites } from '../../suites/harness/runner.ts';
import { createTarget } from '../../suites/harness/target.ts';
import { objectStorageSuites } from '../../suites/object-storage/suites.ts';

/** Where an object-storage example is, and what opens it. */
export interface JudgedObjects {
  readonly objects: string;
  readonly openObjects: string | null;
  /** The Worker of `fixtures/worker`; left out, bindings are not judged. */
  readonly worker?: string | null;
  readonly secret: string;
  readonly allowedKey: string;
}

/** Runs the suites of object storage against an example that stands alone, without an API beside it. */
export async function judgeObjects(judged: JudgedObjects, options: RunOptions = {}): Promise<RunResult> {
  // The runner asks for its zone, which an example does not have.
  const api = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end('{"success":true}');
  });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  const address = api.address();
  if (address === null || typeof address === 'string') throw new Error('the zone is nowhere');
  const target = createTarget({
    api: `http://127.0.0.1:${address.port}`,
    zone_id: '0'.repeat(32),
    zone_name: 'example.localhost',
    api_token: 'none',
    objects: judged.objects,
    objects_open: judged.openObjects,
    auth_key_secret: judged.secret,
    allowed_key: judged.allowedKey,
    worker: judged.worker,
  });
  const suites = judged.worker ? [...objectStorageSuites, bucketBindingSuite] : objectStorageSuites;
  try {
    return await runSuites(target, suites, { journal: null, ...options });
  } finally {
    api.close();
  }
}
