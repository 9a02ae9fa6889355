import type { ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';

/** A file that two trees do not share. */
export interface Change {
  readonly path: string;
  /** Undefined for an added file. */
  readonly before: ReadTreeEntry | undefined;
  /** Undefined for a removed file. */
  readonly after: ReadTreeEntry | undefined;
}

/** The changes that are listed, and whether there are more. */
export interface Changes {
  readonly changes: readonly Change[];
  readonly isCut: boolean;
}

/** Most changes that are listed. */
const mostChanges = 300;

/**
 * Compares two trees. Subtrees with the same hash are not read.
 *
 * @param before hash of the older tree; undefined for none
 */
export async function compareTrees(
  readTree: (hash: string) => Promise<readonly ReadTreeEntry[]>,
  before: string | undefined,
  after: string,
): Promise<Changes> {
  const changes: Change[] = [];
  async function walk(older: string | undefined, newer: string | undefined, prefix: string): Promise<void> {
    const [left, right] = await Promise.all([entriesOf(older), entriesOf(newer)]);
    for (const name of new Set([...left.keys(), ...right.keys()])) {
      if (changes.length > mostChanges) return;
      const [was, is] = [left.get(name), right.get(name)];
      if (was?.hash === is?.hash && was?.mode === is?.mode) continue;
      const [oldTree, newTree] = [hashOfTree(was), hashOfTree(is)];
      const path = `${prefix}${name}`;
      if (oldTree !== undefined || newTree !== undefined) await walk(oldTree, newTree, `${path}/`);
      const [oldFile, newFile] = [oldTree ? undefined : was, newTree ? undefined : is];
      if (oldFile || newFile) changes.push({ path, before: oldFile, after: newFile });
    }
  }
  const entriesOf = async (hash: string | undefined) =>
    new Map((hash === undefined ? [] : await readTree(hash)).map((entry) => [entry.name, entry]));
  await walk(before, after, '');
  return { changes: changes.slice(0, mostChanges), isCut: changes.length > mostChanges };
}

const hashOfTree = (entry: ReadTreeEntry | undefined) => (entry?.type === 'tree' ? entry.hash : undefined);
