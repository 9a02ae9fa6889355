import { describe, expect, it } from 'vitest';
import { allMutants } from '../../suites/mutants/all.ts';
import type { Outcome } from './judge-mutant.ts';
import { mutantsPage } from './table.ts';

const outcomes: readonly Outcome[] = allMutants.map(({ id, requirement }) => ({
  mutant: id,
  requirement,
  fate: 'caught',
  reason: null,
  caughtBy: [],
  duration_ms: 1,
}));

describe('the page of wrong servers', () => {
  const page = mutantsPage(allMutants, outcomes);
  const areas = new Set(allMutants.map(({ requirement }) => requirement.split('-')[0]));

  it.each([...areas])('names the area of %s', (area) => {
    expect(page).toMatch(
      new RegExp(`^\\| [A-Z]\\S.* \\| \`${area}-…\` \\| \\d+ \\| \\d+ \\| \\d+ \\|$`, 'm'),
    );
  });

  it('counts all of them', () => {
    const requirements = new Set(allMutants.map(({ requirement }) => requirement)).size;
    expect(page).toContain(`| **All** |  | ${requirements} | ${allMutants.length} | ${allMutants.length} |`);
    expect(page).not.toContain('Not caught');
  });

  it('lists those that no test caught', () => {
    const [first, ...rest] = outcomes;
    if (!first) throw new Error('there are mutants');
    const text = mutantsPage(allMutants, [{ ...first, fate: 'survived' }, ...rest]);
    expect(text).toContain(`Not caught:\n\n- ${first.requirement}: \`${first.mutant}\`, survived\n`);
    expect(text).toContain(`| ${allMutants.length} | ${allMutants.length - 1} |`);
  });
});
