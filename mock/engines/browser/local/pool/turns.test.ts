import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** The settled turns, in order. */
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
  it('runs as many at once as there are turns, and the rest in order', async () => {
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

  it('passes a turn to the next waiter without letting a newcomer in between', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 10 });
    await turns.take(undefined);
    const waiting = turns.take(undefined);
    turns.give();
    const late = watch([turns.take(undefined)]);
    await waiting;
    await settle();
    expect([turns.taken, late]).toEqual([1, []]);
  });

  it('refuses waiters beyond the limit, as if there were no browser', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    await turns.take(undefined);
    const order = watch([turns.take(undefined)]);
    await expect(turns.take(undefined)).rejects.toMatchObject({ failure: 'no-browser' });
    turns.give();
    await settle();
    expect(order).toEqual(['0']);
  });

  it('drops an aborted waiter, and continues with the next', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 2 });
    const control = new AbortController();
    await turns.take(undefined);
    const order = watch([turns.take(control.signal), turns.take(undefined)]);
    control.abort();
    await settle();
    expect(order).toEqual(['0: the request was aborted']);
    turns.give();
    await settle();
    expect(order.slice(1)).toEqual(['1']);
  });

  it('gives no turn to a caller that has already aborted', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 1 });
    await expect(turns.take(AbortSignal.abort())).rejects.toMatchObject({ failure: 'aborted' });
    expect(turns.taken).toBe(0);
  });

  it('rejects all waiters, and no running work', async () => {
    const turns = createTurns({ atOnce: 1, waiting: 5 });
    await turns.take(undefined);
    const order = watch([turns.take(undefined), turns.take(undefined)]);
    turns.refuse(new Error('closed'));
    await settle();
    expect(order).toEqual(['0: closed', '1: closed']);
    expect(turns.taken).toBe(1);
  });
});
