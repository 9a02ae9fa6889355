import { describe, expect, it } from 'vitest';
import { Clock, ClockError, endOfTime, timestampOf } from './clock.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('Clock', () => {
  it('follows the machine while it runs', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    machine += 1500;
    expect(clock.now()).toBe(noon + 1500);
    expect(clock.frozen).toBe(false);
  });

  it('stands still once it is frozen, now or at a given time', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    clock.freeze();
    machine += 5000;
    expect(clock.now()).toBe(noon);
    clock.freeze(Date.UTC(2031, 5, 15));
    expect(clock.timestamp()).toBe('2031-06-15T00:00:00.000000Z');
    expect(clock.frozen).toBe(true);
  });

  it('is moved forward while it stands', () => {
    const clock = new Clock(() => 0);
    clock.freeze(noon);
    clock.advance(0.25);
    expect(clock.now()).toBe(noon + 250);
  });

  it('is moved forward while it runs, and runs on', () => {
    let machine = noon;
    const clock = new Clock(() => machine);
    clock.advance(60);
    machine += 1000;
    expect(clock.now()).toBe(noon + 61_000);
    expect(clock.frozen).toBe(false);
  });

  it('keeps what it was advanced by when it is frozen afterwards', () => {
    const clock = new Clock(() => noon);
    clock.advance(60);
    clock.freeze();
    expect(clock.now()).toBe(noon + 60_000);
  });

  it('shows the time of the machine again once it is released', () => {
    const clock = new Clock(() => noon);
    clock.advance(60);
    clock.freeze();
    clock.release();
    expect(clock.now()).toBe(noon);
    expect(clock.frozen).toBe(false);
  });

  it.each([
    ['no time at all', Number.NaN],
    ['a time before the epoch', -1],
    ['the year 10000', endOfTime + 1],
  ])('refuses to show %s', (_, time) => {
    const clock = new Clock(() => noon);
    expect(() => clock.freeze(time)).toThrow(ClockError);
    expect(clock.now()).toBe(noon);
  });

  it('refuses to be moved past the year 9999, and stays where it was', () => {
    const clock = new Clock(() => endOfTime - 1000);
    expect(() => clock.advance(2)).toThrow(ClockError);
    clock.advance(1);
    expect(clock.timestamp()).toBe('9999-12-31T23:59:59.999000Z');
  });
});

describe('timestampOf', () => {
  it('writes RFC 3339 in UTC with microseconds', () => {
    expect(timestampOf(Date.UTC(2023, 10, 8, 16, 45, 17, 236))).toBe('2023-11-08T16:45:17.236000Z');
  });
});
