import { ApiError } from '../../../spec/errors.ts';
import type { snapshotEndpoints } from '../../../spec/services/touchstone/state.ts';
import type { Service } from '../../call.ts';
import { SnapshotError, type Snapshots } from '../../snapshots.ts';

/** The operations by which the world is remembered and put back. */
export function createSnapshotOperations(snapshots: Snapshots): Service<typeof snapshotEndpoints> {
  return {
    'touchstone.snapshot.list': () => ({ result: snapshots.list() }),
    'touchstone.snapshot.take': ({ body }) => ({ result: told(() => snapshots.take(body.name)) }),
    'touchstone.snapshot.restore': ({ params: { snapshot_name: name } }) => ({
      result: told(() => snapshots.restore(name)),
    }),
    'touchstone.snapshot.remove': ({ params: { snapshot_name: name } }) => {
      told(() => snapshots.remove(name));
      return { result: { name } };
    },
  };
}

/** @throws ApiError for what snapshots refuse; their names are those that the contract lets through */
function told<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    const failure = error.code === 'snapshots-full' ? 'snapshots-full' : 'snapshot-unknown';
    throw new ApiError(failure, { problem: error.message }, undefined, { cause: error });
  }
}
