import type { z } from 'zod';
import { ApiError, type FailureName } from '../spec/errors.ts';

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

/** @throws ApiError `body-invalid`, with a JSON pointer to the first member that is wrong. */
export function checkBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return check(schema, body, 'body-invalid');
}

function check<S extends z.ZodType>(schema: S, value: unknown, failure: FailureName): z.output<S> {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  const issue = deepest(outcome.error.issues);
  const path = issue.path.map(String);
  throw new ApiError(
    failure,
    { field: path.join('.') || 'the body', problem: issue.message },
    failure === 'body-invalid' ? jsonPointer(path) : undefined,
  );
}

interface Fault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first thing that is wrong; of a failed union, that of the branch which was meant. */
function deepest(issues: readonly Issue[]): Fault {
  const [first] = issues;
  if (!first) return { path: [], message: 'is not valid' };
  if (first.code !== 'invalid_union') return first;
  const [best] = first.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => ({ fault: deepest(branch), cost: cost(branch) }))
    .sort((a, b) => a.cost - b.cost || b.fault.path.length - a.fault.path.length);
  if (!best) return first;
  return { path: [...first.path, ...best.fault.path], message: best.fault.message };
}

/** A branch of another type was not meant at all; of the others, the one with the fewest faults was. */
function cost(branch: readonly Issue[]): number {
  const ofAnotherType = branch.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
  return ofAnotherType ? Number.POSITIVE_INFINITY : branch.length;
}

/** RFC 6901. */
export function jsonPointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
