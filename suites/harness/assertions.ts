import { isObject } from '../../spec/value-kinds.ts';
import { ConformanceFailure } from './errors.ts';

export { isObject };

/** Fails with `message` unless `condition` is true. */
export function ok(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ConformanceFailure(message);
}

/**
 * Fails unless two values are equal as JSON; the order of members does not matter.
 *
 * @param what names the value in the message, for example `result.title`
 * @throws ConformanceFailure with the JSON pointer of the first difference and both values at it.
 *
 * @example
 * equal(body.result.title, 'Shop', 'result.title');
 */
export function equal(actual: unknown, expected: unknown, what: string): void {
  const difference = firstDifference(actual, expected);
  if (difference === undefined) return;
  const place = difference.path === '' ? what : `${what} at ${difference.path}`;
  throw mistaken(place, difference.actual, show(difference.expected), showMore(difference.expected));
}

/** Fails when two values are equal as JSON. */
export function differ(actual: unknown, unexpected: unknown, what: string): void {
  if (firstDifference(actual, unexpected) === undefined) throw mistaken(what, actual, 'anything else');
}

/** Fails unless `actual` is a string that the pattern matches. */
export function match(actual: unknown, pattern: RegExp, what: string): asserts actual is string {
  if (typeof actual !== 'string' || !pattern.test(actual)) {
    throw mistaken(what, actual, `text that matches ${pattern}`);
  }
}

/** Fails unless `actual` is one of `allowed`. */
export function oneOf(actual: unknown, allowed: readonly unknown[], what: string): void {
  if (!allowed.includes(actual))
    throw mistaken(what, actual, allowed.map((value) => show(value)).join(' or '));
}

/** Fails unless `actual` is an array, and returns it. */
export function array(actual: unknown, what: string): unknown[] {
  if (!Array.isArray(actual)) throw mistaken(what, actual, 'an array');
  return actual;
}

/** Fails unless `actual` is an object, and returns it. */
export function object(actual: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isObject(actual)) throw mistaken(what, actual, 'an object');
  return actual;
}

/** Parses text as JSON; fails if it isn't. */
export function json(text: unknown, what: string): unknown {
  if (typeof text !== 'string') throw new ConformanceFailure(`${what} is ${show(text)}, expected JSON text`);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConformanceFailure(`${what} is ${show(text)}, which is not JSON`);
  }
}

/**
 * The failure of a wrong value, with the actual and the expected value as evidence.
 *
 * @param expected the expected value: JSON, or words
 * @param whole the whole expected value where `expected` is cut off
 */
export function mistaken(
  what: string,
  actual: unknown,
  expected: string,
  whole = expected,
): ConformanceFailure {
  return new ConformanceFailure(`${what} is ${show(actual)}, expected ${expected}`, {
    evidence: { differences: [{ path: what, expected: whole, received: showMore(actual) }] },
  });
}

export interface Difference {
  /** JSON pointer to the difference. */
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** The first difference between two JSON values, depth first in the order of `expected`. */
export function firstDifference(actual: unknown, expected: unknown, path = ''): Difference | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (Array.isArray(actual) && Array.isArray(expected)) {
    for (let index = 0; index < Math.max(actual.length, expected.length); index++) {
      const found = firstDifference(actual[index], expected[index], `${path}/${index}`);
      if (found) return found;
    }
    return undefined;
  }
  if (isObject(actual) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const found = firstDifference(actual[key], expected[key], `${path}/${pointerToken(key)}`);
      if (found) return found;
    }
    return undefined;
  }
  return { path, actual, expected };
}

/** A value as messages show it: JSON, at most 300 characters. */
export const show = (value: unknown): string => showUpTo(300, value);

/** A value as reports show it next to another: JSON, at most 2,000 characters. */
export const showMore = (value: unknown): string => showUpTo(2_000, value);

function showUpTo(most: number, value: unknown): string {
  if (value === undefined) return 'absent';
  const json = JSON.stringify(value) ?? String(value);
  return json.length > most ? `${json.slice(0, most - 3)}...` : json;
}

/** A member name as a token of a JSON pointer: RFC 6901, section 3. */
export function pointerToken(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
