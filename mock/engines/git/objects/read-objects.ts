import { GitError } from '../git-error.ts';
import { idAt, type ObjectId, type ObjectType, objectTypes } from '../object-id.ts';

const lineFeed = 0x0a;
const idDigits = 40;
const idBytes = 20;

/** The offsets of a commit's links, 40 hexadecimal digits each, and its commit date. */
interface CommitHead {
  readonly tree: number;
  readonly parents: readonly number[];
  /** Seconds since 1970; 0 if the committer line has no date. */
  readonly date: number;
}

/**
 * Reads only what a walk needs of a commit, and makes no strings for its links.
 *
 * @throws GitError `bad-object` when it does not begin like a commit
 */
export function readCommit(data: Uint8Array): CommitHead {
  if (!startsWith(data, 0, 'tree ') || !isLinkLine(data, 5)) throw badCommit();
  const parents: number[] = [];
  let at = 5 + idDigits + 1;
  while (startsWith(data, at, 'parent ')) {
    if (!isLinkLine(data, at + 7)) throw badCommit();
    parents.push(at + 7);
    at += 7 + idDigits + 1;
  }
  return { tree: 5, parents, date: committerDate(data, at) };
}

function committerDate(data: Uint8Array, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== lineFeed) {
    const found = data.indexOf(lineFeed, at);
    const end = found === -1 ? data.length : found;
    if (startsWith(data, at, 'committer ')) {
      const digits = data.lastIndexOf(0x3e, end - 1) + 1;
      const date = Number.parseInt(latin1(data.subarray(digits, Math.min(end, digits + 32))), 10);
      return Number.isSafeInteger(date) ? date : 0;
    }
    at = end + 1;
  }
  return 0;
}

const badCommit = () => new GitError('bad-object', 'a commit does not begin with its tree and its parents');

/** A commit in readable form. */
export interface Commit {
  readonly tree: ObjectId;
  readonly parents: readonly ObjectId[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
}

/** The name, email and date of an author or committer. */
interface Person {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/**
 * Reads a whole commit as leniently as Git does: only its tree is required.
 *
 * @throws GitError `bad-object` when it does not begin like a commit
 */
export function parseCommit(data: Uint8Array): Commit {
  const { tree, parents } = readCommit(data);
  const bytes = latin.decode(data);
  const found = bytes.indexOf('\n\n');
  const end = found === -1 ? data.length : found;
  const header = bytes.slice(0, end);
  /** The bytes of the first line with a key. A line that begins with a space continues the line before. */
  const line = (key: string) => {
    const match = new RegExp(`\n${key} ([^\n]*)`).exec(header);
    if (match === null) return new Uint8Array();
    const valueAt = match.index + key.length + 2;
    return data.subarray(valueAt, valueAt + (match[1] ?? '').length);
  };
  const decoder = getDecoder(utf8.decode(line('encoding')));
  return {
    tree: latin1(data.subarray(tree, tree + idDigits)),
    parents: parents.map((at) => latin1(data.subarray(at, at + idDigits))),
    author: parsePerson(decoder.decode(line('author'))),
    committer: parsePerson(decoder.decode(line('committer'))),
    message: decoder.decode(data.subarray(end + 2)),
  };
}

/** A commit's encoding is whatever its author's Git was set to. An unknown one is treated as UTF-8. */
function getDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding);
  } catch {
    return utf8;
  }
}

/**
 * Parses `A U Thor <author@example.com> 1112911993 -0700`. Old repositories have lines of all kinds, so nothing is
 * refused: an unreadable part becomes empty or zero.
 */
export function parsePerson(line: string): Person {
  // Git looks for the last `>` to find the date, and for the first `<` to find the name.
  const open = line.indexOf('<');
  const close = line.lastIndexOf('>');
  if (open === -1 || close < open) return { name: line.trim(), email: '', time: 0 };
  const [, digits = ''] = /^\s*(\d+)(?!\S)/.exec(line.slice(close + 1)) ?? [];
  const time = Number(digits);
  return {
    name: line.slice(0, open).trim(),
    email: line.slice(open + 1, close),
    time: Number.isSafeInteger(time) ? time : 0,
  };
}

/** The target of an annotated tag: any object, including another tag. */
export interface TagTarget {
  readonly id: ObjectId;
  readonly type: ObjectType;
}

/**
 * Reads the target of an annotated tag.
 *
 * @throws GitError `bad-object` when it does not begin like a tag
 */
export function readTag(data: Uint8Array): TagTarget {
  if (!startsWith(data, 0, 'object ') || !isLinkLine(data, 7) || !startsWith(data, 48, 'type ')) {
    throw new GitError('bad-object', 'a tag does not begin with its object and the type of it');
  }
  const end = data.indexOf(lineFeed, 53);
  const type = latin1(data.subarray(53, Math.min(end === -1 ? data.length : end, 64)));
  if (!isObjectType(type)) throw new GitError('bad-object', 'a tag names no type of object');
  return { id: latin1(data.subarray(7, 47)), type };
}

export function isObjectType(text: string): text is ObjectType {
  return Object.hasOwn(objectTypes, text);
}

/** The type that a tree entry links to; a submodule's commit is in another repository. */
type LinkKind = 'blob' | 'tree' | 'commit';

/**
 * Iterates over the entries of a tree in their stored bytes, `<octal mode> <name>\0<20 bytes>`. Walks visit hundreds of
 * thousands, so names and ids are made on demand.
 *
 * @example
 * const cursor = new TreeCursor(data);
 * while (cursor.next()) if (cursor.kind === 'tree') visit(cursor.id);
 */
export class TreeCursor {
  readonly data: Uint8Array;
  mode = 0;
  /** Offset of the entry, which begins with its mode. */
  start = 0;
  nameStart = 0;
  /** Offset of the 20 bytes of the id, after the zero byte that ends the name. */
  link = 0;
  #next = 0;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  /**
   * Moves to the next entry; returns whether there is one.
   *
   * @throws GitError `bad-object` when the bytes are not an entry
   */
  next(): boolean {
    const { data } = this;
    let at = this.#next;
    if (at >= data.length) return false;
    this.start = at;
    let mode = 0;
    for (; data[at] !== 0x20; at += 1) {
      const digit = (data[at] ?? 0) - 0x30;
      if (!(digit >= 0 && digit < 8) || at - this.start >= modeDigits) throw badTree('malformed mode');
      mode = mode * 8 + digit;
    }
    if (at === this.start) throw badTree('malformed mode');
    this.mode = mode;
    at += 1;
    this.nameStart = at;
    while (at < data.length && data[at] !== 0) at += 1;
    if (at === this.nameStart) throw badTree('empty filename');
    if (at + 1 + idBytes > data.length) throw badTree('too-short id');
    this.link = at + 1;
    this.#next = at + 1 + idBytes;
    return true;
  }

  /** Whether another tree has the same entry at the same position; with `named`, one of the same kind and name. */
  matches(at: 'whole' | 'named', other: Uint8Array): boolean {
    const { data, start, link } = this;
    const end = at === 'whole' ? link + idBytes : link;
    // Ids differ often, names rarely.
    for (let place = end - 1; place >= start; place -= 1) if (data[place] !== other[place]) return false;
    return true;
  }

  /** By its mode: as in Git, anything but a tree or a submodule is a blob. */
  get kind(): LinkKind {
    const form = this.mode & 0o170000;
    return form === 0o040000 ? 'tree' : form === 0o160000 ? 'commit' : 'blob';
  }

  get id(): ObjectId {
    return idAt(this.data, this.link);
  }

  /** Invalid UTF-8 becomes U+FFFD. */
  get name(): string {
    return utf8.decode(this.data.subarray(this.nameStart, this.link - 1));
  }
}

/** More digits than any mode has, leading zeros included; anything longer is invalid. */
const modeDigits = 16;

const badTree = (what: string) => new GitError('bad-object', `${what} in tree entry`);

/** An entry of a tree. */
export interface TreeEntry {
  readonly mode: number;
  readonly kind: LinkKind;
  readonly name: string;
  readonly id: ObjectId;
}

/**
 * The entries of a tree, in stored order.
 *
 * @throws GitError `bad-object` when it is not a tree
 */
export function parseTree(data: Uint8Array): TreeEntry[] {
  const entries: TreeEntry[] = [];
  const cursor = new TreeCursor(data);
  while (cursor.next()) {
    const { mode, kind, name, id } = cursor;
    entries.push({ mode, kind, name, id });
  }
  return entries;
}

/** Whether a text of letters, digits and spaces is at an offset. */
function startsWith(data: Uint8Array, offset: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (data[offset + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether 40 lower-case hexadecimal digits and the end of their line are at an offset. */
function isLinkLine(data: Uint8Array, offset: number): boolean {
  for (let at = offset; at < offset + idDigits; at += 1) {
    const code = data[at] ?? 0;
    if (!((code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66))) return false;
  }
  return data[offset + idDigits] === lineFeed;
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
/** One character per byte, so that positions in the text are positions in the bytes. */
const latin = new TextDecoder('latin1');

/** A few bytes as characters with the same codes. */
export function latin1(bytes: Uint8Array): string {
  // Spread syntax would iterate over them one by one, which takes five times as long.
  return Reflect.apply(String.fromCharCode, undefined, bytes);
}
