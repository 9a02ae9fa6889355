import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { hexIdSchema, timestampSchema } from '../../schema.ts';
import { adminEndpoint } from './admin-endpoint.ts';

const clockSchema = z.object({ now: timestampSchema, frozen: z.boolean() });

/** Without a body, or without `at`, the clock stops now. */
const freezeBody = z.object({ at: timestampSchema.optional() }).optional();

/** Time moves forward only; at most a hundred years at once. */
const advanceBody = z.object({ seconds: z.number().positive().max(3_153_600_000) });

/** Whose clock is meant: that of an account and its zones, or without one the world's, which the others follow. */
const whose = z.object({ account_id: hexIdSchema.optional() });

const shared = {
  ...adminEndpoint,
  params: z.object({}),
  query: whose,
  result: clockSchema,
  errors: ['admin-forbidden', 'account-unknown'],
} as const;

/** The clock of the world, and those of its accounts. */
export const clockEndpoints = {
  'touchstone.clock.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/_touchstone/clock',
    summary: 'Read the clock of the world, or of one account',
  }),
  'touchstone.clock.freeze': endpoint({
    ...shared,
    method: 'POST',
    path: '/_touchstone/clock/freeze',
    summary: 'Stop the clock, now or at a given time',
    body: freezeBody,
    example: { at: '2030-01-01T00:00:00Z' },
  }),
  'touchstone.clock.advance': endpoint({
    ...shared,
    method: 'POST',
    path: '/_touchstone/clock/advance',
    summary: 'Move the clock forward, whether it runs or stands',
    body: advanceBody,
    example: { seconds: 60 },
  }),
  'touchstone.clock.release': endpoint({
    ...shared,
    method: 'POST',
    path: '/_touchstone/clock/release',
    summary: "Let the clock of the world show the machine's time again, or that of an account the world's",
  }),
} as const;
