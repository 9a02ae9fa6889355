import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** What has been settled so far, in order. */
function watch(promises: Promise<void>[]) {
  const order: string[] = [];
  promises.forEach((promise, index) => {
    promise.then(
      () => order.push(`${index}`),
      (error: Error) => order.push(`${index}: ${error.message}`),
    );
  });
  return order;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('createTurns', () => {
  it('lets as many work at once as there are turns, and the rest in their order', async () => {
    const turns = createTurns({ atOnce: 2, waiting: 10 });
    const order = watch(Array.from({ length: 5 }, () => turns.take(undefined)));
    await settle();
    expect(order).toEqual(['0', '1']);
    turns.give();
    await settle();
    expect(order).toEqual(['0', '1', '2']);
    turns.give();
    turns.give();
    await settle();
    expect(order).toEqual(['0', '1', '2', '3', '4']);
    turns.give();
    turns.give();
    expect(turns.taken).toBe(0);
  });

  it('lets nobody in between a turn that is given and whoever waits for it', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 10 });
    await turns.take(undefined);
    const waiting = turns.take(undefined);
    turns.give();
    const late = watch([turns.take(undefined)]);
    await waiting;
    await settle();
    expect([turns.taken, late]).toEqual([1, []]);
  });

  it('refuses who would wait too long, as if no browser were there', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    await turns.take(undefined);
    const order = watch([turns.take(undefined)]);
    await expect(turns.take(undefined)).rejects.toMatchObject({ failure: 'no-browser' });
    turns.give();
    await settle();
    expect(order).toEqual(['0']);
  });

  it('lets go of who gives up, and goes on with the next', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 2 });
    const control = new AbortController();
    await turns.take(undefined);
    const order = watch([turns.take(control.signal), turns.take(undefined)]);
    control.abort();
    await settle();
    expect(order).toEqual(['0: the request was given up']);
    turns.give();
    await settle();
    expect(order.slice(1)).toEqual(['1']);
  });

  it('gives no turn to who has given up before', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    await expect(turns.take(AbortSignal.abort())).rejects.toMatchObject({ failure: 'aborted' });
    expect(turns.taken).toBe(0);
  });

  it('sends everybody away who waits, and nobody who works', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 5 });
    await turns.take(undefined);
    const order = watch([turns.take(undefined), turns.take(undefined)]);
    turns.refuse(new Error('closed'));
    await settle();
    expect(order).toEqual(['0: closed', '1: closed']);
    expect(turns.taken).toBe(1);
  });
});
