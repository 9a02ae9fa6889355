import { z } from 'zod';

/** What logs can be filtered by: fact sheet inference, section 6.8. */
export const logFilterKeys = [
  'id',
  'created_at',
  'request_content_type',
  'response_content_type',
  'request_type',
  'success',
  'cached',
  'provider',
  'model',
  'model_type',
  'cost',
  'tokens',
  'tokens_in',
  'tokens_out',
  'duration',
  'feedback',
  'event_id',
  'metadata.key',
  'metadata.value',
  'authentication',
  'wholesale',
  'compatibilityMode',
  'dlp_action',
  'user_agent',
] as const;

export type LogFilterKey = (typeof logFilterKeys)[number];

export const logFilterOperators = ['eq', 'neq', 'contains', 'lt', 'gt'] as const;

export type LogFilterOperator = (typeof logFilterOperators)[number];

const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One condition; its values are alternatives. Several conditions all have to hold. */
export const logFilterSchema = z.object({
  key: z.enum(logFilterKeys),
  operator: z.enum(logFilterOperators),
  value: z.array(filterValue).min(1),
});

export type LogFilter = z.infer<typeof logFilterSchema>;

/** Filters as the live API takes them: a JSON array in one query parameter. */
export const logFiltersParameter = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON array of filters' });
      return z.NEVER;
    }
  })
  .pipe(z.array(logFilterSchema))
  .meta({ type: 'string' });

const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

/**
 * The filters of a query in the spelling of client libraries, one parameter for each member: `filters.key`,
 * `filters.operator` and `filters.value`, several times for several filters.
 *
 * @returns what {@link logFilterSchema} judges, or undefined where the query has none
 *
 * @example
 * dottedFilters({ 'filters.key': 'model', 'filters.operator': 'eq', 'filters.value': 'openai/gpt-5' })
 * // [{ key: 'model', operator: 'eq', value: ['openai/gpt-5'] }]
 */
export function dottedFilters(query: Readonly<Record<string, unknown>>): unknown[] | undefined {
  const keys = list(query['filters.key']);
  if (keys.length === 0) return undefined;
  const operators = list(query['filters.operator']);
  const values = list(query['filters.value']);
  return keys.map((key, index) => ({
    key,
    operator: operators[index],
    // One filter has all the values; of several, each has its own.
    value: keys.length === 1 ? values : values.slice(index, index + 1),
  }));
}
