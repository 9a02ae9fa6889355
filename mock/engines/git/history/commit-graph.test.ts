import { describe, expect, it } from 'vitest';
import { MemoryDatabase } from '../testing/memory-database.ts';
import { CommitGraph, CommitQueue } from './commit-graph.ts';
import { ObjectTable } from './object-table.ts';

describe('the commit graph', () => {
  it('reads tree, parents and date of a commit', () => {
    const database = new MemoryDatabase();
    const graph = new CommitGraph(database);
    const tree = database.files({ 'a/b': 'one\n' });
    const parents = [database.commit(), database.commit({ date: 5 })];
    const commit = graph.find(database.commit({ tree, parents, date: 1_700_000_000 })) ?? -1;
    expect(graph.getParents(commit).map((parent) => graph.getId(parent))).toEqual(parents);
    expect(graph.trees.getId(graph.getTree(commit))).toBe(tree);
    expect(graph.getDate(commit)).toBe(1_700_000_000);
  });

  it('reads a commit once', () => {
    const database = new MemoryDatabase();
    const graph = new CommitGraph(database);
    const commit = graph.find(database.commit()) ?? -1;
    const { reads } = database;
    graph.find(graph.getId(commit));
    graph.getParents(commit);
    graph.getDate(commit);
    expect(database.reads).toBe(reads);
  });

  it('finds no commit for an unknown id, or for one of another type', () => {
    const database = new MemoryDatabase();
    const graph = new CommitGraph(database);
    expect(graph.find('1'.repeat(40))).toBeUndefined();
    expect(graph.find(database.blob('one'))).toBeUndefined();
  });

  it('names a missing parent', () => {
    const database = new MemoryDatabase();
    const graph = new CommitGraph(database);
    const parent = '1'.repeat(40);
    const commit = graph.find(database.commit({ parents: [parent] })) ?? -1;
    expect(() => graph.getDate(graph.getParents(commit)[0] ?? -1)).toThrow(`missing commit ${parent}`);
  });

  it('peels any number of tags', () => {
    const database = new MemoryDatabase();
    const graph = new CommitGraph(database);
    const blob = database.blob('one');
    const tags = [database.tag('0', blob)];
    for (let index = 1; index < 2_000; index += 1) tags.push(database.tag(`${index}`, tags.at(-1) ?? ''));
    const peeled = graph.peel(tags.at(-1) ?? '');
    expect(peeled).toEqual({ id: blob, type: 'blob', tags: tags.reverse() });
    expect(graph.peel('1'.repeat(40))).toBeUndefined();
  });
});

it('yields commits from newest to oldest, and those of one date in insertion order', () => {
  const database = new MemoryDatabase();
  const graph = new CommitGraph(database);
  const queue = new CommitQueue(graph);
  const dates = Array.from({ length: 300 }, (_, index) => (index * 7_919) % 50);
  const numbers = dates.map(
    (date, index) => graph.find(database.commit({ date, message: `${index}` })) ?? -1,
  );
  for (const number of numbers) queue.add(number);
  const taken = Array.from({ length: queue.size }, () => queue.take());
  const expected = numbers
    .map((number, index) => ({ number, index, date: dates[index] ?? 0 }))
    .sort((one, other) => other.date - one.date || one.index - other.index)
    .map(({ number }) => number);
  expect(taken).toEqual(expected);
  expect(queue.take()).toBeUndefined();
});

const getId = (number: number) => number.toString(16).padStart(8, '0').repeat(5);

const toBytes = (id: string) =>
  Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

it('numbers objects in insertion order, and returns their ids', () => {
  const table = new ObjectTable();
  const ids = ['0'.repeat(40), 'f'.repeat(40), '0123456789abcdef0123456789abcdef01234567'];
  expect(ids.map((id) => table.addId(id))).toEqual([0, 1, 2]);
  expect([2, 0, 1].map((number) => table.getId(number))).toEqual([ids[2], ids[0], ids[1]]);
});

it('finds an object by its id, its bytes, its digits and its number in another table', () => {
  const id = '89abcdef0123456789abcdef0123456789abcdef';
  const [table, other] = [new ObjectTable(), new ObjectTable()];
  other.addId(getId(1));
  table.addId(getId(7));
  expect(table.addId(id)).toBe(1);
  expect(table.find(id)).toBe(1);
  expect(table.add(Uint8Array.of(9, ...toBytes(id)), 1)).toBe(1);
  expect(table.addDigits(new TextEncoder().encode(`tree ${id}\n`), 5)).toBe(1);
  expect(table.addFrom(other, other.addId(id))).toBe(1);
  expect(table.size).toBe(2);
});

it('does not find an unknown object', () => {
  const table = new ObjectTable();
  table.addId(getId(1));
  expect(table.find(getId(2))).toBe(-1);
});

it('keeps numbers, ids and flags while it grows', () => {
  const table = new ObjectTable();
  for (let number = 0; number < 5_000; number += 1) {
    table.addId(getId(number));
    table.flags[number] = number & 0xff;
  }
  const wrong = Array.from({ length: 5_000 }, (_, number) => number).filter(
    (number) =>
      table.find(getId(number)) !== number ||
      table.getId(number) !== getId(number) ||
      table.flags[number] !== (number & 0xff),
  );
  expect(wrong).toEqual([]);
});
