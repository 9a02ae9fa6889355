import { expect, test } from 'vitest';
import { createRoom } from './room.ts';

/** Asks for room; tells those who are in, in the order in which they came. */
function visitors(places: number) {
  const room = createRoom(places);
  const inside: string[] = [];
  const leaving = new Map<string, () => void>();
  const asks = (name: string) =>
    void room.enter().then((leave) => {
      inside.push(name);
      leaving.set(name, leave);
    });
  const leaves = (name: string) => leaving.get(name)?.();
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { inside, asks, leaves, settled };
}

test('lets as many in as there are places for, and the others one by one as some leave', async () => {
  const { inside, asks, leaves, settled } = visitors(2);
  for (const name of ['a', 'b', 'c', 'd']) asks(name);
  await settled();
  expect(inside).toEqual(['a', 'b']);
  leaves('b');
  await settled();
  expect(inside).toEqual(['a', 'b', 'c']);
  leaves('a');
  leaves('c');
  await settled();
  expect(inside).toEqual(['a', 'b', 'c', 'd']);
});

test('has a place that was given back for whoever comes later', async () => {
  const { inside, asks, leaves, settled } = visitors(1);
  asks('a');
  await settled();
  leaves('a');
  asks('b');
  asks('c');
  await settled();
  expect(inside).toEqual(['a', 'b']);
});
