import { z } from 'zod';

const headers = z.record(z.string(), z.string());

/** What is told of the page beside the result: fact sheet browser-rendering, section 7. */
export const metaSchema = z.object({
  /** HTTP status of the page. */
  status: z.int(),
  title: z.string(),
  /** By their lower-case names; repeated ones are joined by a line feed. */
  headers: headers.optional(),
  finalUrl: z.string().optional(),
  /** Oldest first; absent where nothing redirected. */
  redirectChain: z
    .array(z.object({ url: z.string(), status: z.int(), headers }))
    .min(1)
    .optional(),
});

export type Meta = z.output<typeof metaSchema>;

/** The header that every answer has. */
export const renderAnswerHeaders = z.object({
  'x-browser-ms-used': z.string().regex(/^\d+$/, 'must be a whole number of milliseconds'),
});
