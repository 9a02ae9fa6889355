import { describe, expect, it } from 'vitest';
import { treeFault } from './check-tree.ts';

// The faults and their messages are those of `git index-pack --strict` of Git 2.39 for the same trees. The one
// exception is a mode of no known kind: there it only warns, and fails when it checks the whole repository.

const bytes = (text: string) => new TextEncoder().encode(text);

/** The id of the fault, without its message. */
const faultId = (data: Uint8Array) => treeFault(data)?.split(':')[0];

type Row = readonly [mode: string, name: string | Uint8Array, id?: number];

/** Entries by their kind (`f`ile, `t`ree, `l`ink, `g`itlink) or their mode, and their name: `f:a t:b 100600:c`. */
const getRows = (text: string): Row[] =>
  text.split(' ').map((row) => {
    const [kind = '', name = ''] = row.split(':');
    return [modes[kind] ?? kind, name];
  });
const modes: Readonly<Record<string, string>> = { f: '100644', t: '40000', l: '120000', g: '160000' };

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
    ['all kinds of entries', getRows('f:a 100755:b l:c t:d g:e')],
    ['permissions of old', getRows('100664:a 100600:b 40755:c')],
    ['a tree sorted as if it ended in a slash', getRows('f:a.b t:a f:a0')],
    ['names sorted by their bytes', getRows('f:A f:a f:z f:ü')],
    ["a file whose name is a prefix of a tree's", getRows('f:fo f:fo-x t:foo')],
    ['files next to similarly named trees', getRows('f:foo f:foo-1 t:foo-2 f:fop')],
  ])('finds nothing in a tree with %s', (_, rows) => {
    expect(treeFault(tree(...rows))).toBeUndefined();
  });

  it.each<[string, Row[], string]>([
    ['an id of zeros', [['100644', 'a', 0]], 'nullSha1: contains entries pointing to null sha1'],
    ['a slash in a name', getRows('f:a/b'), 'fullPathname: contains full pathnames'],
    ['a name of a dot', getRows('t:.'), "hasDot: contains '.'"],
    ['a name of two dots', getRows('t:..'), "hasDotdot: contains '..'"],
    [
      'a mode with a leading zero',
      getRows('040000:a'),
      'zeroPaddedFilemode: contains zero-padded file modes',
    ],
    ['a mode of no known kind', getRows('20000:a'), 'badFilemode: contains bad file modes'],
    ['a mode with too many bits', getRows('1100644:a'), 'badFilemode: contains bad file modes'],
    ['a name twice', getRows('f:a f:a'), 'duplicateEntries: contains duplicate file entries'],
    [
      'a file and a tree of one name',
      getRows('f:a t:a'),
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'a file and a tree of one name, far apart',
      getRows('f:foo f:foo.bar f:foo.bar.baz t:foo.bar t:foo'),
      'duplicateEntries: contains duplicate file entries',
    ],
    [
      'a link and a tree of one name, with one between',
      getRows('l:foo f:foo.x t:foo'),
      'duplicateEntries: contains duplicate file entries',
    ],
    ['names out of order', getRows('f:b f:a'), 'treeNotSorted: not properly sorted'],
    ['a tree sorted like a file', getRows('t:a f:a.b'), 'treeNotSorted: not properly sorted'],
    ['a gitlink sorted like a tree', getRows('f:a.b g:a'), 'treeNotSorted: not properly sorted'],
    ['no name', [['100644', '']], 'badTree: cannot be parsed as a tree'],
    ['no mode', [['', 'a']], 'badTree: cannot be parsed as a tree'],
    ['a mode that is not a number', getRows('10x644:a'), 'badTree: cannot be parsed as a tree'],
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

  it('finds a truncated one', () => {
    expect(faultId(tree(['100644', 'a']).subarray(0, -1))).toBe('badTree');
  });

  it.each([
    ...'.git .GIT .git. .git::$INDEX .git:x git~1 GIT~1 git~1:x'.split(' '),
    '.git ',
    '.git. .',
    '.git\\foo',
    'git~1 ',
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
  ])('finds a name that some file system treats as .git: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId(tree([mode, name]))).toBe('hasDotgit');
  });

  it.each([
    ...'git git~2 git~10 .gitx .git~1 .gİt ... .gitmodules .gitattributes .gitignore con a:b -'.split(' '),
    '.g\u2030it',
    '. ',
    '.. ',
    'a\\b',
    'a\\..',
    '.git\u0130',
    new Uint8Array([0x2e, 0xff, 0x67, 0x69, 0x74]),
    new Uint8Array([0xff]),
  ])('accepts a name that none does: %j', (name) => {
    for (const mode of ['100644', '40000']) expect(faultId(tree([mode, name]))).toBeUndefined();
  });

  it.each([
    ...'.gitmodules .GITMODULES .gitmodules:x gitmod~1 gitmod~4 gitmod~1. gi7eba~1 gi~10000 g~100000 ~1000000'.split(
      ' ',
    ),
    '.gitmodules ',
    'a\\.gitmodules',
    '.gitm\u200codules',
  ])('finds a link by a name that some file system treats as .gitmodules: %j', (name) => {
    expect(faultId(tree(['120000', name]))).toBe('gitmodulesSymlink');
    expect(faultId(tree(['100644', name]))).toBeUndefined();
  });

  it.each(['gitmod~5', 'gi7eba~10', 'GI7EBA~99', 'gi7eb~01', 'gi7d29~1', '.gitmodulesx', 'gitmod'])(
    'accepts a link by a name that none does: %j',
    (name) => {
      expect(faultId(tree(['120000', name]))).toBeUndefined();
    },
  );
});
