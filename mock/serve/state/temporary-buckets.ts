import { join } from 'node:path';
import type { BucketHost } from '../../bindings/buckets/buckets.ts';
import type { TemporaryFolder } from '../../engines/browser/local/temporary-folder.ts';

/** Buckets that are gone at the end, without being kept in memory. */
export interface TemporaryBuckets {
  /** For the option `buckets` of a mock. */
  readonly host: BucketHost;
  /** Removes them. */
  remove(): Promise<void>;
}

/**
 * Buckets in a temporary folder, which is made for the first of them.
 *
 * @param parent where it is made; where the machine has such folders, if it is left out
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
        // One that could not be made leaves nothing to remove, and is tried again.
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
