import { describe, expect, it } from 'vitest';
import type { ObjectId } from '../object-id.ts';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { thrownBy } from '../testing/thrown-by.ts';
import { CommitGraph } from './commit-graph.ts';
import { Negotiation } from './negotiation.ts';
import { objectsToSend } from './objects-to-send.ts';
import { type DepthRequest, infiniteDepth, planDepth } from './shallow.ts';

/** Ten commits in a line, named by position from 0, the oldest, on. */
function tenCommits() {
  const database = new MemoryDatabase();
  const ids = database.line(10);
  const graph = new CommitGraph(database);
  const id = (place: number): ObjectId => ids[place] ?? '';
  const places = (named: readonly ObjectId[]) => named.map((name) => ids.indexOf(name)).sort((a, b) => a - b);
  return { database, graph, id, places };
}

interface Places {
  readonly wants?: readonly number[];
  readonly shallow?: readonly number[];
  readonly not?: readonly number[];
}

/** A plan for the ten commits, by position. */
function plan({ wants = [9], shallow = [], not, ...rest }: Places & Omit<DepthRequest, keyof Places>) {
  const { graph, id, places } = tenCommits();
  const named = { wants: wants.map(id), shallow: shallow.map(id), ...(not && { not: not.map(id) }) };
  const found = planDepth(graph, { ...named, ...rest });
  return {
    shallow: places(found.shallow),
    unshallow: places(found.unshallow),
    cut: places(found.cut),
    wants: places(found.wants),
  };
}

const date = 1_000_000_000;

describe('the plan for a depth', () => {
  // The members of the plan: shallow, unshallow, cut, wants.
  it.each<[string, Parameters<typeof plan>[0], [number[], number[], number[], number[]]]>([
    ['no depth is requested', {}, [[], [], [], []]],
    ['a shallow client requests no depth', { shallow: [4] }, [[], [], [4], []]],
    ['one commit is requested', { depth: 1 }, [[9], [], [9], []]],
    ['three are requested', { depth: 3 }, [[7], [], [7], []]],
    ['exactly all commits are requested', { depth: 10 }, [[0], [], [0], []]],
    ['more commits are requested than exist', { depth: 11 }, [[], [], [], []]],
    ['several wants have one depth', { wants: [9, 4], depth: 2 }, [[3, 8], [], [3, 8], []]],
    ['one want ends inside of another', { wants: [9, 8], depth: 2 }, [[7], [], [7], []]],
    ['a client goes deeper', { shallow: [7], depth: 5 }, [[5], [7], [5, 7], [6]]],
    ['a client stays', { shallow: [7], depth: 3 }, [[], [], [7], []]],
    ['a client becomes shallower', { shallow: [5], depth: 2 }, [[8], [], [5, 8], []]],
    [
      'a client deepens from its boundary',
      { shallow: [7], depth: 2, isRelative: true },
      [[5], [7], [5, 7], [6]],
    ],
    ['a client requests everything', { shallow: [7], depth: infiniteDepth }, [[], [7], [7], [6]]],
    ['a date is requested', { since: date + 6 }, [[6], [], [6], []]],
    ['a date before all commits is requested', { since: 5 }, [[], [], [], []]],
    ['a client moves to a date', { shallow: [7], since: date + 3 }, [[3], [7], [3, 7], [6]]],
    ['a ref is excluded', { not: [4] }, [[5], [], [5], []]],
    ['a ref and a date are excluded', { not: [4], since: date + 8 }, [[8], [], [8], []]],
  ])('is right when %s', (_, request, [shallow, unshallow, cut, wants]) => {
    expect(plan(request)).toEqual({ shallow, unshallow, cut, wants });
  });

  it.each([
    ['nothing', {}, [4], []],
    ['a depth within', { depth: 2 }, [8], []],
    ['a depth beyond', { depth: 20 }, [4], []],
    ['all', { depth: infiniteDepth, shallow: [7] }, [4], [7]],
    ['everything, and ends there', { depth: infiniteDepth, shallow: [4] }, [], []],
    ['nothing, and ends before', { shallow: [7] }, [], []],
    ['a date before', { since: date }, [4], []],
    ['an older commit that does not exist', { wants: [4], depth: 3 }, [4], []],
  ])("gives a client that requests %s the repository's boundary", (_, request, shallow, unshallow) => {
    const { wants = [9], shallow: ends = [], ...rest }: Places & Omit<DepthRequest, keyof Places> = request;
    const { database, id, places } = tenCommits();
    const graph = new CommitGraph(database, [id(4)]);
    const found = planDepth(graph, { ...rest, not: [], wants: wants.map(id), shallow: ends.map(id) });
    expect(places(found.shallow)).toEqual(shallow);
    expect(places(found.unshallow)).toEqual(unshallow);
  });

  it('counts the least depth of each commit', () => {
    const database = new MemoryDatabase();
    const [base = '', middle = '', top = ''] = database.line(3);
    const merge = database.commit({ parents: [top, base], date: date + 9 });
    const graph = new CommitGraph(database);
    const { shallow } = planDepth(graph, { wants: [merge], shallow: [], depth: 2 });
    expect(new Set(shallow)).toEqual(new Set([top, base]));
    expect(planDepth(graph, { wants: [merge], shallow: [], depth: 3 }).shallow).toEqual([middle]);
  });

  it.each([
    ['a date after all', { since: date + 100 }],
    ['a ref that reaches everything', { not: [9] }],
  ])('is refused for %s', (_, request) => {
    expect(() => plan(request)).toThrow('no commits selected for shallow requests');
  });

  it('ignores missing shallow commits, and refuses other types', () => {
    const { database, graph, id } = tenCommits();
    const unknown = planDepth(graph, { wants: [id(9)], shallow: ['1'.repeat(40)], depth: infiniteDepth });
    expect(unknown).toEqual({ shallow: [], unshallow: [], cut: [], wants: [] });
    const blob = database.blob('0\n');
    expect(thrownBy(() => planDepth(graph, { wants: [id(9)], shallow: [blob] }))).toBe('bad-packet');
  });

  it.each([
    ['deeper', { depth: 5 }, [5, 6]],
    ['the full depth', { depth: infiniteDepth }, [0, 1, 2, 3, 4, 5, 6]],
    ['less deep', { depth: 1 }, []],
    ['deeper, beyond its boundary', { depth: 1, isRelative: true }, [6]],
  ])('sends the missing objects to a client that requests %s', (_, depth, expected) => {
    const { database, graph, id, places } = tenCommits();
    const found = planDepth(graph, { wants: [id(9)], shallow: [id(7)], ...depth });
    const list = objectsToSend(graph, { wants: [id(9), ...found.wants], haves: [id(9)], cut: found.cut });
    const commits = [...list.ids()].filter((name) => database.getType(name) === 'commit');
    expect(places(commits)).toEqual(expected);
    expect(list.counts.blob).toBe(expected.length);
  });
});

describe('the negotiation', () => {
  it('is ready once the want reaches a common commit', () => {
    const database = new MemoryDatabase();
    const [, second = '', , fourth = ''] = database.line(4);
    const negotiation = new Negotiation(new CommitGraph(database), [fourth]);
    expect(negotiation.isReady()).toBe(false);
    expect(negotiation.add('1'.repeat(40))).toBe(false);
    expect(negotiation.isReady()).toBe(false);
    expect(negotiation.add(second)).toBe(true);
    expect(negotiation.isReady()).toBe(true);
    expect(negotiation.common).toEqual([second]);
  });

  it('is not ready before each want does', () => {
    const database = new MemoryDatabase();
    const [root = '', left = ''] = database.line(2);
    const right = database.commit({ parents: [root], date: 1_000_000_005 });
    const top = database.commit({ parents: [right], date: 1_000_000_006 });
    const negotiation = new Negotiation(new CommitGraph(database), [left, top]);
    negotiation.add(left);
    expect(negotiation.isReady()).toBe(false);
    negotiation.add(right);
    expect(negotiation.isReady()).toBe(true);
  });

  it('is ready for a common want, or a tag of one', () => {
    const database = new MemoryDatabase();
    const [, commit = ''] = database.line(2);
    const tag = database.tag('one', commit);
    const negotiation = new Negotiation(new CommitGraph(database), [tag]);
    negotiation.add(commit);
    expect(negotiation.isReady()).toBe(true);
  });

  it('peels tags to their commits, and requires nothing of wanted trees', () => {
    const database = new MemoryDatabase();
    const [first = '', second = ''] = database.line(2);
    const wants = [second, database.tree([])];
    const negotiation = new Negotiation(new CommitGraph(database), wants);
    expect(negotiation.add(database.tag('one', first))).toBe(true);
    expect(negotiation.isReady()).toBe(true);
  });

  it('is not ready for a common commit that the want does not reach', () => {
    const database = new MemoryDatabase();
    const [wanted = ''] = database.line(3).slice(-1);
    const negotiation = new Negotiation(new CommitGraph(database), [wanted]);
    negotiation.add(database.commit({ date: 500, message: 'alone' }));
    expect(negotiation.isReady()).toBe(false);
  });

  it('finds a common commit that the walk has already passed', () => {
    const database = new MemoryDatabase();
    const line = database.line(6);
    const negotiation = new Negotiation(new CommitGraph(database), [line[5] ?? '']);
    negotiation.add(database.commit({ date: 500, message: 'alone' }));
    expect(negotiation.isReady()).toBe(false);
    negotiation.add(line[3] ?? '');
    expect(negotiation.isReady()).toBe(true);
  });

  it('reads nothing older than all common commits', () => {
    const database = new MemoryDatabase();
    const line = database.line(1_000);
    const negotiation = new Negotiation(new CommitGraph(database), [line[999] ?? '']);
    negotiation.add(line[990] ?? '');
    const { reads } = database;
    expect(negotiation.isReady()).toBe(true);
    expect(database.reads - reads).toBeLessThan(12);
  });
});
