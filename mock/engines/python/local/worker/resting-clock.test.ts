import { expect, it } from 'vitest';
import { restingClock } from './resting-clock.ts';

it('is asked once a millisecond by whoever asks until a time is over', () => {
  const clock = restingClock(() => performance.now());
  const from = clock();
  let asked = 0;
  let now = from;
  while (now < from + 50) {
    now = clock();
    asked++;
  }
  // Without rests it is asked some hundred thousand times.
  expect(asked).toBeLessThanOrEqual(100);
});

it('tells the time at once to whoever asks now and then', () => {
  let time = 0;
  const clock = restingClock(() => time);
  for (time = 0; time < 10; time++) expect(clock()).toBe(time);
});
