import { describe, expect, it } from 'vitest';
import { treeFault } from './check-tree.ts';

// What is found, and in which words, is what `git index-pack --strict` of Git 2.39 said of the same trees; only of a
// mode that is no kind of entry it warns there, and complains when all of a repository is checked.

const bytes = (text: string) => new TextEncoder().encode(text);

/** The id of the fault, without its words. */
const faultId = (data: Uint8Array) => treeFault(data)?.split(':')[0];

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

describe('treeFault', () => {
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
  ])('finds nothing in a tree with %s', (_, rows) => {
    expect(treeFault(tree(...rows))).toBeUndefined();
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
  ])('finds a tree with %s', (_, rows, fault) => {
    expect(treeFault(tree(...rows))).toBe(fault);
  });

  it('finds one that is cut', () => {
    expect(faultId(tree(['100644', 'a']).subarray(0, -1))).toBe('badTree');
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
  ])('finds a name that some file system takes for .git: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId(tree([mode, name]))).toBe('hasDotgit');
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
  ])('passes a name that none does: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId(tree([mode, name]))).toBeUndefined();
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
  ])('finds a link by a name that some file system takes for .gitmodules: %j', (name) => {
    expect(faultId(tree(['120000', name]))).toBe('gitmodulesSymlink');
    expect(faultId(tree(['100644', name]))).toBeUndefined();
  });

  it.each(['gitmod~5', 'gi7eba~10', 'GI7EBA~99', 'gi7eb~01', 'gi7d29~1', '.gitmodulesx', 'gitmod'])(
    'passes a link by a name that none does: %j',
    (name) => {
      expect(faultId(tree(['120000', name]))).toBeUndefined();
    },
  );
});
