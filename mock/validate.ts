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

/** Of a failed union the branch that got furthest, and then with the fewest faults, says best what is wrong. */
function deepest(issues: readonly Issue[]): { path: PropertyKey[]; message: string } {
  const [first] = issues;
  if (!first) return { path: [], message: 'is not valid' };
  if (first.code !== 'invalid_union') return { path: [...first.path], message: first.message };
  const branches = first.errors.map((branch) => ({ ...deepest(branch), faults: branch.length }));
  const [best = { path: [], message: first.message }] = branches.sort(
    (a, b) => b.path.length - a.path.length || a.faults - b.faults,
  );
  return { path: [...first.path, ...best.path], message: best.message };
}

/** RFC 6901. */
export function jsonPointer(path: readonly string[]): string {
  return path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
