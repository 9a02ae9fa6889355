import type { z } from 'zod';
import { ApiError, type FailureName } from '../../spec/errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks the path variables of an operation.
 *
 * @throws ApiError `identifier-malformed`: such a path does not route on the platform.
 */
export function checkParams<S extends z.ZodType>(schema: S, params: unknown, path: string): z.output<S> {
  const outcome = schema.safeParse(params);
  if (!outcome.success) throw new ApiError('identifier-malformed', { path });
  return outcome.data;
}

/** @throws ApiError `query-invalid`, naming the parameter. */
export function checkQuery<S extends z.ZodType>(schema: S, query: unknown): z.output<S> {
  return check(schema, query, 'query-invalid');
}

/** @throws ApiError `body-invalid`, with a JSON pointer to the first wrong member. */
export function checkBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return check(schema, body, 'body-invalid');
}

function check<S extends z.ZodType>(schema: S, value: unknown, failure: FailureName): z.output<S> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const { path, problem, issue } = getFault(outcome.error.issues, value);
  throw new ApiError(
    failure,
    { field: path.join('.') || 'the body', problem, issue },
    failure === 'body-invalid' ? jsonPointer(path) : undefined,
  );
}

/** The first mistake in a value. */
interface Fault {
  readonly path: readonly string[];
  /** The mistake, to follow the member's name: `is required, and so are title and action`. */
  readonly problem: string;
  /** The message of the schema library. */
  readonly issue: string;
}

/**
 * Returns the mistake that a schema found in a value.
 *
 * @param value the checked value
 * @example
 * getFault(z.object({ a: z.string() }).safeParse({}).error.issues, {}).problem; // 'is required'
 */
export function getFault(issues: readonly Issue[], value: unknown): Fault {
  const [first, ...others] = meant(issues);
  if (!first) return { path: [], problem: 'is not valid', issue: 'is not valid' };
  const { path, message } = first;
  const isMissing = (issue: Issue) => issue.code !== 'custom' && at(value, issue.path) === undefined;
  // A schema's own message says more.
  if (!isMissing(first) || !/^Invalid (?:input|option)/.test(message))
    return { path: path.map(String), problem: message, issue: message };
  const too = others.filter(isMissing).map((other) => other.path.map(String).join('.'));
  return { path: path.map(String), problem: required([...new Set(too)], path.length === 0), issue: message };
}

/** Maximum number of missing members to name. */
const mostNamed = 20;

function required(too: readonly string[], whole: boolean): string {
  if (whole) return 'is required: send it as JSON';
  if (too.length === 0) return 'is required';
  const named = too.slice(0, mostNamed);
  const more = too.length - named.length;
  const last = more > 0 ? `${more} more` : (named.pop() ?? '');
  const list = named.length === 0 ? last : `${named.join(', ')} and ${last}`;
  return `is required, and so ${too.length === 1 ? 'is' : 'are'} ${list}`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

/** The mistake; for a failed union, in the branch that was meant. */
function meant(issues: readonly Issue[]): readonly Issue[] {
  const [first] = issues;
  if (first?.code !== 'invalid_union') return issues;
  const [best] = first.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => ({ issues: meant(branch), cost: cost(branch) }))
    .sort((a, b) => a.cost - b.cost || depth(b.issues) - depth(a.issues));
  return best ? best.issues.map((issue) => ({ ...issue, path: [...first.path, ...issue.path] })) : [first];
}

const depth = ([first]: readonly Issue[]): number => first?.path.length ?? 0;

/** A branch of another type was not meant; of the others, the one with the fewest mistakes was. */
function cost(branch: readonly Issue[]): number {
  const ofAnotherType = branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return ofAnotherType ? Number.POSITIVE_INFINITY : branch.length;
}

/** RFC 6901. */
export function jsonPointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
