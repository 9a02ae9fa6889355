import { gitLimits } from '../../../../spec/engine-limits.ts';
import { GitError } from '../git-error.ts';

/** Prefix of all refs of a repository; `HEAD` is the only other name. */
const refsFolder = 'refs/';

/** Characters that a name may not have: control characters, and those with a meaning in Git. */
const forbidden = /[\0-\x20\x7f~^:?*[\\]/;

/** A lone surrogate, which has no encoding. */
const loneSurrogate = /\p{Surrogate}/u;

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Checks a ref name by the rules of `git check-ref-format`, and its length; returns the fault, if any. If allowed, a
 * single part is enough, as in `HEAD`.
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

/** Whether this is a valid ref name. */
export function isRefName(name: string): boolean {
  return refNameFault(name) === undefined;
}

/**
 * Whether a push may name this ref: below `refs/`, with two more parts. A deletion needs one part only, as Git lets
 * users remove what older versions accepted.
 */
export function isPushableRef(name: string, deletes: boolean): boolean {
  if (!name.startsWith(refsFolder) || !isRefName(name)) return false;
  return refNameFault(name.slice(refsFolder.length), { oneLevel: deletes }) === undefined;
}

/**
 * Decodes a ref name that a client sent.
 *
 * @throws GitError `bad-ref` for invalid UTF-8, which would not encode to the same bytes again
 */
export function decodeRefName(bytes: Uint8Array): string {
  try {
    return strictDecoder.decode(bytes);
  } catch (error) {
    throw new GitError('bad-ref', 'funny refname', { cause: error });
  }
}

function byteLength(name: string): number {
  // A UTF-16 code unit takes at most three bytes.
  return name.length * 3 <= gitLimits.refNameBytes ? name.length : encoder.encode(name).length;
}
