import { z } from 'zod';
import { journalSummarySchema } from './events.ts';

/** A line of the log in JSON: a request, or the number of requests that were not printed. */
export const requestLogLineSchema = z.union([
  z.strictObject(journalSummarySchema.shape),
  z.strictObject({ dropped: z.int().positive() }),
]);
