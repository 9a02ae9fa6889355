import { describe, expect, it } from 'vitest';
import { interleave, perSecond, ratio } from './measure.ts';

/** Returns the figures one after the other. */
const takes = (...figures: readonly number[]) => {
  const rest = [...figures];
  return () => rest.shift() ?? Number.NaN;
};

describe('measuring', () => {
  it('alternates contenders, reverses every second round and drops warm-ups', async () => {
    const order: string[] = [];
    const take = (name: string, figure: number) => () => {
      order.push(name);
      return figure;
    };
    const { a, b } = await interleave({ a: take('a', 1), b: take('b', 2) }, 2, 1);
    expect(order.join('')).toBe('baabba');
    expect([a.rounds, b.rounds]).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it.each([
    { figures: [5, 1, 3], median: 3, lowest: 1, highest: 5 },
    { figures: [4, 1, 3, 2], median: 2.5, lowest: 1, highest: 4 },
  ])('finds the median and the extremes of $figures', async ({ figures, ...expected }) => {
    const { a } = await interleave({ a: takes(...figures) }, figures.length, 0);
    expect(a).toMatchObject(expected);
  });

  it('divides round by round, so that a slow moment of the machine cancels out', async () => {
    const { a, b } = await interleave({ a: takes(10, 5, 12), b: takes(5, 2, 6) }, 3, 0);
    expect(ratio(a, b)).toMatchObject({ median: 2, lowest: 2, highest: 2.5 });
  });

  it('counts events per second', () => {
    expect(perSecond(50, 20)).toBe(2500);
  });
});
