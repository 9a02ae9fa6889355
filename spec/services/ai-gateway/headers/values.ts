import { z } from 'zod';

/** A whole number written in a header. */
export function headerInteger(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

/** `true` or `false` written in a header, in any case (the case: inferred). */
export const headerBoolean = z
  .string()
  .regex(/^(?:true|false)$/i, 'must be true or false')
  .transform((value) => value.toLowerCase() === 'true')
  .meta({ type: 'boolean' });

/** JSON written in a header, of a shape. */
export function headerJson<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);
}
