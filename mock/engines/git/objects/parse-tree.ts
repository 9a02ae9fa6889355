import { GitError } from '../git-error.ts';
import type { ObjectId, ObjectType } from '../object-id.ts';
import { idAt } from '../pack/id-bytes.ts';

/** What the first digits of a mode say an entry is. */
const kindMask = 0o170000;
const directory = 0o040000;
const gitlink = 0o160000;

/** Whether an entry of this mode is a tree. */
export const isTreeMode = (mode: number): boolean => (mode & kindMask) === directory;

/** Whether an entry of this mode is a commit of another repository, which is not to be found in this one. */
export const isGitlinkMode = (mode: number): boolean => (mode & kindMask) === gitlink;

/** The type of what an entry of this mode names: whatever is neither tree nor gitlink is a blob, as Git has it. */
export function typeOfMode(mode: number): ObjectType {
  if (isTreeMode(mode)) return 'tree';
  return isGitlinkMode(mode) ? 'commit' : 'blob';
}

/**
 * Goes over the entries of a tree without making anything of them: a walk of many trees looks at numbers only, and
 * asks for names and ids where it needs them.
 *
 * @example
 * const cursor = new TreeCursor(data);
 * while (cursor.next()) if (isTreeMode(cursor.mode)) visit(cursor.id);
 */
export class TreeCursor {
  readonly data: Uint8Array;
  mode = 0;
  /** Offset of the entry, its mode first. */
  start = 0;
  nameStart = 0;
  nameEnd = 0;
  /** Offset behind the entry. */
  end = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /**
   * Goes to the next entry.
   *
   * @returns whether there is one
   * @throws GitError `bad-object` when what follows is none
   */
  next(): boolean {
    const { data } = this;
    let at = this.end;
    if (at >= data.length) return false;
    this.start = at;
    let mode = 0;
    for (; data[at] !== space; at++) {
      const digit = (data[at] ?? 0) - zero;
      if (digit < 0 || digit > 7 || at - this.start >= modeDigits)
        throw badTree('malformed mode in tree entry');
      mode = mode * 8 + digit;
    }
    if (at === this.start) throw badTree('malformed mode in tree entry');
    this.mode = mode;
    this.nameStart = at + 1;
    this.nameEnd = data.indexOf(0, this.nameStart);
    if (this.nameEnd === -1) throw badTree('too-short tree object');
    if (this.nameEnd === this.nameStart) throw badTree('empty filename in tree entry');
    this.end = this.nameEnd + 1 + idBytes;
    if (this.end > data.length) throw badTree('too-short tree file');
    return true;
  }

  /** What the entry names. */
  get id(): ObjectId {
    return idAt(this.data, this.nameEnd + 1);
  }

  /** Name of the entry; bytes that are no UTF-8 become U+FFFD. */
  get name(): string {
    return decoder.decode(this.data.subarray(this.nameStart, this.nameEnd));
  }
}

/** An entry of a tree. */
export interface TreeEntry {
  readonly mode: number;
  readonly name: string;
  readonly id: ObjectId;
}

/**
 * The entries of a tree, in the order they stand there.
 *
 * @throws GitError `bad-object` when it is none
 */
export function parseTree(data: Uint8Array): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const cursor = new TreeCursor(data);
  while (cursor.next()) entries.push({ mode: cursor.mode, name: cursor.name, id: cursor.id });
  return entries;
}

const space = 0x20;
const zero = 0x30;
/** Bytes of an id where it is not written out. */
const idBytes = 20;
/** More than any mode has, zeros before it included; what is longer is no mode. */
const modeDigits = 16;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

const badTree = (message: string) => new GitError('bad-object', message);
