import { describe, expect, it } from 'vitest';
import { CommitGraph } from './commit-graph.ts';
import { Negotiation } from './negotiation.ts';
import { MemoryDatabase } from './testing/memory-database.ts';

describe('the negotiation', () => {
  it('is ready once the want reaches something common', () => {
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

  it('is ready for a want that is common itself, or a tag of one', () => {
    const database = new MemoryDatabase();
    const [, commit = ''] = database.line(2);
    const tag = database.tag('one', commit);
    const negotiation = new Negotiation(new CommitGraph(database), [tag]);
    negotiation.add(commit);
    expect(negotiation.isReady()).toBe(true);
  });

  it('takes tags for the commits that they stand for, and asks nothing of wanted trees', () => {
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

  it('finds what became common after the walk had passed it', () => {
    const database = new MemoryDatabase();
    const line = database.line(6);
    const negotiation = new Negotiation(new CommitGraph(database), [line[5] ?? '']);
    negotiation.add(database.commit({ date: 500, message: 'alone' }));
    expect(negotiation.isReady()).toBe(false);
    negotiation.add(line[3] ?? '');
    expect(negotiation.isReady()).toBe(true);
  });

  it('reads nothing that is older than all that is common', () => {
    const database = new MemoryDatabase();
    const line = database.line(1_000);
    const negotiation = new Negotiation(new CommitGraph(database), [line[999] ?? '']);
    negotiation.add(line[990] ?? '');
    const { reads } = database;
    expect(negotiation.isReady()).toBe(true);
    expect(database.reads - reads).toBeLessThan(12);
  });
});
