import { openApiLimits } from '../../spec/engine-limits.ts';
import { ApiError } from '../../spec/errors.ts';
import { isObject, type JsonValue } from '../engines/openapi/json.ts';
import { toPointer } from '../engines/openapi/pointer.ts';

/** Why an integer is refused that would change silently. */
export const inexact = `is an integer whose digits would be lost: the largest that is kept is ${openApiLimits.integer}`;

/** Whether an integer is small enough to keep its digits: larger ones are written with others, even exact ones. */
export const isExact = (digits: string): boolean => Number.isSafeInteger(Number(digits));

/** Texts, and numbers outside of them. */
const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
/** Digits of an integer that may be too large. */
const long = /^-?\d{16,}(?:\.0+)?$/;

/**
 * Refuses JSON with an integer that JavaScript can't hold.
 *
 * @param text the JSON
 * @param value what it was parsed to
 * @throws ApiError `body-invalid` with a pointer to the first such integer
 */
export function requireExact(text: string, value: JsonValue): void {
  // Nearly all bodies have none.
  if (!/\d{16}/.test(text)) return;
  const lost = new Set<number>();
  for (const [token] of text.matchAll(tokens))
    if (long.test(token) && !isExact(token)) lost.add(Number(token));
  const pointer = lost.size === 0 ? undefined : find(value, lost, '');
  if (pointer === undefined) return;
  const field = pointer.slice(1).replaceAll('/', '.') || 'the body';
  throw new ApiError('body-invalid', { field, problem: inexact }, pointer);
}

function find(value: JsonValue | undefined, lost: ReadonlySet<number>, at: string): string | undefined {
  if (typeof value === 'number') return lost.has(value) ? at : undefined;
  if (!isObject(value) && !Array.isArray(value)) return undefined;
  for (const [name, inside] of Object.entries(value) as [string, JsonValue | undefined][]) {
    const found = find(inside, lost, `${at}${toPointer(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
