import { describe, expect, it } from 'vitest';
import { Clock, ClockError, endOfTime, toTimestamp } from './clock.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('Clock', () => {
  it('follows the machine while it runs', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    machine += 1500;
    expect(clock.now()).toBe(noon + 1500);
    expect(clock.frozen).toBe(false);
  });

  it('stays the same once frozen, at the current or a given time', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    clock.freeze();
    machine += 5000;
    expect(clock.now()).toBe(noon);
    clock.freeze(Date.UTC(2031, 5, 15));
    expect(clock.timestamp()).toBe('2031-06-15T00:00:00.000000Z');
    expect(clock.frozen).toBe(true);
  });

  it('can be advanced while frozen', () => {
    const clock = new Clock(() => 0);
    clock.freeze(noon);
    clock.advance(0.25);
    expect(clock.now()).toBe(noon + 250);
  });

  it('can be advanced while it runs, and runs on', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    clock.advance(60);
    machine += 1000;
    expect(clock.now()).toBe(noon + 61_000);
    expect(clock.frozen).toBe(false);
  });

  it('keeps its offset when it is frozen afterwards', () => {
    const clock = new Clock(() => noon);
    clock.advance(60);
    clock.freeze();
    expect(clock.now()).toBe(noon + 60_000);
  });

  it("shows the machine's time again once released", () => {
    const clock = new Clock(() => noon);
    clock.advance(60);
    clock.freeze();
    clock.release();
    expect(clock.now()).toBe(noon);
    expect(clock.frozen).toBe(false);
  });

  it.each([
    ['an invalid number', Number.NaN],
    ['a time before the epoch', -1],
    ['the year 10000', endOfTime + 1],
  ])('refuses to show %s', (_, time) => {
    const clock = new Clock(() => noon);
    expect(() => clock.freeze(time)).toThrow(ClockError);
    expect(clock.now()).toBe(noon);
  });

  it("can't be moved past the year 9999, and keeps its time then", () => {
    const clock = new Clock(() => endOfTime - 1000);
    expect(() => clock.advance(2)).toThrow(ClockError);
    clock.advance(1);
    expect(clock.timestamp()).toBe('9999-12-31T23:59:59.999000Z');
  });
});

describe('a clock that follows another', () => {
  it('shows the same time, including jumps', () => {
    let machine = noon;
    const leader = new Clock(() => machine);
    const clock = new Clock(leader);
    machine += 1000;
    leader.advance(60);
    expect(clock.now()).toBe(noon + 61_000);
    leader.freeze(0);
    expect([clock.now(), clock.frozen]).toEqual([0, true]);
    leader.release();
    expect([clock.now(), clock.frozen]).toEqual([machine, false]);
  });

  it("is independent once it is moved, starting from the other's time", () => {
    let machine = noon;
    const leader = new Clock(() => machine);
    const clock = new Clock(leader);
    leader.advance(60);
    clock.advance(1);
    leader.freeze(0);
    machine += 500;
    expect([clock.now(), clock.frozen]).toEqual([noon + 61_500, false]);
    expect(leader.now()).toBe(0);
  });

  it("stays frozen at the other's time when it is advanced", () => {
    const leader = new Clock(() => noon);
    const clock = new Clock(leader);
    leader.freeze();
    clock.advance(1);
    leader.release();
    expect([clock.now(), clock.frozen]).toEqual([noon + 1000, true]);
  });

  it('is moved without the other and its followers', () => {
    const leader = new Clock(() => noon);
    const [moved, still] = [new Clock(leader), new Clock(leader)];
    moved.freeze(0);
    expect([leader.now(), still.now()]).toEqual([noon, noon]);
  });

  it('follows again once it is released', () => {
    const leader = new Clock(() => noon);
    const clock = new Clock(leader);
    clock.freeze(0);
    leader.advance(60);
    clock.release();
    expect(clock.now()).toBe(noon + 60_000);
  });
});

describe('toTimestamp', () => {
  it('writes RFC 3339 in UTC with microseconds', () => {
    expect(toTimestamp(Date.UTC(2023, 10, 8, 16, 45, 17, 236))).toBe('2023-11-08T16:45:17.236000Z');
  });
});

describe('sleep', () => {
  const { signal } = new AbortController();

  /** The current state of a promise. */
  async function toOutcome(promise: Promise<void>): Promise<string> {
    const waiting = new Promise<string>((resolve) => setTimeout(resolve, 5, 'waiting'));
    return Promise.race([promise.then(() => 'awake'), waiting]);
  }

  it('waits in real time while the clock runs', async () => {
    const start = performance.now();
    await new Clock().sleep(20, signal);
    expect(performance.now() - start).toBeGreaterThanOrEqual(18);
  });

  it('waits while the clock is frozen, until it is advanced far enough', async () => {
    const clock = new Clock();
    clock.freeze(noon);
    const slept = clock.sleep(2000, signal);
    clock.advance(1.5);
    expect(await toOutcome(slept)).toBe('waiting');
    clock.advance(0.5);
    expect(await toOutcome(slept)).toBe('awake');
  });

  it.each([
    ['is advanced while it runs', (clock: Clock) => clock.advance(3600), 'awake'],
    ['is frozen at a later time', (clock: Clock) => clock.freeze(noon + 3_600_000), 'awake'],
    ['is frozen at an earlier time', (clock: Clock) => clock.freeze(noon - 3_600_000), 'waiting'],
  ])('notices that the clock %s', async (_, move, outcome) => {
    const clock = new Clock(() => noon);
    const slept = clock.sleep(3_600_000, signal);
    move(clock);
    expect(await toOutcome(slept)).toBe(outcome);
  });

  it('goes on in real time once the clock is released, even if that sets it back', async () => {
    const clock = new Clock();
    clock.freeze(Date.UTC(2100, 0));
    const slept = clock.sleep(10, signal);
    clock.release();
    await slept;
  });

  it('notices that the followed clock is moved', async () => {
    const leader = new Clock(() => noon);
    const slept = new Clock(leader).sleep(3_600_000, signal);
    leader.advance(3599);
    expect(await toOutcome(slept)).toBe('waiting');
    leader.advance(1);
    expect(await toOutcome(slept)).toBe('awake');
  });

  it('is not ended by a clock that is no longer followed', async () => {
    const leader = new Clock(() => noon);
    const clock = new Clock(leader);
    const slept = clock.sleep(3_600_000, signal);
    clock.freeze();
    leader.advance(7200);
    expect(await toOutcome(slept)).toBe('waiting');
    clock.advance(3600);
    expect(await toOutcome(slept)).toBe('awake');
  });

  it('continues when its clock follows again', async () => {
    const leader = new Clock(() => noon);
    const clock = new Clock(leader);
    clock.freeze();
    const slept = clock.sleep(2000, signal);
    clock.advance(1);
    clock.release();
    leader.advance(0.9);
    expect(await toOutcome(slept)).toBe('waiting');
    leader.advance(0.2);
    expect(await toOutcome(slept)).toBe('awake');
  });

  it('ends for all sleepers when the clock dismisses them, and later ones wait as usual', async () => {
    const clock = new Clock(() => noon);
    clock.freeze();
    const slept = [clock.sleep(1000, signal), clock.sleep(2000, signal)];
    clock.dismiss();
    await Promise.all(slept);
    expect(await toOutcome(clock.sleep(1, signal))).toBe('waiting');
  });

  it('ends with the reason of its signal, before and during the wait', async () => {
    const clock = new Clock();
    clock.freeze();
    const reason = new Error('enough');
    await expect(clock.sleep(10, AbortSignal.abort(reason))).rejects.toBe(reason);
    const left = new AbortController();
    const slept = clock.sleep(10, left.signal);
    left.abort(reason);
    await expect(slept).rejects.toBe(reason);
  });
});
