import { describe, expect, it } from 'vitest';
import { SkipTest } from './errors.ts';
import { resourceKinds } from './resources.ts';
import { createRoom } from './shared-answers.ts';
import { createTestRooms, createTrace, required } from './test-tools.ts';
import { madeExchange } from './testing/made-results.ts';

describe('the exchanges of a test', () => {
  it('are named after their steps', async () => {
    const { exchanges, recorder, step } = createTrace();
    await step('outer', async () => {
      recorder.add(madeExchange());
      await expect(step('inner', () => Promise.reject(recorder.add(madeExchange())))).rejects.toBeDefined();
      recorder.add(madeExchange());
    });
    recorder.add(madeExchange());
    expect(exchanges.map((exchange) => exchange.step)).toEqual(['outer', 'outer: inner', 'outer', null]);
  });

  it('are shared only inside of `sharing`', async () => {
    const trace = createTrace();
    expect([trace.shares(), await trace.sharing(async () => trace.shares()), trace.shares()]).toEqual([
      false,
      true,
      false,
    ]);
  });
});

describe('the rooms of a test', () => {
  it('are entered once per kind and left together', async () => {
    const kind = resourceKinds[0];
    if (!kind) throw new Error('no kind of resource');
    const room = createRoom(1);
    const [one, other] = [createTestRooms(new Map([[kind, room]])), createTestRooms(new Map([[kind, room]]))];
    await one.enter(kind);
    await one.enter(kind);
    let entered = false;
    const waiting = other.enter(kind).then(() => {
      entered = true;
    });
    await Promise.resolve();
    expect(entered).toBe(false);
    await one.leave();
    await waiting;
    expect(entered).toBe(true);
  });
});

describe('required', () => {
  it('skips the test where the target does not say', () => {
    expect(required('a', 'no a')).toBe('a');
    expect(() => required(null, 'no a')).toThrow(SkipTest);
  });
});
