import type { Feature, Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { highest, lower } from './levels.ts';
import type { SharedThing, Test } from './suite.ts';

/** The highest level among the requirements of a test, up to the test's own limit. */
export function getLevel(test: Test, catalogue: Catalogue): Level {
  const level = highest(test.requirements.map((id) => catalogue.get(id)?.level ?? 'may'));
  return lower(level, test.atMost ?? 'must');
}

/** Every requirement that a test covers. */
export function boundTo({ requirements, judges = [] }: Test): readonly string[] {
  return [...requirements, ...judges];
}

/** Whether an id equals the wanted one or starts with it and a hyphen: `TV-KEY` matches `TV-KEY-4`, `TV-K` does not. */
export function isNamedBy(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted.replace(/-$/, '')}-`);
}

/** Features that a test needs: its own, and those of its requirements. */
export function neededFeatures(test: Test, catalogue: Catalogue): ReadonlySet<Feature> {
  const needed = new Set(test.features);
  for (const id of test.requirements) {
    const feature = catalogue.get(id)?.feature;
    if (feature !== undefined) needed.add(feature);
  }
  return needed;
}

/** What a test reserves while it runs, in addition to its zone: everything, its account, or a shared resource. */
export function getReach(
  test: Test,
  catalogue: Catalogue,
): 'everything' | 'account' | SharedThing | undefined {
  if (test.exclusive === true) return 'everything';
  if (neededFeatures(test, catalogue).has('clock')) return 'account';
  return test.exclusive || undefined;
}
