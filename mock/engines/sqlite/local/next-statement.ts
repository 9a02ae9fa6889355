/** A statement in a text, as SQLite reads it. */
export interface FoundStatement<T> {
  readonly statement: T;
  /** Where the next one begins; the length of the text after the last one. */
  readonly end: number;
}

/** White space of SQLite, and the ends of statements without a word. */
const spaces = /[ \t\n\f\r\uFEFF;]*/y;

/** Characters that are tried first: a text may have ten thousand statements, and SQLite copies what it is given. */
const firstLength = 4096;

/**
 * Prepares the statement at a place of a text. SQLite itself tells where it ends.
 *
 * @param mostBytes of a statement in UTF-8
 * @returns undefined if there is none
 * @throws errors of `prepare`
 */
export function nextStatement<T extends { readonly sourceSQL: string }>(
  text: string,
  from: number,
  mostBytes: number,
  prepare: (text: string) => T,
): FoundStatement<T> | undefined {
  const begin = skipBlanks(text, from);
  if (begin === text.length) return undefined;
  for (let length = firstLength; ; length *= 4) {
    const piece = text.slice(begin, begin + Math.min(length, mostBytes + 1));
    const isWhole = begin + piece.length === text.length;
    const isLast = isWhole || length > mostBytes;
    try {
      const statement = prepare(piece);
      const source = statement.sourceSQL;
      // A piece that was cut can be a statement too, and another one.
      if (isWhole || source.length < piece.length) {
        if (Buffer.byteLength(source) > mostBytes) throw tooLong();
        return { statement, end: skipBlanks(text, begin + source.length) };
      }
    } catch (error) {
      if (isWhole || (isLast && !isCut(error))) throw error;
    }
    if (isLast) throw tooLong();
  }
}

/** The error of SQLite. */
const tooLong = () => Object.assign(new Error('statement too long'), { errcode: 18 });

/** Whether SQLite misses the end of a statement, or of a text in it. */
const isCut = (error: unknown) =>
  error instanceof Error && /^(?:incomplete input|unrecognized token)/.test(error.message);

/** The place of the next word of a statement; the length of the text if there is none. */
function skipBlanks(text: string, from: number): number {
  for (let at = from; ; ) {
    spaces.lastIndex = at;
    at += spaces.exec(text)?.[0].length ?? 0;
    const end = text.startsWith('--', at) ? '\n' : text.startsWith('/*', at) ? '*/' : undefined;
    if (end === undefined) return at;
    const found = text.indexOf(end, at + 2);
    if (found === -1) return text.length;
    at = found + end.length;
  }
}
