import { describe, expect, it } from 'vitest';
import { EventLog } from './event-log.ts';

function filled(capacity: number, ...events: string[]) {
  const log = new EventLog<string>(capacity);
  for (const event of events) log.push(event);
  return log;
}

const never = () => new AbortController().signal;

describe('EventLog', () => {
  it('keeps the newest events and gives them newest first', () => {
    const log = filled(2, 'a', 'b', 'c');
    expect([...log.newestFirst()]).toEqual(['c', 'b']);
    expect(log.size).toBe(2);
  });

  it.each([
    ['nothing', 4, []],
    ['what came after it', 2, ['c', 'd']],
    ['what is still kept of it', 0, ['b', 'c', 'd']],
    ['nothing of the future', 9, []],
  ])('gives behind a position %s', (_, position, expected) => {
    expect(filled(3, 'a', 'b', 'c', 'd').after(position)).toEqual(expected);
  });

  it('finds the position behind an event that is still kept', () => {
    const log = filled(2, 'a', 'b', 'c');
    const position = log.positionAfter((event) => event === 'b');
    expect(position).toBe(2);
    expect(log.after(position ?? 0)).toEqual(['c']);
    expect(log.positionAfter((event) => event === 'a')).toBeUndefined();
  });

  it('lets a reader wait for the next event', async () => {
    const log = filled(2, 'a');
    const waiting = log.next(log.end, never());
    log.push('b');
    expect(await waiting).toBe('new');
  });

  it('does not let a reader wait for what is there already', async () => {
    expect(await filled(2, 'a').next(0, never())).toBe('new');
  });

  it('lets waiting readers go', async () => {
    const log = filled(2);
    const waiting = log.next(0, never());
    log.dismiss();
    expect(await waiting).toBe('left');
    log.push('a');
    expect(await log.next(0, never())).toBe('new');
  });

  it('ends a wait that is aborted', async () => {
    const controller = new AbortController();
    const log = filled(2);
    const waiting = log.next(0, controller.signal);
    controller.abort();
    expect(await waiting).toBe('aborted');
    expect(await log.next(0, controller.signal)).toBe('aborted');
  });

  it('goes back to a snapshot as often as asked, and goes on from there', () => {
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
