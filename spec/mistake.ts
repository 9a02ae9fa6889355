import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** The first mistake in a value. */
export interface Mistake {
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
 * getMistake(z.object({ a: z.string() }).safeParse({}).error.issues, {}).problem; // 'is required'
 */
export function getMistake(issues: readonly Issue[], value: unknown): Mistake {
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
