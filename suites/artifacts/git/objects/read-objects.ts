import { ConformanceFailure } from '../../../harness/errors.ts';
import { hexOf, textOf } from './bytes.ts';
import type { GitObject, TreeEntry } from './git-object.ts';

/** The entries of a tree, in its order. */
export function entriesOf({ data, id }: GitObject): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(0, at);
    if (end < 0 || end + 21 > data.length) throw new ConformanceFailure(`The tree ${id} ends too soon`);
    const [mode = '', ...name] = textOf(data.subarray(at, end)).split(' ');
    entries.push({ mode, name: name.join(' '), id: hexOf(data.subarray(end + 1, end + 21)) });
    at = end + 21;
  }
  return entries;
}

/** A header of a commit or a tag, every time that it is there. */
export function headersOf({ data }: GitObject, name: string): string[] {
  const head = textOf(data).split('\n\n')[0] ?? '';
  return head
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []));
}

export const parentsOf = (commit: GitObject): string[] => headersOf(commit, 'parent');

/** Ids that an object names and that have to be there with it; the commit of a submodule need not. */
export function namedBy(object: GitObject, shallow: ReadonlySet<string> = new Set()): string[] {
  if (object.type === 'tree') {
    return entriesOf(object).flatMap(({ mode, id }) => (mode === '160000' ? [] : [id]));
  }
  if (object.type === 'tag') return headersOf(object, 'object');
  if (object.type === 'commit') {
    return [...headersOf(object, 'tree'), ...(shallow.has(object.id) ? [] : parentsOf(object))];
  }
  return [];
}

/** What some objects reach, themselves included: the ids that are there, and those that are missing. */
export function reach(
  objects: ReadonlyMap<string, GitObject>,
  from: readonly string[],
  shallow: ReadonlySet<string> = new Set(),
): { readonly reached: ReadonlySet<string>; readonly missing: ReadonlySet<string> } {
  const reached = new Set<string>();
  const missing = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id) || missing.has(id)) continue;
    const object = objects.get(id);
    if (!object) {
      missing.add(id);
      continue;
    }
    reached.add(id);
    waiting.push(...namedBy(object, shallow));
  }
  return { reached, missing };
}
