import { type EventFilter, eventStreamLimits } from '../../../spec/services/touchstone/events.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import type { EventLog } from '../../world/event-log.ts';

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
  { selects, lastEventId, heartbeat = eventStreamLimits.heartbeat }: EventStreamOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const gone = new AbortController();
  const over = AbortSignal.any([gone.signal, log.readers]);
  let position =
    lastEventId === undefined ? log.end : (log.positionAfter(({ id }) => id === lastEventId) ?? 0);
  let opened = false;

  /** The next text to send; waits for it. Undefined at the end. */
  async function next(): Promise<string | undefined> {
    if (!opened) {
      opened = true;
      // Sent at once, so that a client knows that it is connected.
      return `retry: ${eventStreamLimits.retry}\n\n`;
    }
    const wait = AbortSignal.any([over, AbortSignal.timeout(heartbeat)]);
    while (await log.next(position, wait)) {
      const events = log.after(position).filter(selects);
      position = log.end;
      if (events.length > 0) return events.map(message).join('');
    }
    return over.aborted ? undefined : ': still here\n\n';
  }

  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const text = await next();
        if (text !== undefined) controller.enqueue(encoder.encode(text));
        else if (!gone.signal.aborted) controller.close();
      },
      cancel: () => gone.abort(),
    },
    // Prepares nothing ahead: events that a slow reader has not read stay in the log.
    { highWaterMark: 0 },
  );
}

/** Formats one event as the HTML standard specifies, section 9.2.5. JSON has no line breaks of its own. */
function message(event: SecurityEvent): string {
  return `id: ${event.id}\nevent: security\ndata: ${JSON.stringify(event)}\n\n`;
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
