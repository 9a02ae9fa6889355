import type { z } from 'zod';

/**
 * What is wrong with the input of a third-party model, in the words of the gateway's code 7003: fact sheet
 * inference, sections 2.6 and 7.2.
 *
 * @param input the input as it was sent
 * @param issues what the model's schema finds wrong with it
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
