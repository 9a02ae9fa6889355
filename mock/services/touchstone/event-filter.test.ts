import { describe, expect, it } from 'vitest';
import type { EventFilter } from '../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { selects } from './event-filter.ts';

// The members that the filter reads.
const event = {
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
  ])('takes an event when asked for %s: %o', (_, filter, expected) => {
    expect(selects(filter)(event)).toBe(expected);
  });

  it('takes an event without a rule only when no rule is asked for', () => {
    const unruled = { ...event, ruleId: null };
    expect(selects({})(unruled)).toBe(true);
    expect(selects({ rule: ['a'] })(unruled)).toBe(false);
  });
});
