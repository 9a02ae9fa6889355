import type { Requirement } from '../../spec/requirement.ts';
import { getOrigin } from '../../spec/sources.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { toVisibleLine } from '../../spec/visible-text.ts';
import type { Catalogue } from './catalogue.ts';
import { atLeast } from './levels.ts';
import { boundTo, isNamedBy } from './needs.ts';
import { getQuotes, type Quote } from './quotes.ts';
import { type Selection, selectTests } from './select.ts';
import { type Suite, testId } from './suite.ts';

/** A requirement and its tests. */
export interface ListedRequirement extends Requirement {
  /** Passages of the seeds, word for word. */
  readonly quotes: readonly Quote[];
  /** Ids of the tests that are bound to it. */
  readonly tests: readonly string[];
  /** Why it has no test; null where it has one, or where no reason is recorded. */
  readonly excuse: string | null;
}

/**
 * The requirements that a selection matches, each with its tests. No selection matches all. Requirements without a test
 * match unless the selection filters by a property of tests.
 *
 * @param excuses why a requirement has no test, by id
 * @throws TouchstoneError when a value of the selection matches nothing.
 */
export function listRequirements(
  suites: readonly Suite[],
  catalogue: Catalogue,
  selection: Selection = {},
  excuses: Readonly<Partial<Record<string, string>>> = {},
): ListedRequirement[] {
  const { requirements = [], level, ...ofTests } = selection;
  const unknown = requirements.find((wanted) => ![...catalogue.keys()].some((id) => isNamedBy(id, wanted)));
  if (unknown !== undefined) {
    throw new TouchstoneError('selection', `No requirement has an id that is or starts with ${unknown}`);
  }
  const tests = new Map<string, string[]>();
  for (const { suite, test } of selectTests(suites, catalogue, ofTests)) {
    for (const id of boundTo(test)) tests.set(id, [...(tests.get(id) ?? []), testId(suite, test)]);
  }
  const onlyTested = Object.keys(ofTests).length > 0;
  return [...catalogue.values()]
    .filter(({ id }) => requirements.length === 0 || requirements.some((wanted) => isNamedBy(id, wanted)))
    .filter((requirement) => level === undefined || atLeast(requirement.level, level))
    .filter(({ id }) => !onlyTested || tests.has(id))
    .map((requirement) => ({
      ...requirement,
      quotes: getQuotes(requirement.id),
      tests: tests.get(requirement.id) ?? [],
      excuse: excuses[requirement.id] ?? null,
    }));
}

/** A listed requirement as text. */
export function describeRequirement(listed: ListedRequirement): string {
  const { id, level, sentence, feature, quotes, tests, excuse } = listed;
  const needs = feature === undefined ? '' : `, for targets with the feature ${feature}`;
  const proof = tests.length > 0 ? tests : [excuse === null ? '(no test)' : `(no test: ${excuse})`];
  return [
    `${id} ${level.toUpperCase()} ${sentence}`,
    `    ${getOrigin(listed, needs)}`,
    ...quotes.map(({ text }) => `      "${text}"`),
    ...proof.map((test) => `    ${test}`),
  ]
    .map(toVisibleLine)
    .join('\n');
}
