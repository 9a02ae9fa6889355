import { describe, expect, it } from 'vitest';
import type { EventFilter } from '../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { EventLog } from '../../world/event-log.ts';
import { eventStream, selects } from './event-stream.ts';

// Only the id is read.
const event = (id: string) => ({ id }) as SecurityEvent;

function start(heartbeat = 20) {
  const log = new EventLog<SecurityEvent>(3);
  const stream = eventStream(log, { selects: () => true, lastEventId: undefined, heartbeat });
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  return { log, reader, next: async () => (await reader.read()).value };
}

describe('eventStream', () => {
  it('announces itself at once, and sends keep-alive comments later', async () => {
    const { next } = start();
    expect(await next()).toBe('retry: 1000\n\n');
    expect(await next()).toBe(': still here\n\n');
    expect(await next()).toBe(': still here\n\n');
  });

  it('sends all stored events that happened since the last read, together', async () => {
    const { log, next } = start();
    await next();
    for (const id of ['a', 'b', 'c', 'd']) log.push(event(id));
    const text = (await next()) ?? '';
    expect(text.match(/^id: .*$/gm)).toEqual(['id: b', 'id: c', 'id: d']);
  });

  it('sends earlier events before it closes', async () => {
    const { log, reader, next } = start(5_000);
    await next();
    log.push(event('a'));
    log.dismiss();
    expect(await next()).toContain('id: a');
    expect((await reader.read()).done).toBe(true);
  });
});

// The members that the filter reads.
const filtered = {
  action: 'block',
  source: 'firewallCustom',
  ruleId: 'a',
  userAgent: 'curl',
  datetime: '2030-01-01T00:00:01.000000Z',
} as SecurityEvent;

describe('selects', () => {
  it.each<[string, EventFilter, boolean]>([
    ['anything', {}, true],
    ['its action', { action: ['block'] }, true],
    ['one of several actions', { action: ['log', 'block'] }, true],
    ['another action', { action: ['log'] }, false],
    ['its source', { source: ['firewallCustom'] }, true],
    ['another source', { source: ['apiShieldTokenValidation'] }, false],
    ['its rule', { rule: ['a'] }, true],
    ['another rule', { rule: ['b'] }, false],
    ['its user agent', { agent: ['curl'] }, true],
    ['a part of its user agent', { agent: ['cur'] }, false],
    ['its moment', { since: '2030-01-01T00:00:01Z' }, true],
    ['a later moment', { since: '2030-01-01T00:00:01.001Z' }, false],
    ['its action and another rule', { action: ['block'], rule: ['b'] }, false],
  ])('matches an event with %s: %o', (_, filter, expected) => {
    expect(selects(filter)(filtered)).toBe(expected);
  });

  it('matches an event without a rule only without a rule in the query', () => {
    const unruled = { ...filtered, ruleId: null };
    expect(selects({})(unruled)).toBe(true);
    expect(selects({ rule: ['a'] })(unruled)).toBe(false);
  });
});
