import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../testing/thrown-by.ts';
import { parseCommit, parsePerson, parseTree, readCommit, readTag, TreeCursor } from './read-objects.ts';

const fromBase64 = (digits: string) => new Uint8Array(Buffer.from(digits, 'base64'));

// Written by Git 2.39 with `git commit` and `git tag -a`, at fixed dates.
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
const committer = { name: 'C O Mitter', email: 'committer@example.com', time: 1_112_912_053 };

describe('parseTree', () => {
  it('reads the entries of a tree', () => {
    expect(parseTree(tree)).toEqual([
      { mode: 0o100644, kind: 'blob', name: 'hello.txt', id: 'ce013625030ba8dba906f756967f9e9ca394464a' },
      { mode: 0o120000, kind: 'blob', name: 'link', id: 'a5162f80d4a6782b7cb2a0a197f834e683cb9eb1' },
      { mode: 0o040000, kind: 'tree', name: 'src', id: '64b74c2e65977352f54fa23a2ef7c78a9d099fcb' },
      { mode: 0o160000, kind: 'commit', name: 'sub', id: '0123456789012345678901234567890123456789' },
    ]);
  });

  it('reads a non-ASCII name, and an empty tree', () => {
    expect(
      parseTree(fromBase64('MTAwNzU1IMO8LnR4dABYe+a0w/k/k8SJwBEbulWWFHomyw==')).map(({ name }) => name),
    ).toEqual(['ü.txt']);
    expect(parseTree(new Uint8Array(0))).toEqual([]);
  });

  it('refuses a tree that is truncated anywhere but between entries', () => {
    const ends = new Set<number>([0]);
    const cursor = new TreeCursor(tree);
    while (cursor.next()) ends.add(cursor.link + 20);
    for (let length = 0; length <= tree.length; length++) {
      const fault = thrownBy(() => parseTree(tree.subarray(0, length)));
      expect(fault).toBe(ends.has(length) ? undefined : 'bad-object');
    }
  });

  it.each([
    ['no mode', ' name\0'],
    ['a mode that is not a number', '10x644 name\0'],
    ['a mode with an invalid digit', '100648 name\0'],
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
      author: { name: 'A U Thor', email: 'author@example.com', time: 1_112_911_993 },
      committer,
      message: 'First: ä\n',
    });
  });

  it('reads parents, and a message that begins with an empty line', () => {
    const data = text(
      `tree ${a}\nparent ${b}\nparent ${a}\nauthor x <y> 1 +0000\ncommitter x <y> 2 +0000\nencoding UTF-8\n` +
        'gpgsig -----BEGIN\n line\n \n -----END\nHG:extra 1\n\n\nmessage\n\nmore',
    );
    expect(parseCommit(data)).toMatchObject({
      parents: [b, a],
      committer: { time: 2 },
      message: '\nmessage\n\nmore',
    });
    expect(readCommit(data)).toEqual({ tree: 5, parents: [53, 101], date: 2 });
  });

  it.each([
    ['no committer', `tree ${a}\n`, 0],
    ['a committer without a date', `tree ${a}\nauthor x\ncommitter x <y>\n`, 0],
    [
      'a date beyond any number',
      `tree ${a}\nauthor x <y> 1 +0000\ncommitter x <y> ${'9'.repeat(30)} +0000\n`,
      0,
    ],
    ['a `>` in its name', `tree ${a}\nauthor x <y> 1 +0000\ncommitter x> <y> 7 +0000\n`, 7],
  ])('reads a commit with %s', (_, data, time) => {
    expect(parseCommit(text(data)).committer.time).toBe(time);
    expect(readCommit(text(data)).date).toBe(time);
  });

  it('takes the first encoding that has a value', () => {
    const head = `tree ${a}\nauthor x <y> 1 +0000\ncommitter x <y> 2 +0000\n`;
    const data = [
      ...text(`${head}encoding\ngpgsig one\n encoding\nencoding ISO-8859-1\nencoding UTF-8\n\n`),
      0xe4,
    ];
    expect(parseCommit(new Uint8Array(data))).toMatchObject({ message: 'ä' });
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
    expect(parseCommit(data)).toMatchObject({ author: { name: read, time: 1 }, message: read });
  });

  it.each([
    ['no tree', `parent ${a}\n`],
    ['a tree of too few digits', 'tree abc\n'],
    ['a parent that is not an id', `tree ${a}\nparent x\n`],
    ['nothing', ''],
  ])('refuses a commit with %s', (_, data) => {
    expect(thrownBy(() => parseCommit(text(data)))).toBe('bad-object');
  });
});

describe('readTag', () => {
  it('reads the target of a tag', () => {
    expect(readTag(tag)).toEqual({ id: '799b4091be0fef146f18fc719481ad182673dc1a', type: 'tag' });
    expect(readTag(text(`object ${a}\ntype blob\ntag old\n\nwords`))).toEqual({ id: a, type: 'blob' });
  });

  it.each([
    ['no object', 'type blob\ntag x\n'],
    ['an unknown type', `object ${a}\ntype thing\ntag x\n`],
    ['a type from the prototype', `object ${a}\ntype toString\ntag x\n`],
  ])('refuses a tag with %s', (_, data) => {
    expect(thrownBy(() => readTag(text(data)))).toBe('bad-object');
  });
});

describe('parsePerson', () => {
  it.each([
    ['A <b> 1 +0100', { name: 'A', email: 'b', time: 1 }],
    ['A <b>', { name: 'A', email: 'b', time: 0 }],
    ['A <b> x y', { name: 'A', email: 'b', time: 0 }],
    ['no address', { name: 'no address', email: '', time: 0 }],
    ['> <', { name: '> <', email: '', time: 0 }],
  ])('reads %s', (line, person) => {
    expect(parsePerson(line)).toEqual(person);
  });
});

describe('the readers', () => {
  const parsers = [parseTree, parseCommit, readCommit, readTag];

  it('refuse arbitrary bytes with a GitError only', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (data) => {
        for (const parse of parsers) expect([undefined, 'bad-object']).toContain(thrownBy(() => parse(data)));
      }),
    );
  });

  it('refuse damaged objects with a GitError only', () => {
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
