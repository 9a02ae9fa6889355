import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GitError } from '../git-error.ts';
import type { ObjectType } from '../object-id.ts';
import { checkObject } from './check-object.ts';

// What is refused, and with which words, is what `git index-pack --strict` of Git 2.39 said of the same objects.

const id = 'a'.repeat(40);
const person = 'x <y@z> 1 +0000';
const bytes = (text: string) => new TextEncoder().encode(text);

/** What an object is refused with; nothing when it is let through. */
function faultOf(type: ObjectType, data: Uint8Array): string | undefined {
  try {
    checkObject(type, data);
    return undefined;
  } catch (error) {
    if (error instanceof GitError && error.failure === 'bad-object') return error.message;
    throw error;
  }
}

/** The id of the fault, without its words. */
const faultId = (type: ObjectType, data: Uint8Array) => faultOf(type, data)?.split(':')[0];

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

type Row = readonly [mode: string, name: string | Uint8Array, id?: number];

function tree(...rows: readonly Row[]): Uint8Array {
  const parts = rows.map(([mode, name, byte = 1]) => [
    ...bytes(`${mode} `),
    ...(typeof name === 'string' ? bytes(name) : name),
    0,
    ...new Uint8Array(20).fill(byte),
  ]);
  return new Uint8Array(parts.flat());
}

describe('checkObject of a commit', () => {
  it.each([
    ['a plain one', {}],
    ['parents', { parents: `parent ${id}\nparent ${id}\n` }],
    ['an id of upper-case digits', { tree: `tree ${id.toUpperCase()}\n` }],
    ['no body', { rest: '' }],
    ['lines of other kinds', { rest: 'encoding UTF-8\ngpgsig x\n y\ngarbage\n\nm' }],
  ])('lets %s through', (_, lines) => {
    expect(faultOf('commit', commit(lines))).toBeUndefined();
  });

  it.each([
    ['no tree', { tree: '' }, "missingTree: invalid format - expected 'tree' line"],
    ['a tree that is no id', { tree: 'tree abc\n' }, "badTreeSha1: invalid 'tree' line format - bad sha1"],
    ['more behind its tree', { tree: `tree ${id} \n` }, "badTreeSha1: invalid 'tree' line format - bad sha1"],
    [
      'a parent that is no id',
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
      'a parent behind the author',
      { author: `author ${person}\nparent ${id}\n` },
      "missingCommitter: invalid format - expected 'committer' line",
    ],
    [
      'a committer of no zone',
      { committer: 'committer x <y> 1 \n' },
      'badTimezone: invalid author/committer line - bad time zone',
    ],
    [
      'NUL in its lines',
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
    expect(faultOf('commit', commit(lines))).toBe(fault);
  });

  it.each(['', '\n', '\n\n'])('refuses one of nothing but line feeds: %j', (text) => {
    expect(faultOf('commit', bytes(text))).toBeDefined();
  });
});

describe('checkObject of who and when', () => {
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
    ['<y@z> 1 +0000', 'missingNameBeforeEmail: invalid author/committer line - missing space before email'],
    ['<', 'missingNameBeforeEmail: invalid author/committer line - missing space before email'],
    ['', 'missingEmail: invalid author/committer line - missing email'],
    ['x', 'missingEmail: invalid author/committer line - missing email'],
    ['x y@z> 1 +0000', 'badName: invalid author/committer line - bad name'],
    ['x > <y@z> 1 +0000', 'badName: invalid author/committer line - bad name'],
    ['x<y@z> 1 +0000', 'missingSpaceBeforeEmail: invalid author/committer line - missing space before email'],
    ['x <y@z 1 +0000', 'badEmail: invalid author/committer line - bad email'],
    ['x <y<@z> 1 +0000', 'badEmail: invalid author/committer line - bad email'],
    ['x <y@z>1 +0000', 'missingSpaceBeforeDate: invalid author/committer line - missing space before date'],
    ['x <y>z> 1 +0000', 'missingSpaceBeforeDate: invalid author/committer line - missing space before date'],
    ['x <y@z> 01 +0000', 'zeroPaddedDate: invalid author/committer line - zero-padded date'],
    ['x <y@z> 00 +0000', 'zeroPaddedDate: invalid author/committer line - zero-padded date'],
    [
      'x <y@z> 9223372036854775808 +0000',
      'badDateOverflow: invalid author/committer line - date causes integer overflow',
    ],
    [
      'x <y@z> 99999999999999999999 +0000',
      'badDateOverflow: invalid author/committer line - date causes integer overflow',
    ],
    ['x <y@z> +0000', 'badDate: invalid author/committer line - bad date'],
    ['x <y@z> -1 +0000', 'badDate: invalid author/committer line - bad date'],
    ['x <y@z> 1', 'badDate: invalid author/committer line - bad date'],
    ['x <y@z> 1a +0000', 'badDate: invalid author/committer line - bad date'],
    ['x <y@z> 1 ', 'badTimezone: invalid author/committer line - bad time zone'],
    ['x <y@z> 1 0000', 'badTimezone: invalid author/committer line - bad time zone'],
    ['x <y@z> 1 +000', 'badTimezone: invalid author/committer line - bad time zone'],
    ['x <y@z> 1 +00000', 'badTimezone: invalid author/committer line - bad time zone'],
    ['x <y@z> 1 +0000 ', 'badTimezone: invalid author/committer line - bad time zone'],
    ['x <y@z> 1  +0000', 'badTimezone: invalid author/committer line - bad time zone'],
  ] as const;
  const objects = (line: string) =>
    [
      ['commit', commit({ author: `author ${line}\n` })],
      ['commit', commit({ committer: `committer ${line}\n` })],
      ['tag', tag({ tagger: `tagger ${line}\n` })],
    ] as const;

  it.each(good)('lets %j through', (line) => {
    for (const [type, data] of objects(line)) expect(faultOf(type, data)).toBeUndefined();
  });

  it.each(bad)('refuses %j', (line, fault) => {
    for (const [type, data] of objects(line)) expect(faultOf(type, data)).toBe(fault);
  });
});

describe('checkObject of a tag', () => {
  it.each([
    ['a plain one', {}],
    ['an odd name', { name: 'tag a..b\n' }],
    ['no tagger', { tagger: '' }],
    ['nothing behind its name', { tagger: '', rest: '' }],
    ['another line', { rest: 'extra x\n\nm\n' }],
    ['NUL in its message', { rest: '\n\0' }],
  ])('lets one through with %s', (_, lines) => {
    expect(faultOf('tag', tag(lines))).toBeUndefined();
  });

  it.each([
    ['no object', { object: '' }, 'missingObject'],
    ['an object that is no id', { object: 'object x\n' }, 'badObjectSha1'],
    ['no type', { type: '' }, 'missingTypeEntry'],
    ['an unknown type', { type: 'type x\n' }, 'badType'],
    ['a type of no letters', { type: 'type \n' }, 'badType'],
    ['no name', { name: '' }, 'missingTagEntry'],
    ['NUL in its lines', { rest: 'x\0\n\n' }, 'nulInHeader'],
    ['lines without end', { tagger: '', rest: 'x' }, 'unterminatedHeader'],
  ])('refuses one with %s', (_, lines, fault) => {
    expect(faultId('tag', tag(lines))).toBe(fault);
  });
});

describe('checkObject of a tree', () => {
  it.each<[string, Row[]]>([
    ['nothing in it', []],
    [
      'all kinds of entries',
      [
        ['100644', 'a'],
        ['100755', 'b'],
        ['120000', 'c'],
        ['40000', 'd'],
        ['160000', 'e'],
      ],
    ],
    [
      'permissions of old',
      [
        ['100664', 'a'],
        ['100600', 'b'],
        ['40755', 'c'],
      ],
    ],
    [
      'a tree sorted as if it ended in a slash',
      [
        ['100644', 'a.b'],
        ['40000', 'a'],
        ['100644', 'a0'],
      ],
    ],
    [
      'names sorted by their bytes',
      [
        ['100644', 'A'],
        ['100644', 'a'],
        ['100644', 'z'],
        ['100644', 'ü'],
      ],
    ],
    [
      'a file whose name a tree begins with',
      [
        ['100644', 'fo'],
        ['100644', 'fo-x'],
        ['40000', 'foo'],
      ],
    ],
    [
      'files that trees are near of',
      [
        ['100644', 'foo'],
        ['100644', 'foo-1'],
        ['40000', 'foo-2'],
        ['100644', 'fop'],
      ],
    ],
  ])('lets one through with %s', (_, rows) => {
    expect(faultOf('tree', tree(...rows))).toBeUndefined();
  });

  it.each<[string, Row[], string]>([
    ['an id of zeros', [['100644', 'a', 0]], 'nullSha1: contains entries pointing to null sha1'],
    ['a slash in a name', [['100644', 'a/b']], 'fullPathname: contains full pathnames'],
    ['a name of a dot', [['40000', '.']], "hasDot: contains '.'"],
    ['a name of two dots', [['40000', '..']], "hasDotdot: contains '..'"],
    [
      'a mode with a zero before it',
      [['040000', 'a']],
      'zeroPaddedFilemode: contains zero-padded file modes',
    ],
    ['a mode of no kind', [['20000', 'a']], 'badFilemode: contains bad file modes'],
    ['a mode of too many bits', [['1100644', 'a']], 'badFilemode: contains bad file modes'],
    [
      'a name twice',
      [
        ['100644', 'a'],
        ['100644', 'a'],
      ],
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'a file and a tree of one name',
      [
        ['100644', 'a'],
        ['40000', 'a'],
      ],
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'a file and a tree of one name, far apart',
      [
        ['100644', 'foo'],
        ['100644', 'foo.bar'],
        ['100644', 'foo.bar.baz'],
        ['40000', 'foo.bar'],
        ['40000', 'foo'],
      ],
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'a link and a tree of one name, with one between',
      [
        ['120000', 'foo'],
        ['100644', 'foo.x'],
        ['40000', 'foo'],
      ],
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'names out of order',
      [
        ['100644', 'b'],
        ['100644', 'a'],
      ],
      'treeNotSorted: not properly sorted',
    ],
    [
      'a tree sorted like a file',
      [
        ['40000', 'a'],
        ['100644', 'a.b'],
      ],
      'treeNotSorted: not properly sorted',
    ],
    [
      'a gitlink sorted like a tree',
      [
        ['100644', 'a.b'],
        ['160000', 'a'],
      ],
      'treeNotSorted: not properly sorted',
    ],
    ['no name', [['100644', '']], 'badTree: cannot be parsed as a tree'],
    ['no mode', [['', 'a']], 'badTree: cannot be parsed as a tree'],
    ['a mode that is no number', [['10x644', 'a']], 'badTree: cannot be parsed as a tree'],
    [
      'many faults, of which it names the first',
      [
        ['0100644', '.git', 0],
        ['100644', '.'],
        ['100644', '.'],
      ],
      'nullSha1: contains entries pointing to null sha1',
    ],
  ])('refuses one with %s', (_, rows, fault) => {
    expect(faultOf('tree', tree(...rows))).toBe(fault);
  });

  it('refuses one that is cut', () => {
    expect(faultId('tree', tree(['100644', 'a']).subarray(0, -1))).toBe('badTree');
  });

  it.each([
    '.git',
    '.GIT',
    '.git.',
    '.git ',
    '.git. .',
    '.git::$INDEX',
    '.git:x',
    '.git\\foo',
    'git~1',
    'GIT~1',
    'git~1 ',
    'git~1:x',
    'a\\.git',
    'a\\.git\\b',
    'a\\git~1',
    '.g\u200cit',
    '\u200c.git',
    '.git\u200c',
    '\ufeff.git',
    '\u206a.git\u206f',
    new Uint8Array([0x2e, 0x67, 0x69, 0x74, 0xff]),
    new Uint8Array([0x2e, 0x67, 0x69, 0x74, 0xe2, 0x80]),
  ])('refuses a name that some file system takes for .git: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId('tree', tree([mode, name]))).toBe('hasDotgit');
  });

  it.each([
    'git',
    'git~2',
    'git~10',
    '.gitx',
    '.git~1',
    '.g\u2030it',
    '.gİt',
    '...',
    '. ',
    '.. ',
    'a\\b',
    'a\\..',
    '.gitmodules',
    '.gitattributes',
    '.gitignore',
    'con',
    'a:b',
    '-',
    '.git\u0130',
    new Uint8Array([0x2e, 0xff, 0x67, 0x69, 0x74]),
    new Uint8Array([0xff]),
  ])('lets a name through that none does: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId('tree', tree([mode, name]))).toBeUndefined();
  });

  it.each([
    '.gitmodules',
    '.GITMODULES',
    '.gitmodules ',
    '.gitmodules:x',
    'a\\.gitmodules',
    '.gitm\u200codules',
    'gitmod~1',
    'gitmod~4',
    'gitmod~1.',
    'gi7eba~1',
    'gi~10000',
    'g~100000',
    '~1000000',
  ])('refuses a link by a name that some file system takes for .gitmodules: %j', (name) => {
    expect(faultId('tree', tree(['120000', name]))).toBe('gitmodulesSymlink');
    expect(faultId('tree', tree(['100644', name]))).toBeUndefined();
  });

  it.each(['gitmod~5', 'gi7eba~10', 'GI7EBA~99', 'gi7eb~01', 'gi7d29~1', '.gitmodulesx', 'gitmod'])(
    'lets a link through by a name that none does: %j',
    (name) => {
      expect(faultId('tree', tree(['120000', name]))).toBeUndefined();
    },
  );
});

describe('checkObject', () => {
  it('lets any blob through', () => {
    expect(faultOf('blob', new Uint8Array([0, 1, 255]))).toBeUndefined();
  });

  it('refuses any bytes whatever with its own error only', () => {
    const whole = fc.constantFrom(commit({}), tag({}), tree(['100644', '.gi'], ['40000', 'git']));
    const types = fc.constantFrom<ObjectType>('commit', 'tag', 'tree');
    fc.assert(
      fc.property(types, whole, fc.nat(), fc.uint8Array({ maxLength: 8 }), (type, data, at, put) => {
        const damaged = data.slice();
        damaged.set(put, at % (data.length - put.length));
        expect(() => faultOf(type, damaged)).not.toThrow();
        expect(() => faultOf(type, put)).not.toThrow();
      }),
    );
  });
});
