import type { z } from 'zod';
import { type CheckedSeed, seedSchema } from '../../spec/seed-file/seed-schema.ts';
import { knownMembers, nearestName } from './seed-names.ts';
import type { SeedPath, SeedProblem } from './seed-problem.ts';

type Issue = z.core.$ZodIssue;

/** A well-formed seed, or all problems with its form. */
export type CheckedForm =
  | { readonly seed: CheckedSeed; readonly problems?: undefined }
  | { readonly seed?: undefined; readonly problems: readonly SeedProblem[] };

/**
 * Checks the form of a seed; the operations of the mock check its content.
 *
 * @example
 * checkSeed({ zones: [{}] }).problems // [{ path: ['zones', 0, 'name'], message: 'is missing: a text' }]
 */
export function checkSeed(value: unknown): CheckedForm {
  const outcome = seedSchema.safeParse(value ?? {});
  if (outcome.success) return { seed: outcome.data };
  return { problems: outcome.error.issues.flatMap((issue) => toProblems(issue, [], value)) };
}

function toProblems(issue: Issue, above: SeedPath, root: unknown): SeedProblem[] {
  const path = [...above, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
  const given = valueAt(root, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], message: unknownMember(key, path) }));
    case 'invalid_type': {
      const expected = kinds[issue.expected] ?? issue.expected;
      const quotes = issue.expected === 'string' && /^[nb]/.test(typeof given) ? ': put it in quotes' : '';
      const message =
        given === undefined ? `is missing: ${expected}` : `must be ${expected}, not ${shown(given)}${quotes}`;
      return [{ path, message }];
    }
    case 'invalid_value':
      return [{ path, message: wrongValue(issue.values.map(String), given) }];
    case 'invalid_union':
      return branchProblems(issue.errors, path, root);
    default:
      return [{ path, message: issue.message }];
  }
}

/** The problems of the branch of a union that fits best: the given type, with the fewest issues. */
function branchProblems(errors: readonly (readonly Issue[])[], path: SeedPath, root: unknown): SeedProblem[] {
  const given = valueAt(root, path);
  const ofAnotherType = (issue: Issue) => issue.code === 'invalid_type' && issue.path.length === 0;
  const [nearest] = errors
    .filter((branch) => branch.length > 0 && !branch.some(ofAnotherType))
    .sort((a, b) => a.length - b.length);
  if (nearest) return nearest.flatMap((issue) => toProblems(issue, path, root));
  const expected = new Set(
    errors.flat().flatMap((issue) => (issue.code === 'invalid_type' ? [kinds[issue.expected]] : [])),
  );
  const wanted = [...expected].join(' or ');
  const message = given === undefined ? `is missing: ${wanted}` : `must be ${wanted}, not ${shown(given)}`;
  return [{ path, message }];
}

function unknownMember(key: string, path: SeedPath): string {
  const known = knownMembers(path);
  const nearest = nearestName(key, known);
  const hint = nearest === undefined ? `; known members: ${known.join(', ')}` : `; did you mean ${nearest}?`;
  return `is an unknown member${hint}`;
}

function wrongValue(known: readonly string[], given: unknown): string {
  const wanted = known.length === 1 ? `must be ${known[0]}` : `must be one of ${known.join(', ')}`;
  if (given === undefined) return `is missing: ${wanted}`;
  const nearest = typeof given === 'string' ? nearestName(given, known) : undefined;
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `${wanted}, not ${shown(given)}${hint}`;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with members',
  record: 'an object with members',
};

/** Formats a value for messages: text and numbers as they are, larger values by kind. */
function shown(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function valueAt(root: unknown, path: SeedPath): unknown {
  let here = root;
  for (const part of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    // The check above shows that the member exists.
    here = (here as Readonly<Record<string | number, unknown>>)[part];
  }
  return here;
}
