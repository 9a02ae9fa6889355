import { describe, expect, it } from 'vitest';
import { snapshotLimits } from '../../spec/services/touchstone/state.ts';
import { SnapshotError, Snapshots } from './snapshots.ts';

function start() {
  const world = { value: 0 };
  const snapshots = new Snapshots({
    remember() {
      const { value } = world;
      return () => {
        world.value = value;
      };
    },
    timestamp: () => `2030-01-01T00:00:0${world.value % 10}.000000Z`,
  });
  return { world, snapshots };
}

describe('Snapshots', () => {
  it('restores each of them any number of times', () => {
    const { world, snapshots } = start();
    for (const value of [1, 2]) {
      world.value = value;
      snapshots.take(`at ${value}`);
    }
    for (const value of [1, 2, 1, 1]) {
      world.value = 9;
      snapshots.restore(`at ${value}`);
      expect(world.value).toBe(value);
    }
  });

  it('lists them in order of creation, one per name', () => {
    const { world, snapshots } = start();
    for (const name of ['a', 'b', 'a']) {
      world.value++;
      snapshots.take(name);
    }
    expect(snapshots.list()).toEqual([
      { name: 'b', taken_at: '2030-01-01T00:00:02.000000Z' },
      { name: 'a', taken_at: '2030-01-01T00:00:03.000000Z' },
    ]);
    snapshots.restore('a');
    expect(world.value).toBe(3);
  });

  it('names the existing ones for an unknown name', () => {
    const { snapshots } = start();
    expect(() => snapshots.restore('x')).toThrow('There is no snapshot "x": none was taken.');
    snapshots.take('a');
    snapshots.take('b c');
    expect(() => snapshots.restore('x')).toThrow('There is no snapshot "x": there are "a", "b c".');
    snapshots.remove('a');
    expect(() => snapshots.remove('a')).toThrow(SnapshotError);
    snapshots.clear();
    expect(snapshots.list()).toEqual([]);
  });

  it('keeps a maximum number, and still replaces an existing one', () => {
    const { snapshots } = start();
    for (let count = 0; count < snapshotLimits.snapshots; count++) snapshots.take(`n${count}`);
    expect(() => snapshots.take('one more')).toThrow(String(snapshotLimits.snapshots));
    expect(snapshots.take('n0').name).toBe('n0');
  });

  it.each([[''], [' a'], ['a/b'], ['a\n'], ['x'.repeat(snapshotLimits.nameCharacters + 1)]])(
    'refuses the name %j',
    (name) => {
      const { snapshots } = start();
      expect(() => snapshots.take(name)).toThrow(SnapshotError);
    },
  );

  it.each([['a'], ['shop with three rules'], ['läden-2.1_x']])('accepts the name %j', (name) => {
    const { snapshots } = start();
    expect(snapshots.take(name).name).toBe(name);
  });
});
