import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** A position in the input as the runtime writes it: `/messages/0/content`. */
const getPlace = (path: readonly PropertyKey[]) => `/${path.map(String).join('/')}`;

/** Number of mistakes in a message; more would only repeat themselves. */
const mostNamed = 20;

/** The type of a value, in the words of JSON Schema. */
function getType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key]; // an object of JSON has members of any name
  }
  return value;
}

/** Missing members belong to their object, several in one sentence. */
function missing(
  input: unknown,
  base: readonly PropertyKey[],
  issues: readonly Issue[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const issue of issues) {
    const path = [...base, ...issue.path];
    if (path.length === 0 || at(input, path) !== undefined) continue;
    const parent = getPlace(path.slice(0, -1));
    found.set(parent, [...(found.get(parent) ?? []), `'${String(path.at(-1))}'`]);
  }
  return found;
}

function toWords(input: unknown, base: readonly PropertyKey[], issue: Issue): string[] {
  const path = [...base, ...issue.path];
  const place = getPlace(path);
  if (path.length > 0 && at(input, path) === undefined) return [];
  switch (issue.code) {
    case 'invalid_type': {
      const expected = issue.expected === 'int' ? 'integer' : issue.expected;
      return [`Type mismatch of '${place}', '${getType(at(input, path))}' not in '${expected}'`];
    }
    case 'unrecognized_keys': {
      const keys = issue.keys.map((key) => `/${key}`).join(', ');
      return [`Additional or unevaluated properties '${keys}' at '${place}' not allowed`];
    }
    case 'invalid_union': {
      const branches = issue.errors.map((branch) => problem(input, path, branch)).filter((words) => words);
      return [`oneOf at '${place}' not met, 0 matches: ${branches.join(', ')}`];
    }
    default:
      return [`'${place}' ${issue.message}`];
  }
}

function problem(input: unknown, base: readonly PropertyKey[], issues: readonly Issue[]): string {
  const absent = [...missing(input, base, issues)].map(
    ([place, names]) => `required properties at '${place}' are ${names.join(', ').replaceAll("', '", ',')}`,
  );
  const wrong = issues.flatMap((issue) => toWords(input, base, issue));
  return [...absent, ...wrong].slice(0, mostNamed).join(', ');
}

/**
 * The faults of the input of a hosted model, in the words of code 5006: Cloudflare docs, Workers AI errors.
 *
 * @param input the input as sent
 * @param issues the issues of the model's schema
 *
 * @example
 * badInput({ promt: 'Hello' }, issues)
 * // "oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', required properties at '/' are 'messages'"
 */
export function badInput(input: unknown, issues: readonly Issue[]): string {
  return problem(input, [], issues);
}

/**
 * The faults of the input of a third-party model, in the words of the gateway's code 7003: Cloudflare docs, Models and
 * live calls measured in October 2026.
 *
 * @param input the input as sent
 * @param issues the issues of the model's schema
 *
 * @example
 * userInputError({ messages: [] }, issues) // 'Required value missing: max_tokens'
 */
export function userInputError(input: unknown, issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  if (!issue) return 'Invalid input';
  const place = issue.path.map(String).join('.');
  if (issue.path.length > 0 && isMissing(input, issue.path)) return `Required value missing: ${place}`;
  return place === '' ? issue.message : `Invalid value at ${place}: ${issue.message}`;
}

function isMissing(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return true;
    value = (value as Record<PropertyKey, unknown>)[key]; // an object of JSON has members of any name
  }
  return value === undefined;
}
