import { z } from 'zod';
import { v4Limits } from './limits.ts';

/** The length of a text in Unicode code points, as in JSON Schema's `maxLength`. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** A string of at most `max` Unicode code points. */
export function text(max: number, min = 0) {
  return z
    .string()
    .refine((value) => codePointLength(value) <= max, {
      error: (issue) =>
        `is ${codePointLength(String(issue.input))} characters long, at most ${max} are allowed`,
    })
    .refine((value) => codePointLength(value) >= min, { error: `needs at least ${min} characters` })
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });
}

/** A zone or account id: 32 lower-case hexadecimal digits. */
export const hexIdSchema = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 lower-case hexadecimal digits')
  .meta({ example: '023e105f4ecef8ad9ca31a8372d0c353' });

/** A UUID in its 36-character text form. */
export const uuidSchema = z
  .string()
  .regex(/^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/, 'must be a UUID')
  .meta({ format: 'uuid', example: '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7' });

/** Whether a time exists in the calendar; some runtimes accept the 31st of shorter months. */
function isMoment(text: string): boolean {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 19));
}

/** An RFC 3339 time in any of its forms: with a fraction of a second or without, in UTC or with an offset. */
export const rfc3339Pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** Messages for a time that does not exist, and for one in another form than the platform's. */
export const notMoment = 'must be a time that exists';
export const notUtc = 'must be an RFC 3339 time in UTC';

/** An RFC 3339 time in UTC, with or without a fraction of a second. */
export const timestampSchema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/, notUtc)
  .refine(isMoment, notMoment)
  .meta({ format: 'date-time', example: '2023-11-08T16:45:17.236841Z' });

/** A query parameter that may occur once or several times; it always parses to a list. */
export function queryList<T extends z.ZodType<unknown, string>>(item: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).optional(),
  );
}

/** A whole number written in a query string. */
export function queryInteger(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))
    .optional()
    .transform((value) => value ?? fallback);
}

/** `true` or `false` written in a query string. */
export const queryBooleanSchema = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A whole number in a query string that chooses a part of a list. Outside of its range it is the nearest in it. */
function pagingNumber(min: number, max: number, fallback: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number')
    .transform((text) => Math.min(Math.max(Number(text), min), max))
    .optional()
    .transform((value) => value ?? fallback);
}

/** `page`: the number of a page. */
export const pageNumber = pagingNumber(1, Number.MAX_SAFE_INTEGER, 1).meta({
  type: 'integer',
  minimum: 1,
  default: 1,
});

/** `per_page` or `limit`: how many records a page has. */
export function pageSize(minimum: number, maximum: number, fallback: number) {
  return pagingNumber(minimum, maximum, fallback).meta({
    type: 'integer',
    minimum,
    maximum,
    default: fallback,
  });
}

/** `per_page`, by default 20. */
export const perPageQuery = (minimum: number) =>
  pageSize(minimum, v4Limits.perPageMax, v4Limits.perPageDefault);

/** `page` and `per_page` of a list. */
export const paginationQuery = { page: pageNumber, per_page: perPageQuery(v4Limits.perPageMin) };
