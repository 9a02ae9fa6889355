import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RefChange } from '../repository-storage.ts';
import { RefNames, refConflicts } from './ref-conflicts.ts';

const id = 'a'.repeat(40);
const create = (name: string): RefChange => ({ name, from: undefined, to: id });
const update = (name: string): RefChange => ({ name, from: id, to: id });
const remove = (name: string): RefChange => ({ name, from: id, to: undefined });

describe('RefNames', () => {
  it.each([
    ['refs/heads/a/b', ['refs/heads/a'], 'refs/heads/a'],
    ['refs/heads/a/b/c', ['refs/heads/a'], 'refs/heads/a'],
    ['refs/heads/a', ['refs/heads/a/b/c'], 'refs/heads/a/b/c'],
    ['refs/heads/a', ['refs/heads/a'], undefined],
    ['refs/heads/a', ['refs/heads/ab', 'refs/heads/a-', 'refs/heads/A/b'], undefined],
    ['refs/heads/ab', ['refs/heads/a'], undefined],
    ['refs/heads', ['refs/heads/a'], 'refs/heads/a'],
  ])('finds what conflicts with %s among %j', (name, names, conflict) => {
    expect(new RefNames(names).conflictWith(name)).toBe(conflict);
  });

  it('allows a name once the conflicting one is deleted', () => {
    const names = new RefNames(['r/a/b', 'r/a/c', 'r/a/b']);
    expect(names.conflictWith('r/a')).toBe('r/a/b');
    names.delete('r/a/b');
    names.delete('r/a/b');
    expect(names.conflictWith('r/a')).toBe('r/a/c');
    names.delete('r/a/c');
    expect(names.conflictWith('r/a')).toBeUndefined();
    names.add('r/a');
    expect(names.has('r/a')).toBe(true);
    expect(names.conflictWith('r/a/b')).toBe('r/a');
  });

  it('agrees with comparing every name, whatever is added and deleted', () => {
    const name = fc
      .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
      .map((list) => list.join('/'));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), name)), name, (steps, asked) => {
        const names = new RefNames();
        const plain = new Set<string>();
        for (const [add, each] of steps) {
          names[add ? 'add' : 'delete'](each);
          plain[add ? 'add' : 'delete'](each);
        }
        const inTheWay = [...plain].filter(
          (each) => `${each}/`.startsWith(`${asked}/`) || `${asked}/`.startsWith(`${each}/`),
        );
        const conflicts = inTheWay.filter((each) => each !== asked);
        const found = names.conflictWith(asked);
        if (found === undefined) expect(conflicts).toEqual([]);
        else expect(conflicts).toContain(found);
      }),
    );
  });

  it('names a conflict of each of many thousands of folders without comparing all of them', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `refs/heads/${index}`);
    const names = new RefNames(many.map((name) => `${name}/x`));
    expect(many.filter((name) => names.conflictWith(name) === `${name}/x`)).toHaveLength(many.length);
  });
});

describe('refConflicts', () => {
  const existing = new RefNames(['refs/heads/main', 'refs/heads/a', 'refs/heads/d/e']);

  it.each<[string, RefChange[], [string, string][]]>([
    [
      'changes that are far from each other',
      [create('refs/heads/b'), update('refs/heads/a'), remove('refs/heads/d/e')],
      [],
    ],
    [
      'a ref below an existing one',
      [create('refs/heads/a/b')],
      [['refs/heads/a/b', "'refs/heads/a' exists; cannot create 'refs/heads/a/b'"]],
    ],
    [
      'a ref that is a folder',
      [create('refs/heads/d')],
      [['refs/heads/d', "'refs/heads/d/e' exists; cannot create 'refs/heads/d'"]],
    ],
    [
      'one below another',
      [create('refs/heads/x'), create('refs/heads/x/y')],
      [
        ['refs/heads/x', "cannot process 'refs/heads/x/y' and 'refs/heads/x' at the same time"],
        ['refs/heads/x/y', "cannot process 'refs/heads/x' and 'refs/heads/x/y' at the same time"],
      ],
    ],
    [
      'one that conflicts with a deleted one',
      [remove('refs/heads/a'), create('refs/heads/a/b')],
      [['refs/heads/a/b', "cannot process 'refs/heads/a' and 'refs/heads/a/b' at the same time"]],
    ],
    [
      'a ref twice',
      [update('refs/heads/a'), remove('refs/heads/a')],
      [['refs/heads/a', "multiple updates for ref 'refs/heads/a' not allowed"]],
    ],
  ])('judges %s', (_, changes, conflicts) => {
    expect([...refConflicts(existing, changes)]).toEqual(conflicts);
  });
});
