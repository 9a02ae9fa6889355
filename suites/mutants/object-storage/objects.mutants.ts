import { defineMutants } from '../mutant.ts';

/** The object-storage example. */
export const objectMutants = defineMutants([
  {
    id: 'deletes-nothing',
    requirement: 'OBJ-DEL-1',
    does: 'It says that an object is deleted, and keeps it.',
    file: 'mock/apps/object-storage/serve-object.ts',
    replace: 'await env.MY_BUCKET.delete(key);',
    by: '',
  },
]);
