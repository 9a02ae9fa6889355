import type { z } from 'zod';
import { ApiError, type FailureName } from '../../spec/errors.ts';
import { getMistake, jsonPointer } from '../../spec/mistake.ts';

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
  const { path, problem, issue } = getMistake(outcome.error.issues, value);
  throw new ApiError(
    failure,
    { field: path.join('.') || 'the body', problem, issue },
    failure === 'body-invalid' ? jsonPointer(path) : undefined,
  );
}
