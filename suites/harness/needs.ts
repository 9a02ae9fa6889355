import type { Feature, Level } from '../../spec/requirement.ts';
import type { Catalogue } from './catalogue.ts';
import { highest, lower } from './levels.ts';
import type { SharedThing, Test } from './suite.ts';

/** The highest level among the requirements of a test, as far as the test lets it count. */
export function getLevel(test: Test, catalogue: Catalogue): Level {
  const level = highest(test.requirements.map((id) => catalogue.get(id)?.level ?? 'may'));
  return lower(level, test.atMost ?? 'must');
}

/** Every requirement that a test says something about. */
export function boundTo({ requirements, judges = [] }: Test): readonly string[] {
  return [...requirements, ...judges];
}

/** Whether an id is the wanted one, or begins with it and a hyphen: `TV-KEY-4` by `TV-KEY`, and not by `TV-K`. */
export function isNamedBy(id: string, wanted: string): boolean {
  return id === wanted || id.startsWith(`${wanted.replace(/-$/, '')}-`);
}

/** Features that a test needs: its own and those of its requirements. */
export function neededFeatures(test: Test, catalogue: Catalogue): ReadonlySet<Feature> {
  const needed = new Set(test.features);
  for (const id of test.requirements) {
    const feature = catalogue.get(id)?.feature;
    if (feature !== undefined) needed.add(feature);
  }
  return needed;
}

/** What a test has for itself while it runs, beside its zone: everything, its account, or what it shares with few. */
export function getReach(
  test: Test,
  catalogue: Catalogue,
): 'everything' | 'account' | SharedThing | undefined {
  if (test.exclusive === true) return 'everything';
  if (neededFeatures(test, catalogue).has('clock')) return 'account';
  return test.exclusive || undefined;
}
