import { requirementById } from '../../spec/requirements.ts';
import { getLayer, type Mutant, type MutantLayer } from '../../suites/mutants/mutant.ts';
import type { Outcome } from './judge-mutant.ts';

/** What the requirements are about, by the first part of their ids. */
const areas: Readonly<Record<string, string>> = {
  AG: 'Saved operations',
  AR: 'Repositories and Git',
  BR: 'Browser rendering',
  CH: 'Custom hostnames',
  GW: 'The gateway of models',
  INF: 'Models',
  MD: 'HTML to Markdown',
  OBJ: 'Object storage',
  PY: 'Code interpreter',
  RS: 'Rulesets',
  ST: 'Zone settings',
  TV: 'Token validation',
  V4: 'Every operation of the API',
  ZN: 'Zones',
};

const areaOf = (requirement: string): string => requirement.split('-')[0] ?? '';

/** The published page: how many wrong servers there are in each area, and which ones no test caught. */
export function mutantsPage(mutants: readonly Mutant[], outcomes: readonly Outcome[]): string {
  const places = Map.groupBy(mutants, getLayer);
  const count = (...layers: readonly MutantLayer[]) =>
    layers.reduce((sum, layer) => sum + (places.get(layer)?.length ?? 0), 0);
  const survivors = outcomes.filter(({ fate }) => fate !== 'caught');
  const byArea = Map.groupBy(outcomes, ({ requirement }) => areaOf(requirement));
  const rows = [...byArea]
    .toSorted(([a], [b]) => compare(areas[a] ?? a, areas[b] ?? b))
    .map(([area, those]) => row([areas[area] ?? area, `\`${area}-…\``, ...figures(those)]));
  return [
    '# Wrong servers, and the tests that catch them',
    '',
    '<!-- Written by `touchstone mutants --write`; changes here are lost. -->',
    '',
    'Read this page if you wonder what a pass of [`conform`](conformance.md) is worth. A suite that never fails proves nothing. So we run our suites against wrong servers, and they must fail each one.',
    '',
    'A wrong server is our own server with one fault: one accepts expired tokens, another forgets a header. Each MUST has at least one, and so have some weaker requirements. A wrong server counts as caught only if a test of its requirement fails, and its answers still have the right form. [Decision 17](decisions/0017-mutants.md) has all rules.',
    '',
    '| Area | Ids | Requirements | Wrong servers | Caught |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    row(['**All**', '', ...figures(outcomes)]),
    '',
    `${count('engine', 'service', 'edge', 'core')} faults are in the code that does the work, ${count('contract')} in the contract. ${count('exchange')} change answers on their way.`,
    ...(survivors.length === 0 ? [] : ['', 'Not caught:', '']),
    ...survivors.map(({ requirement, mutant, fate }) => `- ${requirement}: \`${mutant}\`, ${fate}`),
    '',
    '## See which test catches a fault',
    '',
    'In a clone, name a requirement, the start of its id, or a wrong server:',
    '',
    '```sh',
    'npx --yes bun@1.4 run touchstone mutants AR-GIT-5',
    '```',
    '',
    'It prints each fault, the test that caught it, and what the test said. `touchstone mutants` runs all of them. To write one: [mutants](../suites/mutants/README.md).',
    '',
    '## Make random faults',
    '',
    '`touchstone mutants --random 500` makes faults that nobody chose: conditions negated, bounds moved, calls removed, results emptied, texts and numbers changed. `--seed 2` makes others, and paths limit them to some files.',
    '',
    'First all tests run on the correct server, to record which test reaches which place. Those tests then run against the fault, the nearest first. A test that fails twice catches it. The command prints the survivors, and fails if less than 85 % are caught.',
    '',
    'A fault that a user would notice needs a test: in the suites, or next to the file if the API does not show it. The others are in `scripts/mutants/random/equivalents.json`, each with its reason, and do not count.',
    '',
  ].join('\n');
}

/** The number of requirements, of wrong servers, and of those that were caught. */
function figures(outcomes: readonly Outcome[]): string[] {
  const caught = outcomes.filter(({ fate }) => fate === 'caught');
  return [new Set(outcomes.map(({ requirement }) => requirement)).size, outcomes.length, caught.length].map(
    String,
  );
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
