import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';

/** What a ref of a repository begins with; `HEAD` is the only name beside them. */
const refsFolder = 'refs/';

/** Characters that no part of a name may hold: control characters, and those that mean something to Git. */
const forbidden = /[\0-\x20\x7f~^:?*[\\]/;

/** Half of a character, which no bytes stand for. */
const loneSurrogate = /\p{Surrogate}/u;

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * What is wrong with the name of a ref by the rules of `git check-ref-format`, and with its length; nothing when it is
 * right. One part is enough, as in `HEAD`, where that is allowed.
 */
export function refNameFault(
  name: string,
  options: { readonly oneLevel?: boolean } = {},
): string | undefined {
  if (name === '') return 'is empty';
  if (name === '@') return 'is @';
  const wrong = forbidden.exec(name)?.[0];
  if (wrong !== undefined) return `has the character ${JSON.stringify(wrong)}`;
  if (loneSurrogate.test(name)) return 'is not Unicode';
  if (name.includes('..')) return 'has two dots in a row';
  if (name.includes('@{')) return 'has @{';
  if (name.endsWith('.')) return 'ends in a dot';
  const parts = name.split('/');
  if (parts.includes('')) return 'has an empty part';
  if (parts.some((part) => part.startsWith('.'))) return 'has a part that begins with a dot';
  if (parts.some((part) => part.endsWith('.lock'))) return 'has a part that ends in .lock';
  if (parts.length < 2 && !options.oneLevel) return 'has one part only';
  return byteLength(name) > gitLimits.refNameBytes
    ? `is longer than ${gitLimits.refNameBytes} bytes`
    : undefined;
}

/** Whether this may be the name of a ref. */
export function isRefName(name: string): boolean {
  return refNameFault(name) === undefined;
}

/**
 * Whether a push may name this ref: below `refs/`, with two more parts; to delete one, a single part is enough, as Git
 * lets its users get rid of what older versions let in.
 */
export function isPushableRef(name: string, deletes: boolean): boolean {
  if (!name.startsWith(refsFolder) || !isRefName(name)) return false;
  return refNameFault(name.slice(refsFolder.length), { oneLevel: deletes }) === undefined;
}

/**
 * The name of a ref from the bytes that a client sent.
 *
 * @throws GitError `bad-ref` when they are no UTF-8, so that no name would be the same again
 */
export function decodeRefName(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch (error) {
    throw new GitError('bad-ref', 'funny refname', { cause: error });
  }
}

function byteLength(name: string): number {
  // No character has more than three bytes for one code unit.
  return name.length * 3 <= gitLimits.refNameBytes ? name.length : encoder.encode(name).length;
}
