import { isObjectId, type ObjectId } from '../../engines/git/object-id.ts';

/** What the file of refs says. */
export interface RefsFile {
  readonly head: string;
  readonly refs: ReadonlyMap<string, ObjectId>;
}

const HEAD = 'ref: ';

/** The branch of `HEAD` in the first line, as Git has it there, and then a ref in each. */
export function formatRefs({ head, refs }: RefsFile): string {
  return [`${HEAD}${head}`, ...[...refs].map(([name, id]) => `${id} ${name}`), ''].join('\n');
}

/** @returns nothing when it is no such file */
export function parseRefs(text: string): RefsFile | undefined {
  const [first = '', ...lines] = text.split('\n');
  // The last line ends too, or the file was cut.
  if (!first.startsWith(HEAD) || lines.pop() !== '') return undefined;
  const refs = new Map<string, ObjectId>();
  for (const line of lines) {
    const id = line.slice(0, 40);
    if (!isObjectId(id) || line[40] !== ' ' || line.length < 42) return undefined;
    refs.set(line.slice(41), id);
  }
  return { head: first.slice(HEAD.length), refs };
}
