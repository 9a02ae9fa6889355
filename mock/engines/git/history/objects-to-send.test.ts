import { describe, expect, it } from 'vitest';
import type { ObjectId } from '../object-id.ts';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { CommitGraph } from './commit-graph.ts';
import { parseFilter } from './filter.ts';
import { objectsToSend, type SendRequest } from './objects-to-send.ts';

/** Two commits, the second of which changes one of two folders, and a tag of a tag of the first. */
function twoCommits() {
  const database = new MemoryDatabase();
  const files = {
    'a/deep/one': 'one\n',
    'a/two': 'two, which is longer\n',
    'b/three': 'three\n',
    four: '4\n',
  };
  const firstTree = database.files(files);
  const secondTree = database.files({ ...files, 'b/three': 'changed\n' });
  const first = database.commit({ tree: firstTree });
  const second = database.commit({ tree: secondTree, parents: [first], date: 1_000_000_100 });
  const inner = database.tag('inner', first);
  const outer = database.tag('outer', inner);
  const changed = {
    blob: database.blob('changed\n'),
    folder: database.files({ three: 'changed\n' }),
    tree: secondTree,
  };
  return { database, first, second, inner, outer, firstTree, secondTree, changed };
}

const send = (database: MemoryDatabase, request: SendRequest): readonly ObjectId[] => [
  ...objectsToSend(new CommitGraph(database), request).ids(),
];

describe('the objects to send', () => {
  it('are a whole history, each object once: commits from the newest, then trees and blobs by path', () => {
    const { database, first, second, firstTree, secondTree, changed } = twoCommits();
    expect(send(database, { wants: [second, second, first] })).toEqual([
      second,
      first,
      secondTree,
      database.files({ 'deep/one': 'one\n', two: 'two, which is longer\n' }),
      database.files({ one: 'one\n' }),
      changed.folder,
      firstTree,
      database.files({ three: 'three\n' }),
      database.blob('one\n'),
      database.blob('two, which is longer\n'),
      changed.blob,
      database.blob('4\n'),
      database.blob('three\n'),
    ]);
  });

  it('have the ids that Git gives the same objects', () => {
    const { second, outer } = twoCommits();
    expect([second, outer]).toEqual([
      '99ec1989e48987214bcc93917a48a088851d9536',
      'e0ca99ffc48f8d11ee52ce5e48cf4188f72fec8c',
    ]);
  });

  it('are only the changes, for a client with the parent commit', () => {
    const { database, first, second, changed, firstTree } = twoCommits();
    const list = objectsToSend(new CommitGraph(database), { wants: [second], haves: [first] });
    expect([...list.ids()]).toEqual([second, changed.tree, changed.folder, changed.blob]);
    const known = [first, firstTree, database.blob('three\n'), database.blob('4\n')];
    expect(known.map((id) => list.isAssumed(id))).toEqual([true, true, true, true]);
    expect([list.isAssumed(second), list.isAssumed(changed.blob), list.has(first)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are searched in changed trees only', () => {
    const { database, first, second } = twoCommits();
    send(database, { wants: [second], haves: [first] });
    const { reads } = database;
    send(database, { wants: [second], haves: [first] });
    // Two commits, with the changed tree and folder before and after.
    expect(database.reads - reads).toBe(6);
  });

  it('are none for a client with the wanted commit, or a later one', () => {
    const { database, first, second } = twoCommits();
    expect(send(database, { wants: [second], haves: [second] })).toEqual([]);
    expect(send(database, { wants: [first], haves: [second] })).toEqual([]);
  });

  it('do not depend on missing haves', () => {
    const { database, first } = twoCommits();
    expect(send(database, { wants: [first], haves: ['1'.repeat(40)] })).toHaveLength(9);
  });

  it('leave out objects merged from a common commit', () => {
    const database = new MemoryDatabase();
    const side = database.line(3, 500);
    const main = database.line(4, 900);
    const tree = database.files({ file: 'merged\n' });
    const merge = database.commit({ tree, parents: [main[3] ?? '', side[2] ?? ''], date: 2_000 });
    const haves = [main[1] ?? '', side[2] ?? ''];
    const sent = send(database, { wants: [merge], haves });
    expect(sent.filter((id) => database.getType(id) === 'commit')).toEqual([merge, main[3], main[2]]);
  });

  it('leave out common objects even when a later commit has an earlier date', () => {
    const database = new MemoryDatabase();
    const base = database.commit({ tree: database.files({ file: 'base\n' }), date: 1_000 });
    const common = database.commit({ parents: [base], date: 10, message: 'had' });
    const wanted = database.commit({ parents: [base], date: 2_000, message: 'wanted' });
    expect(send(database, { wants: [wanted], haves: [common] })).not.toContain(base);
  });

  it('skip the commits of submodules', () => {
    const database = new MemoryDatabase();
    const tree = database.tree([{ mode: '160000', name: 'sub', id: '1'.repeat(40) }]);
    const commit = database.commit({ tree });
    expect(send(database, { wants: [commit] })).toEqual([commit, tree]);
  });

  it('include the wanted tags and all they peel to', () => {
    const { database, first, inner, outer } = twoCommits();
    const sent = send(database, { wants: [outer] });
    expect(sent.slice(0, 3)).toEqual([first, outer, inner]);
    expect(send(database, { wants: [outer], haves: [inner] })).toEqual([outer]);
  });

  it('include other tags, and tags of tags, whose target is sent', () => {
    const { database, first, second, inner, outer } = twoCommits();
    const includeTags = [outer, inner];
    expect(send(database, { wants: [second], includeTags })).toEqual(expect.arrayContaining([outer, inner]));
    const sent = send(database, { wants: [second], haves: [first], includeTags });
    expect(sent).not.toContain(outer);
  });

  it('include trees and blobs wanted by id', () => {
    const { database, changed } = twoCommits();
    expect(send(database, { wants: [changed.blob] })).toEqual([changed.blob]);
    expect(send(database, { wants: [changed.folder] })).toEqual([changed.folder, changed.blob]);
  });

  it('end at a cut commit, with all its objects', () => {
    const { database, first, second, secondTree } = twoCommits();
    const sent = send(database, { wants: [second], cut: [second] });
    expect(sent).toHaveLength(9);
    expect(sent).toEqual(expect.arrayContaining([second, secondTree]));
    expect(sent).not.toContain(first);
  });

  it('assume no haves behind the boundary of a shallow client', () => {
    const database = new MemoryDatabase();
    const [base, end, tip] = database.line(3);
    const sent = send(database, { wants: [base ?? ''], haves: [tip ?? ''], cut: [end ?? ''] });
    expect(sent).toContain(base);
  });

  it('can be deeper than the call stack', () => {
    const database = new MemoryDatabase();
    let tree = database.tree([]);
    for (let depth = 0; depth < 20_000; depth += 1)
      tree = database.tree([{ mode: '40000', name: 'd', id: tree }]);
    expect(send(database, { wants: [database.commit({ tree })] })).toHaveLength(20_002);
  });

  it.each([
    ['a missing want', (_: MemoryDatabase) => '1'.repeat(40)],
    ['a missing tree', (database: MemoryDatabase) => database.commit({ tree: '1'.repeat(40) })],
    ['a blob for a tree', (database: MemoryDatabase) => database.commit({ tree: database.blob('one') })],
  ])('are refused for %s', (_, make) => {
    const database = new MemoryDatabase();
    expect(thrownBy(() => send(database, { wants: [make(database)] }))).toBe('missing-object');
  });

  it('are refused for bytes that are not a tree', () => {
    const database = new MemoryDatabase();
    const tree = database.add('tree', new TextEncoder().encode('100644 name'));
    expect(thrownBy(() => send(database, { wants: [tree] }))).toBe('bad-object');
  });
});

describe('a filter', () => {
  const one = 'one\n';
  const counts = (spec: string, wants?: (made: ReturnType<typeof twoCommits>) => readonly ObjectId[]) => {
    const made = twoCommits();
    const request = { wants: wants?.(made) ?? [made.second], filter: parseFilter(spec) };
    return objectsToSend(new CommitGraph(made.database), request).counts;
  };

  it.each([
    ['blob:none', { commit: 2, tag: 0, tree: 6, blob: 0 }],
    ['blob:limit=5', { commit: 2, tag: 0, tree: 6, blob: 2 }],
    ['blob:limit=6', { commit: 2, tag: 0, tree: 6, blob: 2 }],
    ['blob:limit=7', { commit: 2, tag: 0, tree: 6, blob: 3 }],
    ['tree:0', { commit: 2, tag: 0, tree: 0, blob: 0 }],
    ['tree:1', { commit: 2, tag: 0, tree: 2, blob: 0 }],
    ['tree:2', { commit: 2, tag: 0, tree: 5, blob: 1 }],
    ['tree:3', { commit: 2, tag: 0, tree: 6, blob: 4 }],
    ['tree:4', { commit: 2, tag: 0, tree: 6, blob: 5 }],
    ['object:type=blob', { commit: 1, tag: 0, tree: 0, blob: 5 }],
    ['object:type=commit', { commit: 2, tag: 0, tree: 0, blob: 0 }],
    ['combine:tree:3+blob:limit=7', { commit: 2, tag: 0, tree: 6, blob: 2 }],
  ])('leaves the expected objects with %s', (spec, expected) => {
    expect(counts(spec)).toEqual(expected);
  });

  it('never leaves out objects wanted by id', () => {
    const blob = ({ database }: ReturnType<typeof twoCommits>) => [database.blob(one)];
    expect(counts('combine:blob:none+tree:0', blob)).toEqual({ commit: 0, tag: 0, tree: 0, blob: 1 });
    const tree = ({ firstTree }: ReturnType<typeof twoCommits>) => [firstTree];
    expect(counts('tree:0', tree)).toEqual({ commit: 0, tag: 0, tree: 1, blob: 0 });
    expect(counts('tree:1', tree)).toEqual({ commit: 0, tag: 0, tree: 3, blob: 1 });
    const tag = ({ outer }: ReturnType<typeof twoCommits>) => [outer];
    expect(counts('object:type=blob', tag)).toEqual({ commit: 0, tag: 1, tree: 0, blob: 4 });
  });

  it('counts the depth of a tree from its nearest occurrence', () => {
    const database = new MemoryDatabase();
    const shared = database.files({ inner: one });
    const nested = database.tree([{ mode: '40000', name: 'x', id: shared }]);
    const tree = database.tree([
      { mode: '40000', name: 'a', id: nested },
      { mode: '40000', name: 'b', id: shared },
    ]);
    const filter = parseFilter('tree:3');
    const sent = send(database, { wants: [database.commit({ tree })], filter });
    expect(sent).toContain(database.blob(one));
  });
});

const all = { blobLimit: undefined, treeDepth: undefined, types: undefined };

it.each([
  ['blob:none', { ...all, blobLimit: 0 }],
  ['blob:limit=0', { ...all, blobLimit: 0 }],
  ['blob:limit=10', { ...all, blobLimit: 10 }],
  ['blob:limit=2k', { ...all, blobLimit: 2_048 }],
  ['blob:limit=1M', { ...all, blobLimit: 1_048_576 }],
  ['blob:limit=3g', { ...all, blobLimit: 3_221_225_472 }],
  ['tree:0', { ...all, treeDepth: 0 }],
  ['tree:12', { ...all, treeDepth: 12 }],
  ['object:type=tag', { ...all, types: new Set(['tag']) }],
  ['combine:blob:none+tree:3', { ...all, blobLimit: 0, treeDepth: 3 }],
  ['combine:tree:5+tree:3+blob:limit=1k', { ...all, blobLimit: 1_024, treeDepth: 3 }],
  ['combine:blob%3Anone+object%3atype=blob', { ...all, blobLimit: 0, types: new Set(['blob']) }],
  ['combine:object:type=blob+object:type=tree', { ...all, types: new Set() }],
  ['combine:combine%3Ablob:none%2Btree:1+tree:2', { ...all, blobLimit: 0, treeDepth: 1 }],
])('parses %s', (spec, filter) => {
  expect(parseFilter(spec)).toEqual(filter);
});

it.each([
  '',
  'blob',
  'blob:limit=',
  'blob:limit=-1',
  'blob:limit=1t',
  'tree:',
  'tree:-1',
  'tree:1.5',
  'object:type=note',
  'object:type=',
  'combine:',
  'combine:blob:none+',
  'combine:blob:none+%',
  'combine:blob:none+tree 1',
  'combine:blob:none+unknown',
  `${'combine:'.repeat(1_000)}blob:none`,
])('refuses %j verbatim', (spec) => {
  expect(() => parseFilter(spec)).toThrow(`filter '${spec}' not supported`);
  expect(thrownBy(() => parseFilter(spec))).toBe('not-supported');
});

it('refuses a sparse checkout by the name of its kind', () => {
  expect(() => parseFilter('sparse:oid=main:.sparse')).toThrow("filter 'sparse:oid' not supported");
});
