import { afterAll, expect, it } from 'vitest';
import { WorkThreads } from './work-threads.ts';

const limits = { atOnce: 2, ms: 2_000, bytes: 300_000_000 };
const threads = new WorkThreads<string, string>(new URL('./testing/worker.ts', import.meta.url), limits);
const { signal } = new AbortController();
const ask = (what: string, until: AbortSignal = signal) => threads.do(what, until);

/** The longest pause of this thread, in milliseconds. */
function watch(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

afterAll(() => ask('answer'));

it('processes work repeatedly, and more than it has threads', async () => {
  expect(await Promise.all(Array.from({ length: 7 }, () => ask('answer')))).toEqual(
    Array(7).fill('answered'),
  );
});

it('ends slow work, without blocking other work', async () => {
  const longest = watch();
  await expect(ask('spin')).rejects.toThrow('it takes longer than 2 seconds');
  expect(longest()).toBeLessThan(1_000);
  expect(await ask('answer')).toBe('answered');
});

it('ends work that uses too much memory', async () => {
  await expect(ask('fill')).rejects.toThrow(/bytes of memory|out of memory/i);
  expect(await ask('answer')).toBe('answered');
});

it('reports an error in a thread', async () => {
  await expect(ask('throw')).rejects.toThrow('it fails: thrown on purpose');
  await expect(ask('exit')).rejects.toThrow('a thread');
  expect(await ask('answer')).toBe('answered');
});

it('ends aborted work', async () => {
  const controller = new AbortController();
  const spinning = ask('spin', controller.signal);
  controller.abort(new Error('nobody waits'));
  await expect(spinning).rejects.toThrow('nobody waits');
  await expect(ask('answer', controller.signal)).rejects.toThrow('nobody waits');
});
