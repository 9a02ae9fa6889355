import { type EventFieldName, eventFields } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { type EventValue, eventValue } from './event-values.ts';

/** One order: a field, and the direction. */
export interface EventOrder {
  readonly field: EventFieldName;
  readonly descending: boolean;
}

/** Every order by its name in the schema: `datetime_DESC`. */
export const eventOrders: ReadonlyMap<string, EventOrder> = new Map(
  (Object.keys(eventFields) as EventFieldName[]).flatMap((field): [string, EventOrder][] => [
    [`${field}_ASC`, { field, descending: false }],
    [`${field}_DESC`, { field, descending: true }],
  ]),
);

/**
 * Sorts events by one order after the other. What is equal by all of them stays as it happened, the other way
 * round where the first order is a descending one by time; so does everything when no order is given.
 *
 * @param events oldest first
 */
export function sortEvents(events: readonly SecurityEvent[], orders: readonly EventOrder[]): SecurityEvent[] {
  const [first] = orders;
  if (!first) return [...events];
  // Keys are read once for each event, not once for each comparison.
  const keyed = events.map((event) => ({ event, keys: orders.map(({ field }) => eventValue(event, field)) }));
  if (first.descending && eventFields[first.field].type === 'Time') keyed.reverse();
  keyed.sort((a, b) => {
    for (const [index, { descending }] of orders.entries()) {
      const left = a.keys[index] as EventValue; // One key for each order.
      const right = b.keys[index] as EventValue;
      if (left !== right) return left < right === descending ? 1 : -1;
    }
    return 0;
  });
  return keyed.map(({ event }) => event);
}
