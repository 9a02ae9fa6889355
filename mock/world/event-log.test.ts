import { describe, expect, it } from 'vitest';
import { EventLog } from './event-log.ts';

function filled(capacity: number, ...events: string[]) {
  const log = new EventLog<string>(capacity);
  for (const event of events) log.push(event);
  return log;
}

const never = () => new AbortController().signal;

describe('EventLog', () => {
  it('keeps the latest events and lists them latest first', () => {
    const log = filled(2, 'a', 'b', 'c');
    expect([...log.newestFirst()]).toEqual(['c', 'b']);
    expect(log.size).toBe(2);
  });

  it.each([
    ['nothing', 4, []],
    ['the events after it', 2, ['c', 'd']],
    ['the events that are still kept', 0, ['b', 'c', 'd']],
    ['none of the future', 9, []],
  ])('returns after a position %s', (_, position, expected) => {
    expect(filled(3, 'a', 'b', 'c', 'd').after(position)).toEqual(expected);
  });

  it('finds the position after an event that is still kept', () => {
    const log = filled(2, 'a', 'b', 'c');
    const position = log.positionAfter((event) => event === 'b');
    expect(position).toBe(2);
    expect(log.after(position ?? 0)).toEqual(['c']);
    expect(log.positionAfter((event) => event === 'a')).toBeUndefined();
  });

  it('makes a reader wait for the next event', async () => {
    const log = filled(2, 'a');
    const waiting = log.next(log.end, never());
    log.push('b');
    expect(await waiting).toBe(true);
  });

  it('wakes all waiting readers', async () => {
    const log = filled(2);
    const waiting = [log.next(0, never()), log.next(0, never())];
    log.push('a');
    expect(await Promise.all(waiting)).toEqual([true, true]);
  });

  it('does not make a reader wait for an existing event, even after dismiss()', async () => {
    expect(await filled(2, 'a').next(0, never())).toBe(true);
    expect(await filled(2, 'a').next(0, AbortSignal.abort())).toBe(true);
  });

  it('ends a wait with the signal', async () => {
    const controller = new AbortController();
    const log = filled(2);
    const waiting = log.next(0, controller.signal);
    controller.abort();
    expect(await waiting).toBe(false);
    expect(await log.next(0, controller.signal)).toBe(false);
  });

  it('dismisses current readers, but not later ones', async () => {
    const log = filled(2);
    const waiting = log.next(0, log.readers);
    log.dismiss();
    expect(await waiting).toBe(false);
    expect(log.readers.aborted).toBe(false);
    const later = log.next(0, log.readers);
    log.push('a');
    expect(await later).toBe(true);
  });

  it('restores a snapshot any number of times, and continues from there', () => {
    const log = filled(3, 'a');
    const restore = log.snapshot();
    log.push('b');
    const position = log.end;
    restore();
    expect([...log.newestFirst()]).toEqual(['a']);
    log.push('c');
    expect(log.after(position)).toEqual(['c']);
    restore();
    expect([...log.newestFirst()]).toEqual(['a']);
  });
});
