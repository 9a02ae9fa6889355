import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { parseCommit, parseCommitLinks } from './parse-commit.ts';
import { parsePerson } from './parse-person.ts';
import { parseTag } from './parse-tag.ts';
import { isGitlinkMode, isTreeMode, parseTree, TreeCursor, typeOfMode } from './parse-tree.ts';

const fromBase64 = (digits: string) => new Uint8Array(Buffer.from(digits, 'base64'));

// Written by Git 2.39: two commands, `git commit` and `git tag -a`, with fixed dates.
const commit = fromBase64(
  'dHJlZSA1M2JkOTM1NmE5ZDM3ODc0NGJkNjdkMzVhNDIxNmMwYmVkMzE2NzZlCmF1dGhvciBBIFUgVGhvciA8YXV0aG9yQGV4YW1wbGUuY29tPiAxMTEyOTExOTkzIC0wNzAwCmNvbW1pdHRlciBDIE8gTWl0dGVyIDxjb21taXR0ZXJAZXhhbXBsZS5jb20+IDExMTI5MTIwNTMgKzA1MzAKCkZpcnN0OiDDpAo=',
);
const tree = fromBase64(
  'MTAwNjQ0IGhlbGxvLnR4dADOATYlAwuo26kG91aWf56co5RGSjEyMDAwMCBsaW5rAKUWL4DUpngrfLKgoZf4NOaDy56xNDAwMDAgc3JjAGS3TC5ll3NS9U+iOi73x4qdCZ/LMTYwMDAwIHN1YgABI0VniQEjRWeJASNFZ4kBI0VniQ==',
);
const tag = fromBase64(
  'b2JqZWN0IDc5OWI0MDkxYmUwZmVmMTQ2ZjE4ZmM3MTk0ODFhZDE4MjY3M2RjMWEKdHlwZSB0YWcKdGFnIHYxLXNpZ25lZAp0YWdnZXIgQyBPIE1pdHRlciA8Y29tbWl0dGVyQGV4YW1wbGUuY29tPiAxMTEyOTEyMDUzICswNTMwCgp0YWcgb2YgYSB0YWcK',
);

const text = (words: string) => new TextEncoder().encode(words);
const a = 'a'.repeat(40);
const b = 'b'.repeat(40);
const committer = { name: 'C O Mitter', email: 'committer@example.com', time: 1_112_912_053, zone: '+0530' };

describe('parseTree', () => {
  it('reads the entries of a tree', () => {
    expect(parseTree(tree)).toEqual([
      { mode: 0o100644, name: 'hello.txt', id: 'ce013625030ba8dba906f756967f9e9ca394464a' },
      { mode: 0o120000, name: 'link', id: 'a5162f80d4a6782b7cb2a0a197f834e683cb9eb1' },
      { mode: 0o040000, name: 'src', id: '64b74c2e65977352f54fa23a2ef7c78a9d099fcb' },
      { mode: 0o160000, name: 'sub', id: '0123456789012345678901234567890123456789' },
    ]);
  });

  it('tells what an entry names by its mode', () => {
    const modes = parseTree(tree).map(({ mode }) => mode);
    expect(modes.map(typeOfMode)).toEqual(['blob', 'blob', 'tree', 'commit']);
    expect(modes.map(isTreeMode)).toEqual([false, false, true, false]);
    expect(modes.map(isGitlinkMode)).toEqual([false, false, false, true]);
  });

  it('reads a name beyond ASCII, and an empty tree', () => {
    expect(
      parseTree(fromBase64('MTAwNzU1IMO8LnR4dABYe+a0w/k/k8SJwBEbulWWFHomyw==')).map(({ name }) => name),
    ).toEqual(['ü.txt']);
    expect(parseTree(new Uint8Array(0))).toEqual([]);
  });

  it('refuses a tree that is cut anywhere but between entries', () => {
    const ends = new Set<number>([0]);
    const cursor = new TreeCursor(tree);
    while (cursor.next()) ends.add(cursor.end);
    for (let length = 0; length <= tree.length; length++) {
      const fault = thrownBy(() => parseTree(tree.subarray(0, length)));
      expect(fault).toBe(ends.has(length) ? undefined : 'bad-object');
    }
  });

  it.each([
    ['no mode', ' name\0'],
    ['a mode that is no number', '10x644 name\0'],
    ['a mode of a digit too high', '100648 name\0'],
    ['a mode without end', '1'.repeat(5000)],
    ['no name', '100644 \0'],
  ])('refuses an entry with %s', (_, entry) => {
    expect(thrownBy(() => parseTree(text(entry + 'x'.repeat(20))))).toBe('bad-object');
  });
});

describe('parseCommit', () => {
  it('reads a commit', () => {
    expect(parseCommit(commit)).toEqual({
      tree: '53bd9356a9d378744bd67d35a4216c0bed31676e',
      parents: [],
      time: 1_112_912_053,
      author: { name: 'A U Thor', email: 'author@example.com', time: 1_112_911_993, zone: '-0700' },
      committer,
      signature: undefined,
      message: 'First: ä\n',
    });
  });

  it('reads parents, a signature of several lines, and a message that begins with an empty line', () => {
    const data = text(
      `tree ${a}\nparent ${b}\nparent ${a}\nauthor x <y> 1 +0000\ncommitter x <y> 2 +0000\nencoding UTF-8\n` +
        'gpgsig -----BEGIN\n line\n \n -----END\nHG:extra 1\n\n\nmessage\n\nmore',
    );
    expect(parseCommit(data)).toMatchObject({
      parents: [b, a],
      time: 2,
      signature: '-----BEGIN\nline\n\n-----END',
      message: '\nmessage\n\nmore',
    });
    expect(parseCommitLinks(data)).toEqual({ tree: a, parents: [b, a], time: 2 });
  });

  it.each([
    ['no committer', `tree ${a}\n`, 0],
    ['a committer without a date', `tree ${a}\nauthor x\ncommitter x <y>\n`, 0],
    [
      'a date that no number holds',
      `tree ${a}\nauthor x <y> 1 +0000\ncommitter x <y> ${'9'.repeat(30)} +0000\n`,
      0,
    ],
    ['a `>` in its name', `tree ${a}\nauthor x <y> 1 +0000\ncommitter x> <y> 7 +0000\n`, 7],
  ])('reads a commit with %s', (_, data, time) => {
    expect(parseCommit(text(data)).time).toBe(time);
    expect(parseCommitLinks(text(data)).time).toBe(time);
  });

  it('reads the lines behind the committer in any order, and passes over those of no value', () => {
    const head = `tree ${a}\nauthor x <y> 1 +0000\ncommitter x <y> 2 +0000\n`;
    const data = [...text(`${head}encoding\ngpgsig\ngpgsig one\nencoding ISO-8859-1\ngpgsig two\n\n`), 0xe4];
    expect(parseCommit(new Uint8Array(data))).toMatchObject({ signature: 'one', message: 'ä' });
  });

  it.each([
    ['ISO-8859-1', [0xe4], 'ä'],
    ['Shift_JIS', [0x93, 0xfa], '日'],
    ['UTF-8', [0xc3, 0xa4], 'ä'],
    ['nobody-knows', [0xc3, 0xa4], 'ä'],
  ])('reads a commit in the encoding %s', (encoding, letter, read) => {
    const data = new Uint8Array([
      ...text(`tree ${a}\nauthor `),
      ...letter,
      ...text(` <y> 1 +0000\ncommitter x <y> 2 +0000\nencoding ${encoding}\n\n`),
      ...letter,
    ]);
    expect(parseCommit(data)).toMatchObject({ author: { name: read }, time: 2, message: read });
  });

  it('takes ids of upper-case digits for what they stand for', () => {
    expect(parseCommitLinks(text(`tree ${'A'.repeat(40)}\n`)).tree).toBe(a);
  });

  it.each([
    ['no tree', `parent ${a}\n`],
    ['a tree of too few digits', 'tree abc\n'],
    ['a parent that is no id', `tree ${a}\nparent x\n`],
    ['nothing', ''],
  ])('refuses a commit with %s', (_, data) => {
    expect(thrownBy(() => parseCommit(text(data)))).toBe('bad-object');
    expect(thrownBy(() => parseCommitLinks(text(data)))).toBe('bad-object');
  });
});

describe('parseTag', () => {
  it('reads a tag', () => {
    expect(parseTag(tag)).toEqual({
      object: '799b4091be0fef146f18fc719481ad182673dc1a',
      type: 'tag',
      name: 'v1-signed',
      tagger: committer,
      message: 'tag of a tag\n',
    });
  });

  it('reads a tag of the oldest kind, which has no tagger', () => {
    expect(parseTag(text(`object ${a}\ntype blob\ntag old\n\nwords`))).toMatchObject({
      tagger: undefined,
      message: 'words',
    });
  });

  it.each([
    ['no object', 'type blob\ntag x\n'],
    ['a type that is none', `object ${a}\ntype thing\ntag x\n`],
    ['a type out of the prototype', `object ${a}\ntype toString\ntag x\n`],
    ['no name', `object ${a}\ntype blob\n\nx`],
  ])('refuses a tag with %s', (_, data) => {
    expect(thrownBy(() => parseTag(text(data)))).toBe('bad-object');
  });
});

describe('parsePerson', () => {
  it.each([
    ['A <b> 1 +0100', { name: 'A', email: 'b', time: 1, zone: '+0100' }],
    ['A <b>', { name: 'A', email: 'b', time: 0, zone: '+0000' }],
    ['A <b> x y', { name: 'A', email: 'b', time: 0, zone: '+0000' }],
    ['no address', { name: 'no address', email: '', time: 0, zone: '+0000' }],
    ['> <', { name: '> <', email: '', time: 0, zone: '+0000' }],
  ])('reads %s', (line, person) => {
    expect(parsePerson(line)).toEqual(person);
  });
});

describe('the parsers', () => {
  const parsers = [parseTree, parseCommit, parseCommitLinks, parseTag];

  it('refuse any bytes whatever with their own error only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        for (const parse of parsers) expect([undefined, 'bad-object']).toContain(thrownBy(() => parse(data)));
      }),
    );
  });

  it('refuse objects that are damaged with their own error only', () => {
    const whole = fc.constantFrom(commit, tree, tag);
    fc.assert(
      fc.property(whole, fc.nat(), fc.integer({ min: 0, max: 255 }), fc.nat(), (data, at, byte, cut) => {
        const damaged = data.with(at % data.length, byte).subarray(0, cut % (data.length + 1));
        for (const parse of parsers) {
          expect([undefined, 'bad-object']).toContain(thrownBy(() => parse(damaged)));
        }
      }),
    );
  });
});
