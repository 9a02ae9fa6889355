import type { App } from '../api/app.ts';
import type { Mock } from '../assembly/create-mock.ts';
import { Lazy } from '../world/lazy.ts';

/** The bucket of the object-storage example. */
const exampleBucket = 'object-storage-example';

/** Serves the example applications as planes; each is loaded by its first request. */
export interface Applications {
  readonly objects: App['fetch'];
  /** The same objects without authorization. */
  readonly openObjects: App['fetch'];
  readonly interpreter: App['fetch'];
}

/** Runs the example applications on bindings of a mock, configured like Workers. */
export function createApplications(mock: Mock): Applications {
  const buckets = { r2_buckets: [{ binding: 'MY_BUCKET', bucket_name: exampleBucket }] } as const;
  const objects = { ...buckets, vars: { AUTH_KEY_SECRET: mock.defaults.authKeySecret } } as const;
  const interpreter = {
    ai: { binding: 'AI' },
    durable_objects: { bindings: [{ name: 'Sandbox', class_name: 'Sandbox' }] },
  } as const;
  return {
    objects: loadedOnce(async () => {
      const { objectStorage } = await import('../apps/object-storage/worker.ts');
      return mock.worker(objectStorage, objects, { plane: 'objects', explain: explainForbidden(mock) });
    }),
    openObjects: loadedOnce(async () => {
      const { openObjectStorage } = await import('../apps/object-storage/open-worker.ts');
      return mock.worker(openObjectStorage, buckets, { plane: 'objects' });
    }),
    interpreter: loadedOnce(async () => {
      const { codeInterpreter } = await import('../apps/code-interpreter/worker.ts');
      return mock.worker(codeInterpreter, interpreter, { plane: 'interpreter' });
    }),
  };
}

const explainForbidden = (mock: Mock) => (status: number) =>
  status === 403
    ? [
        `PUT and DELETE take the auth key secret in the header X-Custom-Auth-Key; GET is for ${mock.defaults.allowedKey}. --objects-auth off turns this off.`,
      ]
    : [];

function loadedOnce(load: () => Promise<App['fetch']>): App['fetch'] {
  const loaded = new Lazy(load);
  return async (request, peer) => (await loaded.get())(request, peer);
}
