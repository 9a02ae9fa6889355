import { expect, it } from 'vitest';
import { interruptSignal, restingClock } from './polling.ts';

/** A clock on which each call takes some time, and a rest takes one millisecond. */
function tried(questionMs: number) {
  let time = 0;
  let rests = 0;
  const rest = () => {
    time += 1;
    rests++;
  };
  const clock = restingClock(() => time, rest);
  return {
    ask() {
      const results = clock();
      time += questionMs;
      return results;
    },
    rests: () => rests,
  };
}

it('rests before each answer to a caller that polls until a time is over', () => {
  const { ask, rests } = tried(0.001);
  const until = ask() + 50;
  while (ask() < until);
  expect(rests()).toBe(50);
});

it('never rests for an occasional caller', () => {
  const { ask, rests } = tried(0.05);
  const results = Array.from({ length: 10 }, ask);
  expect(results.at(-1)).toBeCloseTo(0.45);
  expect(rests()).toBe(0);
});

it('advances while it rests', () => {
  const clock = restingClock(() => performance.now());
  const until = clock() + 50;
  let asked = 1;
  while (clock() < until) asked++;
  // Without rests it is called some hundred thousand times.
  expect(asked).toBeLessThanOrEqual(100);
});

const interrupt = 2;

it('is read, and cleared', () => {
  const shared = new SharedArrayBuffer(1);
  const signal = interruptSignal(shared);
  new Uint8Array(shared)[0] = interrupt;
  expect(signal[0]).toBe(interrupt);
  signal[0] = 0;
  expect(signal[0]).toBe(0);
});

it('is not lost when it is set between the two', () => {
  const shared = new SharedArrayBuffer(1);
  const signal = interruptSignal(shared);
  expect(signal[0]).toBe(0);
  new Uint8Array(shared)[0] = interrupt;
  signal[0] = 0;
  expect(signal[0]).toBe(interrupt);
});
