import { join } from 'node:path';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import type { TemporaryFolder } from '../../engines/browser/local/temporary-folder.ts';

/** Buckets on disk that are removed at the end. */
export interface TemporaryBuckets {
  /** For the option `buckets` of a mock. */
  readonly host: BucketHost;
  /** Removes them. */
  remove(): Promise<void>;
}

/**
 * Keeps buckets in a temporary folder, which the first bucket creates.
 *
 * @param parent where to create it; by default the system's folder for temporary files
 */
export function temporaryBuckets(parent?: string): TemporaryBuckets {
  let made: Promise<{ folder: TemporaryFolder; host: BucketHost }> | undefined;
  const make = async () => {
    const [{ makeTemporaryFolder }, { folderBuckets }] = await Promise.all([
      import('../../engines/browser/local/temporary-folder.ts'),
      import('./folder-buckets.ts'),
    ]);
    const folder = await makeTemporaryFolder('touchstone-objects-', parent);
    return { folder, host: folderBuckets(join(folder.path, 'objects')) };
  };
  return {
    host: {
      async storageFor(...bucket) {
        made ??= make();
        // If creating it failed, there is nothing to remove, and the next call tries again.
        made.catch(() => {
          made = undefined;
        });
        return (await made).host.storageFor(...bucket);
      },
      remove: async (accountId) => (await made)?.host.remove?.(accountId),
      clear: async () => (await made)?.host.clear(),
    },
    remove: async () => (await made)?.folder.remove(),
  };
}
