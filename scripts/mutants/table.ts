import { requirementById } from '../../spec/requirements.ts';
import { getLayer, type Mutant } from '../../suites/mutants/mutant.ts';
import type { Outcome } from './judge-mutant.ts';

/** The published table: every mutant, its requirement and the tests that caught it. */
export function mutantsPage(mutants: readonly Mutant[], outcomes: readonly Outcome[]): string {
  const byId = new Map(mutants.map((mutant) => [mutant.id, mutant]));
  const rows = outcomes
    .flatMap((outcome) => {
      const mutant = byId.get(outcome.mutant);
      return mutant ? [{ mutant, outcome }] : [];
    })
    .toSorted(
      (a, b) => compare(a.mutant.requirement, b.mutant.requirement) || compare(a.mutant.id, b.mutant.id),
    );
  return [
    '# Wrong servers, and the tests that catch them',
    '',
    'Written by `touchstone mutants --write`. Each server is our own with one fault. [CONTRIBUTING.md](../CONTRIBUTING.md) and [decision 17](decisions/0017-mutants.md) say how to write one and what counts as caught.',
    '',
    '`touchstone mutants --random 500` makes random faults instead, by operators over the syntax trees of `mock/`: conditions negated or forced, bounds, arithmetic, `&&` for `||`, calls and statements removed, results emptied, other texts, numbers and flags. `--seed 2` makes others, and paths limit them to some files. One run of all tests on the correct server records which tests reach which place. Those run against the fault, the nearest first, and a test that fails twice catches it. Survivors are printed. A fault that a user would notice needs a test: in the suites, or next to the file if it is not visible over the API. A fault of the second kind, or one that changes nothing, goes into `scripts/mutants/random/equivalents.json` with the reason. The command fails if less than 85 % of the others are caught.',
    '',
    '| Requirement | Wrong server | Where | Caught by |',
    '|---|---|---|---|',
    ...rows.map(({ mutant, outcome }) =>
      row([
        mutant.requirement,
        `\`${mutant.id}\``,
        getLayer(mutant),
        outcome.caughtBy.map(({ test }) => test).join('<br>') || outcome.fate,
      ]),
    ),
    '',
  ].join('\n');
}

/** One mutant in the terminal. */
export function outcomeLine({ mutant, requirement, fate, reason, caughtBy, duration_ms }: Outcome): string {
  const mark = fate === 'caught' ? 'caught' : fate.toUpperCase();
  const tests = caughtBy.map(({ test }) => test);
  const by = tests.length > 1 ? `${tests[0]} (and ${tests.length - 1} more)` : (tests[0] ?? '');
  const detail = fate === 'caught' ? by : [reason, by].filter(Boolean).join('; ');
  return `${mark.padEnd(12)} ${requirement.padEnd(14)} ${mutant}  ${detail}  ${(duration_ms / 1000).toFixed(1)} s`;
}

/** All results about one mutant. */
export function outcomeDetails({ requirement, caughtBy }: Outcome): string[] {
  return [
    `    ${requirement}: ${requirementById(requirement)?.sentence ?? ''}`,
    ...caughtBy.flatMap(({ test, message, others }) => [
      `    ${test}`,
      `      ${message}`,
      ...(others.length > 0 ? [`      fails too: ${others.join(', ')}`] : []),
    ]),
  ];
}

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
const compare = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
