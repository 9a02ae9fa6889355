import { describe, expect, it } from 'vitest';
import { allThere, orElse, whenThere } from './soon.ts';

const failure = new Error('no');
const failing = (): never => {
  throw failure;
};

describe('whenThere', () => {
  it('goes on at once with what is there', () => {
    expect(whenThere(1, (one) => one + 1)).toBe(2);
  });

  it('waits for what is not there yet', async () => {
    const soon = whenThere(Promise.resolve(1), (one) => one + 1);
    expect(soon).toBeInstanceOf(Promise);
    expect(await soon).toBe(2);
  });
});

describe('allThere', () => {
  it('gives at once what is there', () => {
    expect(allThere([1, 2])).toEqual([1, 2]);
  });

  it('waits where one of them is not there yet', async () => {
    const soon = allThere([1, Promise.resolve(2)]);
    expect(soon).toBeInstanceOf(Promise);
    expect(await soon).toEqual([1, 2]);
  });
});

describe('orElse', () => {
  it('gives what the act gives', async () => {
    expect(orElse(() => 1, failing)).toBe(1);
    expect(await orElse(async () => 1, failing)).toBe(1);
  });

  it.each([
    { when: 'at once', act: failing },
    { when: 'later', act: async () => failing() },
  ])('gives what is made of a failure that comes $when', async ({ act }) => {
    expect(await orElse(act, (error) => [error])).toEqual([failure]);
  });
});
