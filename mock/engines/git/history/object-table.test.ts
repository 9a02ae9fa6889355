import { expect, it } from 'vitest';
import { ObjectTable } from './object-table.ts';

const idOf = (number: number) => number.toString(16).padStart(8, '0').repeat(5);
const bytesOf = (id: string) =>
  Uint8Array.from(id.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

it('gives objects numbers in the order they are added, and their ids back', () => {
  const table = new ObjectTable();
  const ids = ['0'.repeat(40), 'f'.repeat(40), '0123456789abcdef0123456789abcdef01234567'];
  expect(ids.map((id) => table.addId(id))).toEqual([0, 1, 2]);
  expect([2, 0, 1].map((number) => table.idOf(number))).toEqual([ids[2], ids[0], ids[1]]);
});

it('knows an object by its id, its bytes, its digits and its number in another table', () => {
  const id = '89abcdef0123456789abcdef0123456789abcdef';
  const [table, other] = [new ObjectTable(), new ObjectTable()];
  other.addId(idOf(1));
  table.addId(idOf(7));
  expect(table.addId(id)).toBe(1);
  expect(table.find(id)).toBe(1);
  expect(table.add(Uint8Array.of(9, ...bytesOf(id)), 1)).toBe(1);
  expect(table.addDigits(new TextEncoder().encode(`tree ${id}\n`), 5)).toBe(1);
  expect(table.addFrom(other, other.addId(id))).toBe(1);
  expect(table.size).toBe(2);
});

it('does not find what it does not have', () => {
  const table = new ObjectTable();
  table.addId(idOf(1));
  expect(table.find(idOf(2))).toBe(-1);
});

it('keeps numbers, ids and flags while it grows', () => {
  const table = new ObjectTable();
  for (let number = 0; number < 5_000; number += 1) {
    table.addId(idOf(number));
    table.flags[number] = number & 0xff;
  }
  const wrong = Array.from({ length: 5_000 }, (_, number) => number).filter(
    (number) =>
      table.find(idOf(number)) !== number ||
      table.idOf(number) !== idOf(number) ||
      table.flags[number] !== (number & 0xff),
  );
  expect(wrong).toEqual([]);
});
