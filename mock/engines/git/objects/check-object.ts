import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';
import { treeFault } from './check-tree.ts';
import { isObjectType } from './read-objects.ts';

/**
 * Refuses a received object that `git fsck --strict` refuses. Faults that Git only warns about are accepted: odd
 * permissions, an odd tag name, a tag without tagger. It does not check whether linked objects exist.
 *
 * @throws GitError `bad-object` with Git's id for the fault and its message: `treeNotSorted: not properly sorted`
 */
export function checkObject(type: ObjectType, data: Uint8Array): void {
  const fault = getFault(type, data);
  if (fault !== undefined) throw new GitError('bad-object', fault);
}

function getFault(type: ObjectType, data: Uint8Array): string | undefined {
  switch (type) {
    case 'commit':
      return headerFault(data) ?? commitFault(data);
    case 'tag':
      return headerFault(data) ?? tagFault(data);
    case 'tree':
      return treeFault(data);
    case 'blob':
      return undefined;
  }
}

const lineFeed = 0x0a;

/** Checks the header lines as such: they end in an empty line, or at least in a line feed. */
function headerFault(data: Uint8Array): string | undefined {
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) return `nulInHeader: unterminated header: NUL at offset ${at}`;
    if (data[at] === lineFeed && data[at + 1] === lineFeed) return undefined;
  }
  return data.at(-1) === lineFeed ? undefined : 'unterminatedHeader: unterminated header';
}

const expected = (id: string, line: string) => `${id}: invalid format - expected '${line}' line`;

const badId = (id: string, line: string) => `${id}: invalid '${line}' line format - bad sha1`;

function commitFault(data: Uint8Array): string | undefined {
  const lines = new LineCheck(data);
  if (!lines.skip('tree')) return expected('missingTree', 'tree');
  if (!lines.skipId()) return badId('badTreeSha1', 'tree');
  while (lines.skip('parent')) if (!lines.skipId()) return badId('badParentSha1', 'parent');
  let authors = 0;
  for (; lines.skip('author'); authors++) {
    const fault = lines.identFault();
    if (fault) return fault;
  }
  if (authors === 0) return expected('missingAuthor', 'author');
  if (authors > 1) return "multipleAuthors: invalid format - multiple 'author' lines";
  if (!lines.skip('committer')) return expected('missingCommitter', 'committer');
  const fault = lines.identFault();
  if (fault) return fault;
  return data.includes(0) ? 'nulInCommit: NUL byte in the commit object body' : undefined;
}

function tagFault(data: Uint8Array): string | undefined {
  const lines = new LineCheck(data);
  if (!lines.skip('object')) return expected('missingObject', 'object');
  if (!lines.skipId()) return badId('badObjectSha1', 'object');
  if (!lines.skip('type')) return expected('missingTypeEntry', 'type');
  const type = lines.rest();
  if (type === undefined) return "missingType: invalid format - unexpected end after 'type' line";
  if (!isObjectType(type)) return "badType: invalid 'type' value";
  if (!lines.skip('tag')) return expected('missingTagEntry', 'tag');
  if (lines.rest() === undefined) return "missingTag: invalid format - unexpected end after 'tag' line";
  return lines.skip('tagger') ? lines.identFault() : undefined;
}

const largestTime = 2n ** 63n - 1n;

/** The lines of a commit or a tag, parsed strictly, unlike a lenient reader. */
class LineCheck {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  /** Skips a key and its space, if they come next. */
  skip(key: string): boolean {
    const text = `${key} `;
    for (let index = 0; index < text.length; index++) {
      if (this.#data[this.#at + index] !== text.charCodeAt(index)) return false;
    }
    this.#at += text.length;
    return true;
  }

  /** Skips the id that ends the line, if there is one. */
  skipId(): boolean {
    for (let index = 0; index < 40; index++) {
      if (!isHexDigit(this.#data[this.#at + index] ?? 0)) return false;
    }
    if (this.#data[this.#at + 40] !== lineFeed) return false;
    this.#at += 41;
    return true;
  }

  /** The rest of the line, if the line is terminated. */
  rest(): string | undefined {
    const end = this.#data.indexOf(lineFeed, this.#at);
    if (end === -1) return undefined;
    const text = latin.decode(this.#data.subarray(this.#at, end));
    this.#at = end + 1;
    return text;
  }

  /** Checks the rest of an author, committer or tagger line. */
  identFault(): string | undefined {
    const line = this.rest() ?? '';
    const fault = personFault(line);
    return fault && `${fault[0]}: invalid author/committer line - ${fault[1]}`;
  }
}

const latin = new TextDecoder('latin1');

const isHexDigit = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);

function personFault(line: string): readonly [id: string, words: string] | undefined {
  const open = line.search(/[<>]/);
  if (open === 0 && line[0] === '<') return ['missingNameBeforeEmail', 'missing space before email'];
  if (open === -1) return ['missingEmail', 'missing email'];
  if (line[open] === '>') return ['badName', 'bad name'];
  if (line[open - 1] !== ' ') return ['missingSpaceBeforeEmail', 'missing space before email'];
  const close = open + 1 + line.slice(open + 1).search(/[<>]/);
  if (close === open || line[close] !== '>') return ['badEmail', 'bad email'];
  if (line[close + 1] !== ' ') return ['missingSpaceBeforeDate', 'missing space before date'];
  const date = line.slice(close + 2).replace(/^[ \t]+/, '');
  const digits = /^\d*/.exec(date)?.[0] ?? '';
  if (digits === '') return ['badDate', 'bad date'];
  if (digits[0] === '0' && date[1] !== ' ') return ['zeroPaddedDate', 'zero-padded date'];
  if (digits.length > 19 || BigInt(digits) > largestTime) {
    return ['badDateOverflow', 'date causes integer overflow'];
  }
  if (date[digits.length] !== ' ') return ['badDate', 'bad date'];
  return /^[+-]\d{4}$/.test(date.slice(digits.length + 1)) ? undefined : ['badTimezone', 'bad time zone'];
}
