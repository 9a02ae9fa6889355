import type { Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { HarnessError } from './errors.ts';
import { atLeast } from './levels.ts';
import { boundTo, levelOf } from './needs.ts';
import { type Suite, serviceOf, type Test, testId } from './suite.ts';

/** Which tests to run; each member narrows the choice. */
export interface Selection {
  /** Services, or beginnings of suite names: `token-validation`, `token-validation/keys`. */
  readonly services?: readonly string[];
  /** Requirement ids, or their beginnings: `TV-KEY-4`, `TV-KEY`. */
  readonly requirements?: readonly string[];
  /** The lowest level to run. */
  readonly level?: Level;
  /** Text that the id of a test holds. */
  readonly title?: string;
}

export interface SelectedTest {
  readonly suite: Suite;
  readonly test: Test;
}

/**
 * Chooses tests, and checks that every test is named once and bound to requirements that exist.
 *
 * @throws HarnessError when a suite is at fault.
 */
export function selectTests(
  suites: readonly Suite[],
  catalogue: Catalogue,
  selection: Selection = {},
): SelectedTest[] {
  const all = suites.flatMap((suite) => suite.tests.map((test) => ({ suite, test })));
  const seen = new Set<string>();
  for (const { suite, test } of all) {
    const id = testId(suite, test);
    if (seen.has(id)) throw new HarnessError('test-twice', `Two tests have the id ${id}`);
    seen.add(id);
    if (test.requirements.length === 0) {
      throw new HarnessError('test-unbound', `${id} is bound to no requirement`);
    }
    const unknown = boundTo(test).find((requirement) => !catalogue.has(requirement));
    if (unknown !== undefined) {
      throw new HarnessError('requirement-unknown', `${id} is bound to ${unknown}, which does not exist`);
    }
  }
  const { services, requirements, level, title } = selection;
  return all.filter(({ suite, test }) => {
    const named = (name: string) => name === serviceOf(suite) || suite.name.startsWith(name);
    if (services && services.length > 0 && !services.some(named)) return false;
    const bound = (wanted: string) =>
      boundTo(test).some((id) => id === wanted || id.startsWith(`${wanted.replace(/-$/, '')}-`));
    if (requirements && requirements.length > 0 && !requirements.some(bound)) return false;
    if (level && !atLeast(levelOf(test, catalogue), level)) return false;
    return title === undefined || testId(suite, test).includes(title);
  });
}
