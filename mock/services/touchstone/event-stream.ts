import type { EventFilter } from '../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import type { EventLog } from '../../world/event-log.ts';
import { liveStream, message } from './live-stream.ts';

export interface EventStreamOptions {
  /** The events to send. */
  readonly selects: (event: SecurityEvent) => boolean;
  /** The last event that the client has; the stream continues after it. */
  readonly lastEventId: string | undefined;
  /** Milliseconds between two keep-alive comments. */
  readonly heartbeat?: number;
}

/**
 * The events of a log as server-sent events, from now on, until the reader or the log closes the stream.
 *
 * A reader that reconnects with the id of an event gets the later events; if that event is no longer stored, it gets
 * all stored ones.
 *
 * @example
 * const response = new Response(eventStream(zone.events, { selects: () => true, lastEventId: undefined }));
 */
export function eventStream(
  log: EventLog<SecurityEvent>,
  { selects, lastEventId, heartbeat }: EventStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position =
    lastEventId === undefined ? log.end : (log.positionAfter(({ id }) => id === lastEventId) ?? 0);
  return liveStream({
    over: log.readers,
    heartbeat,
    async next(signal) {
      while (await log.next(position, signal)) {
        // Events that a slow reader has not read stay in the log.
        const events = log.after(position).filter(selects);
        position = log.end;
        if (events.length > 0) return events.map((event) => message('security', event.id, event)).join('');
      }
      return undefined;
    },
  });
}

/**
 * Whether an event matches a query.
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
