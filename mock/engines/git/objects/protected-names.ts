const backslash = 0x5c;
const dot = 0x2e;
const space = 0x20;
const colon = 0x3a;
const slash = 0x2f;
const tilde = 0x7e;

/** A name of a tree, in its bytes. */
export interface NameBytes {
  readonly data: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a file system would take a name for `.git`: HFS+, which passes over some characters, or NTFS, which has
 * short names, streams, and passes over what ends in dots and spaces. What follows a backslash counts too, as that
 * ends a folder's name on Windows.
 */
export function isDotGit(name: NameBytes): boolean {
  return isHfsName(name, '.git') || anyPart(name, isNtfsDotGit);
}

/** The same for `.gitmodules`. */
export function isDotGitModules(name: NameBytes): boolean {
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

/** Lower-case letter of a byte that is one. */
const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

function beginsWith({ data, start, end }: NameBytes, text: string): boolean {
  if (end - start < text.length) return false;
  for (let index = 0; index < text.length; index++) {
    if (lower(data[start + index] ?? 0) !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether nothing follows but what NTFS passes over, up to the end or to the name of a stream. */
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

/** What NTFS makes of `.gitmodules` once `gitmod~1` to `gitmod~4` are taken begins with this. */
const ntfsShortForm = 'gi7eba';

function isNtfsDotGitModules(name: NameBytes): boolean {
  const { data, start, end } = name;
  const ends = (length: number) => endsForNtfs(name, start + length, [colon]);
  if (beginsWith(name, '.gitmodules')) return ends('.gitmodules'.length);
  if (beginsWith(name, 'gitmod~')) {
    const digit = data[start + 7] ?? 0;
    if (digit >= 0x31 && digit <= 0x34) return ends(8);
  }
  // Eight characters: a beginning of the short form, a tilde, a number.
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

/** Characters that HFS+ passes over when it compares names. */
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
    // All of them have three bytes. Git takes bytes that are no UTF-8 for the end of a name.
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

/** Whether a character of two or four bytes stands here, whole. */
function isUtf8Start(data: Uint8Array, at: number, end: number): boolean {
  const byte = data[at] ?? 0;
  const length = byte >= 0xc2 && byte <= 0xdf ? 2 : byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
  if (length === 0 || at + length > end) return false;
  for (let index = 1; index < length; index++) if (!isTrail(data[at + index])) return false;
  return true;
}
