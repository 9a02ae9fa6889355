import { GitError } from '../git-error.ts';
import { latin1 } from './read-commit.ts';

const zero = 0x30;

/** What an entry of a tree links to; the commit of a submodule is in another repository. */
export type LinkKind = 'blob' | 'tree' | 'commit';

/** Goes through the entries of a tree, over its bytes as they are stored: `<octal mode> <name>\0<20 bytes>`. */
export class TreeCursor {
  readonly data: Uint8Array;
  kind: LinkKind = 'blob';
  /** Offset of the 20 bytes of the entry. */
  link = 0;
  #name = 0;
  #next = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /** The name of the entry, each byte as the character of its number. */
  get name(): string {
    return latin1(this.data.subarray(this.#name, this.link - 1));
  }

  /**
   * Goes to the next entry, and tells whether there was one.
   *
   * @throws GitError `bad-object` when the bytes are no entries
   */
  advance(): boolean {
    const { data } = this;
    let at = this.#next;
    if (at >= data.length) return false;
    let mode = 0;
    for (; data[at] !== 0x20; at += 1) {
      const digit = (data[at] ?? 0) - zero;
      if (!(digit >= 0 && digit < 8) || at - this.#next > 6) throw broken();
      mode = mode * 8 + digit;
    }
    at += 1;
    this.#name = at;
    while (at < data.length && data[at] !== 0) at += 1;
    if (at + 21 > data.length) throw broken();
    this.link = at + 1;
    this.#next = at + 21;
    const form = mode & 0o170000;
    this.kind = form === 0o040000 ? 'tree' : form === 0o160000 ? 'commit' : 'blob';
    return true;
  }
}

function broken(): GitError {
  return new GitError('bad-object', 'a tree holds something that is no entry');
}
