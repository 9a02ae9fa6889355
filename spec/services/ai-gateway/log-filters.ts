import { z } from 'zod';

/** Keys of log filters: cloudflare-typescript, AI Gateway. */
const logFilterKeys = [
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

const logFilterOperators = ['eq', 'neq', 'contains', 'lt', 'gt'] as const;

export type LogFilterOperator = (typeof logFilterOperators)[number];

const filterValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** One condition; its values are alternatives. All conditions must hold. */
export const logFilterSchema = z.object({
  key: z.enum(logFilterKeys),
  operator: z.enum(logFilterOperators),
  value: z.array(filterValue).min(1),
});

export type LogFilter = z.infer<typeof logFilterSchema>;

/** Filters as the live API accepts them: a JSON array in one query parameter. */
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

const parts = ['key', 'operator', 'value'] as const;

/**
 * The filters of a query in the notation of client libraries, one parameter for each member: `filters.key`,
 * `filters.operator` and `filters.value`, repeated for several filters or values.
 *
 * A key begins a filter, and the parameters after it belong to it, as client libraries write them. If all keys come
 * first, each has the operator and the value at its index.
 *
 * @param query names and values in the order of the query
 * @returns input for {@link logFilterSchema}; undefined if the query has no filters
 *
 * @example
 * dottedFilters(new URLSearchParams('filters.key=model&filters.operator=eq&filters.value=openai/gpt-5'))
 * // [{ key: 'model', operator: 'eq', value: ['openai/gpt-5'] }]
 */
export function dottedFilters(query: Iterable<readonly [string, string]>): unknown[] {
  const found = [...query].flatMap(([name, value]) => {
    const part = parts.find((each) => name === `filters.${each}`);
    return part ? [{ part, value }] : [];
  });
  const getTexts = (wanted: string) => found.filter(({ part }) => part === wanted).map(({ value }) => value);
  const keys = getTexts('key');
  const [operators, values] = [getTexts('operator'), getTexts('value')];
  const together = found.slice(0, keys.length).every(({ part }) => part === 'key');
  if (keys.length > 1 && together) {
    return keys.map((key, at) => ({ key, operator: operators[at], value: values.slice(at, at + 1) }));
  }
  const filters: { key: string | undefined; operator: string | undefined; value: string[] }[] = [];
  for (const { part, value } of found) {
    const last = filters.at(-1);
    const open = last && part !== 'key' ? last : { key: undefined, operator: undefined, value: [] };
    if (open !== last) filters.push(open);
    if (part === 'value') open.value.push(value);
    else open[part] = value;
  }
  return filters;
}
