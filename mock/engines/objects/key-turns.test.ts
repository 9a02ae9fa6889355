import { expect, it } from 'vitest';
import { KeyTurns } from './key-turns.ts';

it('runs actions on one key one after another, and those on others concurrently', async () => {
  const turns = new KeyTurns();
  const events: string[] = [];
  const work = (key: string, name: string) =>
    turns.take(key, async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${name} ends`);
    });
  const first = work('a', '1');
  const second = work('a', '2');
  await first;
  // It waits for the second, though the first has ended.
  await Promise.all([second, work('a', '3'), work('b', 'other')]);
  expect(events.filter((line) => !line.startsWith('other'))).toEqual([
    '1 begins',
    '1 ends',
    '2 begins',
    '2 ends',
    '3 begins',
    '3 ends',
  ]);
  expect(events.indexOf('other begins')).toBeLessThan(events.indexOf('2 ends'));
});

it('continues after a failed action', async () => {
  const turns = new KeyTurns();
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
