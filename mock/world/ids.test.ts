import { describe, expect, it } from 'vitest';
import { uuidSchema } from '../../spec/schema.ts';
import { IdSource } from './ids.ts';

const many = (make: () => string) => Array.from({ length: 1000 }, make);

describe('IdSource', () => {
  it('gives the same ids in the same order for the same seed', () => {
    const a = new IdSource(7);
    const b = new IdSource(7);
    expect(many(() => a.uuid())).toEqual(many(() => b.uuid()));
  });

  it('gives other ids for another seed', () => {
    const a = new IdSource(1);
    const b = new IdSource(2);
    const shared = new Set(many(() => a.hex32())).intersection(new Set(many(() => b.hex32())));
    expect(shared.size).toBe(0);
  });

  it.each([1, 2, 1000])('gives other ids after %i starts, and the same for the same number', (starts) => {
    const [first, later, again] = [new IdSource(1), new IdSource(1, starts), new IdSource(1, starts)];
    const ids = many(() => later.hex32());
    expect(new Set(many(() => first.hex32())).intersection(new Set(ids)).size).toBe(0);
    expect(many(() => again.hex32())).toEqual(ids);
  });

  it('never gives the same ids for two seeds or starts', () => {
    const numbers = [-3, -2, -1, 0, 1, 2, 3];
    const first = numbers.flatMap((seed) => [0, 1, 2, 3].map((starts) => new IdSource(seed, starts).hex32()));
    expect(new Set(first).size).toBe(first.length);
    for (const id of first) expect(new Set(id).size).toBeGreaterThan(4);
  });

  it.each([0, 3])('restarts when it is reset, after %i starts', (starts) => {
    const ids = new IdSource(3, starts);
    const first = many(() => ids.uuid());
    ids.reset();
    expect(many(() => ids.uuid())).toEqual(first);
  });

  it('never repeats an id within a long test', () => {
    const ids = new IdSource(0);
    expect(new Set(many(() => ids.hex16())).size).toBe(1000);
  });

  it('makes UUIDs of version 4', () => {
    const ids = new IdSource(1);
    for (const id of many(() => ids.uuid())) {
      expect(uuidSchema.safeParse(id).success).toBe(true);
      expect(id).toMatch(/^.{14}4.{4}[89ab]/);
    }
  });

  it('makes UUIDs of version 7 that start with the time', () => {
    const ids = new IdSource(1);
    const at = Date.UTC(2030, 0, 1);
    const id = ids.uuid7(at + 0.5);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at);
  });

  it.each([
    ['hex32', 32],
    ['hex16', 16],
  ] as const)('makes %s with the given number of lower-case digits', (name, length) => {
    const ids = new IdSource(5);
    for (const id of many(() => ids[name]())) expect(id).toMatch(new RegExp(`^[0-9a-f]{${length}}$`));
  });
});
