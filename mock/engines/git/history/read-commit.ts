import { GitError } from '../git-error.ts';

const newline = 0x0a;
const idDigits = 40;

/** Where in a commit its links stand, as offsets of 40 hexadecimal digits, and when it was committed. */
export interface CommitHead {
  readonly tree: number;
  readonly parents: readonly number[];
  /** Seconds since 1970; 0 where the line of the committer has none. */
  readonly date: number;
}

/**
 * Reads what a walk needs of a commit, and nothing else: no string is made of its links.
 *
 * @throws GitError `bad-object` when it does not begin as a commit does
 */
export function readCommit(data: Uint8Array): CommitHead {
  if (!startsWith(data, 0, 'tree ') || !isLinkLine(data, 5)) throw broken();
  const parents: number[] = [];
  let at = 5 + idDigits + 1;
  while (startsWith(data, at, 'parent ')) {
    if (!isLinkLine(data, at + 7)) throw broken();
    parents.push(at + 7);
    at += 7 + idDigits + 1;
  }
  return { tree: 5, parents, date: committerDate(data, at) };
}

function committerDate(data: Uint8Array, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== newline) {
    const found = data.indexOf(newline, at);
    const end = found === -1 ? data.length : found;
    if (startsWith(data, at, 'committer ')) {
      const digits = data.subarray(data.lastIndexOf(0x3e, end - 1) + 1, end);
      const date = Number.parseInt(latin1(digits), 10);
      return Number.isSafeInteger(date) ? date : 0;
    }
    at = end + 1;
  }
  return 0;
}

/** Whether text of letters, digits and blanks stands at an offset. */
export function startsWith(data: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (data[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether 40 lower-case hexadecimal digits and the end of their line stand at an offset. */
export function isLinkLine(data: Uint8Array, offset: number): boolean {
  for (let at = offset; at < offset + idDigits; at += 1) {
    const code = data[at] ?? 0;
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false;
  }
  return data[offset + idDigits] === newline;
}

/** Bytes as the characters of the same numbers. */
export function latin1(bytes: Uint8Array): string {
  // Spread out, they are gone through one by one, which takes five times as long.
  if (bytes.length <= 256) return Reflect.apply(String.fromCharCode, undefined, bytes);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function broken(): GitError {
  return new GitError('bad-object', 'a commit does not begin with its tree and its parents');
}
