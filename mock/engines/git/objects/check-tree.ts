import { GitError } from '../git-error.ts';
import { TreeCursor } from './read-objects.ts';

const dot = 0x2e;

const slash = 0x2f;

const backslash = 0x5c;

const zero = 0x30;

const link = 0o120000;

const kindMask = 0o170000;

/** Kinds of tree entries: trees, files, links, commits of other repositories. */
const kinds = new Set([0o040000, 0o100000, link, 0o160000]);

/** Possible faults of a tree, in the order in which Git reports several. */
const faults = [
  ['nullSha1', 'contains entries pointing to null sha1'],
  ['fullPathname', 'contains full pathnames'],
  ['hasDot', "contains '.'"],
  ['hasDotdot', "contains '..'"],
  ['hasDotgit', "contains '.git'"],
  ['zeroPaddedFilemode', 'contains zero-padded file modes'],
  ['badFilemode', 'contains bad file modes'],
  ['duplicateEntries', 'contains duplicate file entries'],
  ['treeNotSorted', 'not properly sorted'],
] as const;

type Fault = (typeof faults)[number][0];

/**
 * Checks a tree; returns the wording of Git's strict check. As in Git, odd permissions are fine, but a mode of no known
 * kind is a fault.
 */
export function treeFault(data: Uint8Array): string | undefined {
  try {
    return findFault(data);
  } catch (error) {
    if (error instanceof GitError) return 'badTree: cannot be parsed as a tree';
    throw error;
  }
}

function findFault(data: Uint8Array): string | undefined {
  const found = new Set<Fault>();
  const cursor = new TreeCursor(data);
  let last: Entry | undefined;
  const files: Entry[] = [];
  while (cursor.next()) {
    const { mode, nameStart: start } = cursor;
    const end = cursor.link - 1;
    if (data[cursor.start] === zero) found.add('zeroPaddedFilemode');
    if (!kinds.has(mode & kindMask) || mode > 0o177777) found.add('badFilemode');
    if (isNull(data, cursor.link)) found.add('nullSha1');
    const entry = { data, start, end, isTree: cursor.kind === 'tree' };
    const nameFault = faultOfName(entry);
    if (nameFault) found.add(nameFault);
    if (mode === link && mayBeProtected(entry) && isDotGitModules(entry)) {
      return 'gitmodulesSymlink: .gitmodules is a symbolic link';
    }
    const orderFault = last && faultOfOrder(last, entry, files);
    if (orderFault) found.add(orderFault);
    last = entry;
  }
  if (found.size === 0) return undefined;
  const fault = faults.find(([id]) => found.has(id));
  return fault?.join(': ');
}

interface Entry extends NameBytes {
  readonly isTree: boolean;
}

function isNull(data: Uint8Array, from: number): boolean {
  for (let at = from; at < from + 20; at++) if (data[at] !== 0) return false;
  return true;
}

function faultOfName(name: NameBytes): Fault | undefined {
  const { data, start, end } = name;
  if (data[start] === dot) {
    if (end === start + 1) return 'hasDot';
    if (end === start + 2 && data[start + 1] === dot) return 'hasDotdot';
  }
  for (let at = start; at < end; at++) if (data[at] === slash) return 'fullPathname';
  return mayBeProtected(name) && isDotGit(name) ? 'hasDotgit' : undefined;
}

/** Whether a name needs a closer look: few names begin with a dot, a `g` or a non-ASCII character. */
function mayBeProtected({ data, start, end }: NameBytes): boolean {
  const first = data[start] ?? 0;
  if (first === dot || (first | 0x20) === 0x67 || first === 0x7e || first >= 0x80) return true;
  for (let at = start; at < end; at++) if (data[at] === backslash) return true;
  return false;
}

/**
 * Whether an entry may follow another. Trees sort as if their names ended in `/`, so a file and a tree of one name may
 * be apart: `foo`, `foo.bar`, `foo/`. `files` keeps the files that this may still happen to.
 */
function faultOfOrder(last: Entry, next: Entry, files: Entry[]): Fault | undefined {
  const { data } = next;
  const length = Math.min(last.end - last.start, next.end - next.start);
  let index = 0;
  while (index < length && data[last.start + index] === data[next.start + index]) index++;
  if (index < length) {
    const before = (data[last.start + index] ?? 0) < (data[next.start + index] ?? 0);
    return before ? undefined : 'treeNotSorted';
  }
  const lastEnds = last.start + index === last.end;
  const nextEnds = next.start + index === next.end;
  if (lastEnds && nextEnds) return 'duplicateEntries';
  const lastByte = byteAt(last, index);
  const nextByte = byteAt(next, index);
  if (lastByte === 0 && nextByte < slash) {
    files.push(last);
  } else if (nextByte === slash && nextEnds && lastByte < slash && hasFile(files, next)) {
    return 'duplicateEntries';
  }
  return lastByte < nextByte ? undefined : 'treeNotSorted';
}

/** A byte of a name, or the terminator after its end. */
function byteAt({ data, start, end, isTree }: Entry, index: number): number {
  if (start + index < end) return data[start + index] ?? 0;
  return isTree ? slash : 0;
}

/** Whether a file of the tree's name was passed. Drops files whose name no later tree can have. */
function hasFile(files: Entry[], tree: Entry): boolean {
  for (let file = files.pop(); file; file = files.pop()) {
    const { data, start, end } = file;
    let index = 0;
    while (start + index < end && data[start + index] === data[tree.start + index]) index++;
    if (start + index < end) continue;
    if (tree.start + index === tree.end) return true;
    if (byteAt(tree, index) < slash) {
      files.push(file);
      return false;
    }
  }
  return false;
}

const space = 0x20;

const colon = 0x3a;

const tilde = 0x7e;

/** A tree's name, as bytes. */
interface NameBytes {
  readonly data: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a file system would treat a name as `.git`: HFS+ ignores some characters; NTFS has short names and streams,
 * and ignores trailing dots and spaces. The part after a backslash counts too, since a backslash ends a folder's name
 * on Windows.
 */
function isDotGit(name: NameBytes): boolean {
  return isHfsName(name, '.git') || anyPart(name, isNtfsDotGit);
}

/** The same for `.gitmodules`. */
function isDotGitModules(name: NameBytes): boolean {
  return isHfsName(name, '.gitmodules') || anyPart(name, isNtfsDotGitModules);
}

function anyPart(name: NameBytes, test: (part: NameBytes) => boolean): boolean {
  const { data, end } = name;
  if (test(name)) return true;
  for (let at = name.start; at < end; at++) {
    if (data[at] === backslash && test({ data, start: at + 1, end })) return true;
  }
  return false;
}

/** The byte in lower case. */
const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

function beginsWith({ data, start, end }: NameBytes, text: string): boolean {
  if (end - start < text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (lower(data[start + index] ?? 0) !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether only characters that NTFS ignores follow, up to the end or to a stream's name. */
function endsForNtfs({ data, end }: NameBytes, from: number, endings: readonly number[]): boolean {
  for (let at = from; at < end; at++) {
    const byte = data[at] ?? 0;
    if (endings.includes(byte)) return true;
    if (byte !== dot && byte !== space) return false;
  }
  return true;
}

function isNtfsDotGit(name: NameBytes): boolean {
  for (const form of ['.git', 'git~1']) {
    if (beginsWith(name, form)) {
      return endsForNtfs(name, name.start + form.length, [colon, slash, backslash]);
    }
  }
  return false;
}

/** Prefix of the short name that NTFS gives `.gitmodules` once `gitmod~1` to `gitmod~4` are taken. */
const ntfsShortForm = 'gi7eba';

function isNtfsDotGitModules(name: NameBytes): boolean {
  const { data, start, end } = name;
  const ends = (length: number) => endsForNtfs(name, start + length, [colon]);
  if (beginsWith(name, '.gitmodules')) return ends('.gitmodules'.length);
  if (beginsWith(name, 'gitmod~')) {
    const digit = data[start + 7] ?? 0;
    if (digit >= 0x31 && digit <= 0x34) return ends(8);
  }
  // Eight characters: a prefix of the short form, a tilde, a number.
  if (end - start < 8) return false;
  let index = 0;
  while (index < 6 && lower(data[start + index] ?? 0) === ntfsShortForm.charCodeAt(index)) index++;
  if (data[start + index] !== tilde) return false;
  for (let digits = index + 1; digits < 8; digits++) {
    const digit = data[start + digits] ?? 0;
    if (digit < (digits === index + 1 ? 0x31 : 0x30) || digit > 0x39) return false;
  }
  return ends(8);
}

/** Characters that HFS+ ignores when it compares names. */
const passedOver = (code: number) =>
  (code >= 0x200c && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x206a && code <= 0x206f) ||
  code === 0xfeff;

function isHfsName({ data, start, end }: NameBytes, wanted: string): boolean {
  let index = 0;
  for (let at = start; at < end; ) {
    const byte = data[at] ?? 0;
    if (byte < 0x80) {
      if (index === wanted.length) return byte === slash;
      if (lower(byte) !== wanted.charCodeAt(index)) return false;
      index++;
      at++;
      continue;
    }
    // All of them have three bytes. Git treats invalid UTF-8 as the end of a name.
    const code = ((byte & 15) << 12) | (((data[at + 1] ?? 0) & 63) << 6) | ((data[at + 2] ?? 0) & 63);
    if (byte >> 4 !== 0xe || !isTrail(data[at + 1]) || !isTrail(data[at + 2]) || at + 3 > end) {
      return index === wanted.length && !isUtf8Start(data, at, end);
    }
    if (!passedOver(code)) return false;
    at += 3;
  }
  return index === wanted.length;
}

const isTrail = (byte: number | undefined) => byte !== undefined && byte >> 6 === 2;

/** Whether a complete character of two or four bytes is at this position. */
function isUtf8Start(data: Uint8Array, at: number, end: number): boolean {
  const byte = data[at] ?? 0;
  const length = byte >= 0xc2 && byte <= 0xdf ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > end) return false;
  for (let index = 1; index < length; index++) if (!isTrail(data[at + index])) return false;
  return true;
}
