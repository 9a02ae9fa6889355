import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';
import { checkObject } from './check-object.ts';

// The refusals and their messages are those of `git index-pack --strict` of Git 2.39 for the same objects.

const id = 'a'.repeat(40);
const person = 'x <y@z> 1 +0000';
const bytes = (text: string) => new TextEncoder().encode(text);

/** The refusal of an object; nothing when it is accepted. */
function getFault(type: ObjectType, data: Uint8Array): string | undefined {
  try {
    checkObject(type, data);
    return undefined;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'bad-object') return error.message;
    throw error;
  }
}

/** The id of the fault, without its message. */
const faultId = (type: ObjectType, data: Uint8Array) => getFault(type, data)?.split(':')[0];

/** A commit with some of its lines replaced. */
function commit(lines: Partial<Record<'tree' | 'parents' | 'author' | 'committer' | 'rest', string>>) {
  const { tree, parents, author, committer, rest } = {
    tree: `tree ${id}\n`,
    parents: '',
    author: `author ${person}\n`,
    committer: `committer ${person}\n`,
    rest: '\nm\n',
    ...lines,
  };
  return bytes(tree + parents + author + committer + rest);
}

function tag(lines: Partial<Record<'object' | 'type' | 'name' | 'tagger' | 'rest', string>>) {
  const { object, type, name, tagger, rest } = {
    object: `object ${id}\n`,
    type: 'type commit\n',
    name: 'tag v1\n',
    tagger: `tagger ${person}\n`,
    rest: '\nm\n',
    ...lines,
  };
  return bytes(object + type + name + tagger + rest);
}

describe('checkObject of a commit', () => {
  it.each([
    ['a plain one', {}],
    ['parents', { parents: `parent ${id}\nparent ${id}\n` }],
    ['an id in upper-case digits', { tree: `tree ${id.toUpperCase()}\n` }],
    ['no body', { rest: '' }],
    ['lines of other kinds', { rest: 'encoding UTF-8\ngpgsig x\n y\ngarbage\n\nm' }],
  ])('accepts %s', (_, lines) => {
    expect(getFault('commit', commit(lines))).toBeUndefined();
  });

  it.each([
    ['no tree', { tree: '' }, "missingTree: invalid format - expected 'tree' line"],
    [
      'a tree that is not an id',
      { tree: 'tree abc\n' },
      "badTreeSha1: invalid 'tree' line format - bad sha1",
    ],
    ['more after its tree', { tree: `tree ${id} \n` }, "badTreeSha1: invalid 'tree' line format - bad sha1"],
    [
      'a parent that is not an id',
      { parents: 'parent x\n' },
      "badParentSha1: invalid 'parent' line format - bad sha1",
    ],
    ['no author', { author: '' }, "missingAuthor: invalid format - expected 'author' line"],
    [
      'two authors',
      { author: `author ${person}\nauthor ${person}\n` },
      "multipleAuthors: invalid format - multiple 'author' lines",
    ],
    ['no committer', { committer: '' }, "missingCommitter: invalid format - expected 'committer' line"],
    [
      'a parent after the author',
      { author: `author ${person}\nparent ${id}\n` },
      "missingCommitter: invalid format - expected 'committer' line",
    ],
    [
      'a committer without a zone',
      { committer: 'committer x <y> 1 \n' },
      'badTimezone: invalid author/committer line - bad time zone',
    ],
    [
      'NUL in its header',
      { rest: 'encoding x\0\n\nm' },
      'nulInHeader: unterminated header: NUL at offset 105',
    ],
    ['NUL in its message', { rest: '\nm\0' }, 'nulInCommit: NUL byte in the commit object body'],
    [
      'lines without end',
      { committer: `committer ${person}`, rest: '' },
      'unterminatedHeader: unterminated header',
    ],
  ])('refuses one with %s', (_, lines, fault) => {
    expect(getFault('commit', commit(lines))).toBe(fault);
  });

  it.each(['', '\n', '\n\n'])('refuses one with line feeds only: %j', (text) => {
    expect(getFault('commit', bytes(text))).toBeDefined();
  });
});

describe('checkObject of author and date', () => {
  const good = [
    person,
    ' <y@z> 1 +0000',
    'x <> 1 +0000',
    'x  <y> 1 +0000',
    'x <y@z> 0 +0000',
    'x <y@z>  1 +0000',
    'x <y@z> \t1 +0000',
    'x <y@z> 9223372036854775807 +0000',
    'x <y@z> 1 -9999',
  ];
  const bad = [
    ['<y@z> 1 +0000', 'missingNameBeforeEmail: missing space before email'],
    ['<', 'missingNameBeforeEmail: missing space before email'],
    ['', 'missingEmail: missing email'],
    ['x', 'missingEmail: missing email'],
    ['x y@z> 1 +0000', 'badName: bad name'],
    ['x > <y@z> 1 +0000', 'badName: bad name'],
    ['x<y@z> 1 +0000', 'missingSpaceBeforeEmail: missing space before email'],
    ['x <y@z 1 +0000', 'badEmail: bad email'],
    ['x <y<@z> 1 +0000', 'badEmail: bad email'],
    ['x <y@z>1 +0000', 'missingSpaceBeforeDate: missing space before date'],
    ['x <y>z> 1 +0000', 'missingSpaceBeforeDate: missing space before date'],
    ['x <y@z> 01 +0000', 'zeroPaddedDate: zero-padded date'],
    ['x <y@z> 00 +0000', 'zeroPaddedDate: zero-padded date'],
    ['x <y@z> 9223372036854775808 +0000', 'badDateOverflow: date causes integer overflow'],
    ['x <y@z> 99999999999999999999 +0000', 'badDateOverflow: date causes integer overflow'],
    ['x <y@z> +0000', 'badDate: bad date'],
    ['x <y@z> -1 +0000', 'badDate: bad date'],
    ['x <y@z> 1', 'badDate: bad date'],
    ['x <y@z> 1a +0000', 'badDate: bad date'],
    ['x <y@z> 1 ', 'badTimezone: bad time zone'],
    ['x <y@z> 1 0000', 'badTimezone: bad time zone'],
    ['x <y@z> 1 +000', 'badTimezone: bad time zone'],
    ['x <y@z> 1 +00000', 'badTimezone: bad time zone'],
    ['x <y@z> 1 +0000 ', 'badTimezone: bad time zone'],
    ['x <y@z> 1  +0000', 'badTimezone: bad time zone'],
  ] as const;
  const objects = (line: string) =>
    [
      ['commit', commit({ author: `author ${line}\n` })],
      ['commit', commit({ committer: `committer ${line}\n` })],
      ['tag', tag({ tagger: `tagger ${line}\n` })],
    ] as const;

  it.each(good)('accepts %j', (line) => {
    for (const [type, data] of objects(line)) expect(getFault(type, data)).toBeUndefined();
  });

  it.each(bad)('refuses %j', (line, fault) => {
    const words = fault.replace(': ', ': invalid author/committer line - ');
    for (const [type, data] of objects(line)) expect(getFault(type, data)).toBe(words);
  });
});

describe('checkObject of a tag', () => {
  it.each([
    ['a plain one', {}],
    ['an odd name', { name: 'tag a..b\n' }],
    ['no tagger', { tagger: '' }],
    ['nothing after its name', { tagger: '', rest: '' }],
    ['another line', { rest: 'extra x\n\nm\n' }],
    ['NUL in its message', { rest: '\n\0' }],
  ])('accepts one with %s', (_, lines) => {
    expect(getFault('tag', tag(lines))).toBeUndefined();
  });

  it.each([
    ['no object', { object: '' }, 'missingObject'],
    ['an object that is not an id', { object: 'object x\n' }, 'badObjectSha1'],
    ['no type', { type: '' }, 'missingTypeEntry'],
    ['an unknown type', { type: 'type x\n' }, 'badType'],
    ['a type without letters', { type: 'type \n' }, 'badType'],
    ['no name', { name: '' }, 'missingTagEntry'],
    ['NUL in its header', { rest: 'x\0\n\n' }, 'nulInHeader'],
    ['lines without end', { tagger: '', rest: 'x' }, 'unterminatedHeader'],
  ])('refuses one with %s', (_, lines, fault) => {
    expect(faultId('tag', tag(lines))).toBe(fault);
  });
});

describe('checkObject', () => {
  it('refuses a tree with its fault', () => {
    expect(getFault('tree', bytes(`40000 .git\0${'x'.repeat(20)}`))).toBe("hasDotgit: contains '.git'");
  });

  it('accepts any blob', () => {
    expect(getFault('blob', new Uint8Array([0, 1, 255]))).toBeUndefined();
  });

  it('refuses arbitrary bytes with a GitError only', () => {
    const whole = fc.constantFrom(
      commit({}),
      tag({}),
      bytes(`100644 .gi\0${'x'.repeat(20)}40000 git\0${'y'.repeat(20)}`),
    );
    const types = fc.constantFrom<ObjectType>('commit', 'tag', 'tree');
    fc.assert(
      fc.property(types, whole, fc.nat(), fc.uint8Array({ maxLength: 8 }), (type, data, at, put) => {
        const damaged = data.slice();
        damaged.set(put, at % (data.length - put.length));
        expect(() => getFault(type, damaged)).not.toThrow();
        expect(() => getFault(type, put)).not.toThrow();
      }),
    );
  });
});
