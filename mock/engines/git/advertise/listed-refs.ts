import type { ObjectId } from '../object-id.ts';
import { sortRefNames } from '../refs/ref-order.ts';
import type { RepositoryRefs } from '../repository/git-repository.ts';

/** A ref as it is listed. */
export interface ListedRef {
  readonly name: string;
  readonly id: ObjectId;
}

/** The refs in the order that Git lists them: `HEAD`, where its branch is there, and then all by the bytes of their names. */
export function* listedRefs({ refs, head }: RepositoryRefs): Generator<ListedRef, void> {
  const at = refs.get(head);
  if (at !== undefined) yield { name: 'HEAD', id: at };
  yield* sortedRefs(refs);
}

/** The refs without `HEAD`. */
export function* sortedRefs(refs: ReadonlyMap<string, ObjectId>): Generator<ListedRef, void> {
  for (const name of sortRefNames(refs.keys())) {
    const id = refs.get(name);
    if (id !== undefined) yield { name, id };
  }
}
