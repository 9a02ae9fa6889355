import { isObjectId, type ObjectId } from '../../engines/git/object-id.ts';

/** What the file of refs says. */
export interface RefsFile {
  readonly head: string;
  readonly refs: ReadonlyMap<string, ObjectId>;
  /** Commits whose parents are not there. */
  readonly shallow: readonly ObjectId[];
}

const HEAD = 'ref: ';
const SHALLOW = 'shallow ';

/** The branch of `HEAD` in the first line, as Git has it there; then each shallow commit, and each ref, in a line. */
export function formatRefs({ head, refs, shallow }: RefsFile): string {
  const ends = shallow.map((id) => `${SHALLOW}${id}`);
  return [`${HEAD}${head}`, ...ends, ...[...refs].map(([name, id]) => `${id} ${name}`), ''].join('\n');
}

/** @returns nothing when it is no such file */
export function parseRefs(text: string): RefsFile | undefined {
  const [first = '', ...lines] = text.split('\n');
  // The last line ends too, or the file was cut.
  if (!first.startsWith(HEAD) || lines.pop() !== '') return undefined;
  const refs = new Map<string, ObjectId>();
  const shallow: ObjectId[] = [];
  for (const line of lines) {
    const end = line.startsWith(SHALLOW) ? line.slice(SHALLOW.length) : undefined;
    if (end !== undefined) {
      if (!isObjectId(end)) return undefined;
      shallow.push(end);
      continue;
    }
    const id = line.slice(0, 40);
    if (!isObjectId(id) || line[40] !== ' ' || line.length < 42) return undefined;
    refs.set(line.slice(41), id);
  }
  return { head: first.slice(HEAD.length), refs, shallow };
}
