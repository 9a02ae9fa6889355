import { RE2JS, RE2JSException } from 're2js';

/** A pattern that is matched in linear time. */
export interface LinearPattern {
  test(text: string): boolean;
}

/**
 * Converts a pattern of a JSON schema to RE2, so that no pattern takes exponential time. Look-aheads at its beginning,
 * which RE2 lacks, become patterns of their own: `^(?=.*\d)(?!x).{8,}$` becomes `^.*\d`, not `^x`, and `^.{8,}$`.
 *
 * @returns undefined for anything RE2 can't express: other look-around, back references, more than 1,000 repetitions
 * @example
 * linearPattern('^(a+)+$')?.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!') // false, at once
 */
export function linearPattern(source: string): LinearPattern | undefined {
  const { ahead, rest } = splitLookAheads(source);
  try {
    const tests = [
      ...ahead.map(({ pattern, isWanted }) => {
        const part = compile(`^(?:${pattern})`);
        return (text: string) => part.test(text) === isWanted;
      }),
      getTest(compile(rest)),
    ];
    return { test: (text) => tests.every((test) => test(text)) };
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** RE2 writes some escapes of ECMAScript differently. */
const compile = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern));

const getTest = (pattern: RE2JS) => (text: string) => pattern.test(text);

interface LookAhead {
  readonly pattern: string;
  /** Whether the text must match or must not match. */
  readonly isWanted: boolean;
}

/** The look-aheads after the leading `^` of a pattern, and the pattern without them. */
function splitLookAheads(source: string): { readonly ahead: readonly LookAhead[]; readonly rest: string } {
  const ahead: LookAhead[] = [];
  let at = 1;
  // In `^a|b` the `^` belongs to one alternative only.
  if (!source.startsWith('^') || hasChoice(source)) return { ahead, rest: source };
  for (;;) {
    const kind = source.slice(at, at + 3);
    const end = kind === '(?=' || kind === '(?!' ? endOfGroup(source, at) : -1;
    if (end < 0) return { ahead, rest: `^${source.slice(at)}` };
    ahead.push({ pattern: source.slice(at + 3, end), isWanted: kind === '(?=' });
    at = end + 1;
  }
}

/** Position at which a group closes; -1 if it does not. */
function endOfGroup(source: string, from: number): number {
  for (const { at, depth } of marks(source.slice(from))) {
    if (depth === 0 && source[from + at] === ')') return from + at;
  }
  return -1;
}

/** Whether a pattern has a `|` outside all groups. */
const hasChoice = (source: string) =>
  [...marks(source)].some(({ at, depth }) => depth === 0 && source[at] === '|');

/** The non-literal parentheses and bars of a pattern, with the number of open groups after each. */
function* marks(source: string): Generator<{ readonly at: number; readonly depth: number }> {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < source.length; at++) {
    const mark = source[at];
    if (mark === '\\') at++;
    else if (isClass) isClass = mark !== ']';
    else if (mark === '[') isClass = true;
    else if (mark === '(' || mark === ')' || mark === '|') {
      if (mark !== '|') depth += mark === '(' ? 1 : -1;
      yield { at, depth };
    }
  }
}
