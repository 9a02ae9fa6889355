import { availableParallelism } from 'node:os';
import { requirementById } from '../../spec/requirements.ts';
import { getQuotes } from '../../suites/harness/quotes.ts';
import { allVariations } from '../../suites/mutants/lawful/all.ts';
import { MutantError } from '../../suites/mutants/mutant.ts';
import { judgeAll } from './judge-all.ts';
import { type Blame, type LawfulOutcome, lostVariation } from './judge-variation.ts';

export interface LawfulOptions {
  readonly jobs?: number;
  readonly sample?: number;
  readonly json?: boolean;
}

/**
 * `mutants --lawful`: serves lawful variations, which must fail no MUST.
 *
 * @param wanted ids of variations, or prefixes of suite names; none for all
 * @returns the exit code: 0 when none fails, 1 when one does
 * @throws MutantError when nothing matches
 */
export async function judgeLawful(
  wanted: readonly string[],
  { jobs = availableParallelism(), sample, json = false }: LawfulOptions,
): Promise<0 | 1> {
  const meant = allVariations.filter(
    ({ id, suites }) =>
      wanted.length === 0 ||
      wanted.some((one) => id === one || suites.some((suite) => suite.startsWith(one))),
  );
  if (meant.length === 0) {
    throw new MutantError('variations-none', `no lawful variation matches ${wanted.join(', ')}`);
  }
  const chosen = sample === undefined ? meant : spread(meant, sample);
  const started = performance.now();
  const outcomes = await judgeAll(chosen, {
    jobs,
    flags: ['--lawful'],
    lost: lostVariation,
    judged: (outcome) => {
      if (!json) for (const line of getLines(outcome)) console.log(line);
    },
  });
  const wrong = outcomes.filter(({ verdict }) => verdict !== 'fair');
  if (json) console.log(JSON.stringify({ outcomes }, null, 2));
  else {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `\n${outcomes.length - wrong.length} of ${outcomes.length} lawful variations pass in ${seconds} s.`,
    );
    for (const { variation, verdict } of wrong) console.log(`${verdict.padEnd(8)} ${variation}`);
  }
  return wrong.length > 0 ? 1 : 0;
}

/** Maximum characters of a message to print. */
const longest = 240;

/** Picks the given number of items at equal distances, the same each time. */
const spread = <T>(list: readonly T[], count: number): readonly T[] =>
  list.filter(
    (_, index) =>
      Math.floor((index * count) / list.length) !== Math.floor(((index - 1) * count) / list.length),
  );

/**
 * The outcome of one variation; if it is blamed, also why it is lawful, and the failed requirements with their tests.
 */
export function getLines({
  variation,
  verdict,
  reason,
  blames,
  passed,
  skipped,
  duration_ms,
}: LawfulOutcome): string[] {
  const seconds = `${(duration_ms / 1000).toFixed(1)} s`;
  const counts = `${passed} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  const head = `${verdict === 'fair' ? 'fair' : verdict.toUpperCase()}`.padEnd(8);
  const because = allVariations.find(({ id }) => id === variation)?.because;
  return [
    [`${head} ${variation}`, reason, counts, seconds].filter(Boolean).join('  '),
    ...(blames.length > 0 && because ? [`    lawful: ${because}`] : []),
    ...byRequirement(blames).flatMap(([requirement, tests]) => [
      ...requirementLines(requirement),
      ...tests.flatMap(({ test, message }) => [`      ${test}`, `        ${message.slice(0, longest)}`]),
    ]),
  ];
}

function requirementLines(requirement: string | null): string[] {
  if (requirement === null) return ['    no requirement: the test broke'];
  return [
    `    ${requirement}: ${requirementById(requirement)?.sentence ?? ''}`,
    ...getQuotes(requirement).map(({ document, line, text }) => `      ${document}:${line}: ${text}`),
  ];
}

function byRequirement(blames: readonly Blame[]) {
  const all = blames.flatMap(({ test, findings }) => findings.map((finding) => ({ test, ...finding })));
  return [...Map.groupBy(all, ({ requirement }) => requirement)];
}
