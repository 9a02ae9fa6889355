import { z } from 'zod';
import { queryInteger, queryList, timestampSchema } from '../../schema.ts';
import { securityActions, securitySources, touchstoneLimits } from './schemas.ts';

/** Limits of the live stream of security events. */
export const eventStreamLimits = {
  /** Milliseconds between two comments that say that the stream is alive. */
  heartbeat: 15_000,
  /** Milliseconds after which a client is told to connect again. */
  retry: 1_000,
} as const;

/** Which events are meant: those that satisfy every parameter given; a repeated one takes any of its values. */
const eventFilter = {
  action: queryList(z.enum(securityActions)),
  source: queryList(z.enum(securitySources)),
  /** Id of the rule that decided. */
  rule: queryList(z.string().min(1)),
  /** `User-Agent` of the request. */
  agent: queryList(z.string()),
};

/** Which events are listed, and how many of them. */
export const eventsQuery = z.object({
  ...eventFilter,
  /** Events of this moment and later ones. */
  since: timestampSchema.optional(),
  limit: queryInteger(1, touchstoneLimits.eventsPerZone, 100),
});

/** Which events are sent as they happen. */
export const eventStreamQuery = z.object(eventFilter);

export type EventFilter = z.output<typeof eventStreamQuery> & { readonly since?: string | undefined };
