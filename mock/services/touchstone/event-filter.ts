import type { EventFilter } from '../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';

/**
 * Whether an event is one of those that a query asks for.
 *
 * @example
 * zone.events.newestFirst().filter(selects({ action: ['block'] }))
 */
export function selects(filter: EventFilter): (event: SecurityEvent) => boolean {
  const { action, source, rule, agent, since } = filter;
  const from = since === undefined ? undefined : Date.parse(since);
  return (event) =>
    isOneOf(action, event.action) &&
    isOneOf(source, event.source) &&
    isOneOf(rule, event.ruleId) &&
    isOneOf(agent, event.userAgent) &&
    (from === undefined || Date.parse(event.datetime) >= from);
}

function isOneOf(wanted: readonly string[] | undefined, value: string | null): boolean {
  return wanted === undefined || (value !== null && wanted.includes(value));
}
