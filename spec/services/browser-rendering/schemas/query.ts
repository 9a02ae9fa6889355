import { z } from 'zod';
import { browserRenderingLimits } from '../limits.ts';

const { default: fallback, max } = browserRenderingLimits.cacheTtl;

/** The query of every action: fact sheet browser-rendering, section 2. */
export const renderQuery = z.object({
  cacheTTL: z
    .string()
    .regex(/^\d{1,9}(?:\.\d+)?$/, `must be a number of seconds from 0 to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max} seconds`))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'number', minimum: 0, maximum: max, default: fallback }),
});
