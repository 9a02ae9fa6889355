import type { EventFilter } from '../../../spec/services/touchstone/event-query.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';

/**
 * Whether an event is one of those that a query asks for.
 *
 * @example
 * zone.events.newestFirst().filter(selects({ action: ['block'] }))
 */
export function selects({ action, source, rule, since }: EventFilter): (event: SecurityEvent) => boolean {
  const from = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  return (event) =>
    isOneOf(action, event.action) &&
    isOneOf(source, event.source) &&
    isOneOf(rule, event.ruleId) &&
    Date.parse(event.datetime) >= from;
}

function isOneOf(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}
