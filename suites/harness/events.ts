import type { OperationId } from '../../spec/contract.ts';
import { type SecurityEvent, securityEventSchema } from '../../spec/services/touchstone/schemas.ts';
import type { Caller } from './caller.ts';
import { ConformanceFailure } from './errors.ts';

/** Reads the security events of a zone, however the target shows them. */
export interface EventSource {
  /** Milliseconds after which an event that has not shown up will not. */
  readonly settles: number;
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Events of a zone, newest first: those of one user agent at least. */
  list(zoneId: string, agent: string): Promise<SecurityEvent[]>;
}

const eventList: OperationId = 'touchstone.event.list';

/** Events of this project's mock, through its admin interface. */
export function eventsOfMock(ask: Caller['ask']): EventSource {
  return {
    settles: 0,
    interval: 250,
    async list(zoneId, agent) {
      const query = { agent, limit: 1000 };
      const { status, body } = await ask(eventList, { params: { zone_id: zoneId }, query });
      const parsed = securityEventSchema.array().safeParse(body);
      if (!parsed.success) {
        throw new ConformanceFailure(
          `The events can't be read: status ${status}, ${parsed.error.issues[0]?.message}`,
        );
      }
      return parsed.data;
    },
  };
}

/**
 * The events of one edge request, told from others by its user agent, oldest first.
 *
 * @param atLeast events that have to show up; waiting ends as soon as they did
 */
export async function eventsOf(
  source: EventSource,
  zoneId: string,
  agent: string,
  atLeast: number,
): Promise<SecurityEvent[]> {
  const deadline = performance.now() + source.settles;
  for (;;) {
    const found = (await source.list(zoneId, agent)).filter(({ userAgent }) => userAgent === agent);
    if ((atLeast > 0 && found.length >= atLeast) || performance.now() >= deadline) return found.reverse();
    await new Promise((resolve) => setTimeout(resolve, source.interval));
  }
}
