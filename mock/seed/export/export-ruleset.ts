import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import type { StoredRuleset } from '../../world/records.ts';
import { uniqueNames } from './unique-names.ts';

type RulesetSeed = NonNullable<Seed['rulesets']>[number];

/** Rulesets as a seed has them: those that others run come first, since whoever runs one has to find it. */
export function exportRulesets(
  stored: readonly StoredRuleset[],
  leaveOut: (what: string) => void,
): RulesetSeed[] {
  const [run, begun] = [true, false].map((isRun) =>
    stored.filter(({ current }) => (current.kind === 'custom') === isRun),
  );
  const named = uniqueNames(
    [...(run ?? []), ...(begun ?? [])],
    ({ current }) => current,
    (from, to) => leaveOut(`the name ${JSON.stringify(from)} of a ruleset, which is called ${to}`),
  );
  return named.map(([name, { id, current, older }]) => {
    if (older.length > 0) leaveOut(`${older.length} older versions of the ruleset ${name}`);
    const { kind, phase, description, rules } = current;
    return {
      name,
      id,
      kind,
      phase,
      description,
      rules: rules.map(({ version: _, last_updated: __, categories: ___, ...rule }) => rule),
    };
  });
}
