import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { allRequirements } from '../spec/requirements.ts';
import { TouchstoneError } from '../spec/touchstone-error.ts';
import { allMutants } from '../suites/mutants/all.ts';
import { getLayer, type Mutant, MutantError } from '../suites/mutants/mutant.ts';
import { judgeAll } from './mutants/judge-all.ts';
import { lostMutant, type Outcome } from './mutants/judge-mutant.ts';
import { judgeLawful } from './mutants/lawful.ts';
import { randomMutants } from './mutants/random.ts';
import { mutantsPage, outcomeDetails, outcomeLine } from './mutants/table.ts';

export interface MutantsOptions {
  /** Requirement ids, or their prefixes. */
  readonly requirement?: readonly string[];
  /** First parts of requirement ids, such as TV or INF. */
  readonly service?: readonly string[];
  /** Lists each MUST without a mutant, and judges nothing. */
  readonly missing?: boolean;
  /** Accepts a MUST without a mutant. */
  readonly allowMissing?: boolean;
  /** Writes the counts in docs/mutants.md. */
  readonly write?: boolean;
  /** Runs tests of other requirements against survivors, which takes time; always on when all mutants are judged. */
  readonly nearby?: boolean;
  readonly jobs?: number;
  /** Judges lawful variations, which must fail no test. */
  readonly lawful?: boolean;
  /** Takes this many variations, spread over the list. */
  readonly sample?: number;
  /** Prints one JSON document. */
  readonly json?: boolean;
  /** Makes this many random faults instead, in files whose paths begin with one of the given ids. */
  readonly random?: number;
  /** Seed of the random faults. */
  readonly seed?: number;
}

const page = join(import.meta.dirname, '..', 'docs', 'mutants.md');
/** Number of mutants from which one line each is enough. */
const manyMutants = 5;

/**
 * The command `mutants`: runs the suites against wrong servers.
 *
 * @param wanted ids of mutants or requirements, or their prefixes; none for all
 * @returns the exit code: 0 when all are caught, and no MUST lacks a mutant when all are judged; 1 when not; 2 when
 * nothing could be run
 */
export async function mutants(wanted: readonly string[], options: MutantsOptions = {}): Promise<0 | 1 | 2> {
  try {
    if (!('Bun' in globalThis))
      throw new MutantError('mutants-runtime', 'Bun bundles the mutants: run this command with bun');
    return options.lawful ? await judgeLawful(wanted, options) : await judge(wanted, options);
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    console.error(`touchstone: ${error.message}`);
    return 2;
  }
}

async function judge(wanted: readonly string[], options: MutantsOptions): Promise<0 | 1> {
  const { requirement = [], service = [], json = false, random, seed = 1 } = options;
  if (random !== undefined) {
    const jobs = options.jobs ?? availableParallelism();
    return randomMutants({ count: random, seed, jobs, within: wanted, json });
  }
  const within = inSelection([...wanted, ...requirement], service);
  const missing = mustsWithout(within);
  if (options.missing) {
    for (const { id, sentence } of missing) console.log(`${id.padEnd(14)} ${sentence}`);
    console.log(`\n${missing.length} MUST without a mutant.`);
    return missing.length > 0 ? 1 : 0;
  }
  const whole = wanted.length + requirement.length + service.length === 0;
  const chosen = allMutants.filter((mutant) => within(mutant.requirement, mutant.id));
  if (chosen.length === 0) {
    throw new MutantError(
      'mutants-none',
      `no mutant has this name or breaks this requirement: ${[...wanted, ...requirement, ...service].join(', ')}`,
    );
  }
  const say = json ? () => {} : (line: string) => console.log(line);
  const started = performance.now();
  const outcomes = await judgeAll(chosen, {
    jobs: options.jobs ?? availableParallelism(),
    flags: whole || options.nearby ? ['--nearby'] : [],
    lost: lostMutant,
    judged: (outcome) => {
      say(outcomeLine(outcome));
      if (chosen.length < manyMutants) for (const line of outcomeDetails(outcome)) say(line);
    },
  });
  const wrong = outcomes.filter(({ fate }) => fate !== 'caught');
  const lopsided = whole && !mostlyInside(chosen);
  const seconds = (performance.now() - started) / 1000;
  if (json) console.log(JSON.stringify({ outcomes, missing: missing.map(({ id }) => id) }, null, 2));
  for (const line of summary(outcomes, wrong, seconds)) say(line);
  if (lopsided) say('Less than half of the mutants change an engine or a service.');
  if (whole)
    say(
      `${missing.length} MUST without a mutant${missing.length > 0 ? ': touchstone mutants --missing' : '.'}`,
    );
  if (options.write) {
    if (!whole) throw new MutantError('mutants-write', '--write requires all mutants, not a selection');
    await writeFile(page, mutantsPage(chosen, outcomes));
  }
  const lacking = whole && missing.length > 0 && !options.allowMissing;
  return wrong.length > 0 || lopsided || lacking ? 1 : 0;
}

/** Whether an id means a requirement or a mutant by its own name. */
function inSelection(ids: readonly string[], services: readonly string[]) {
  const names = (wanted: string, id: string) =>
    id === wanted || id.startsWith(`${wanted.replace(/-$/, '')}-`);
  return (requirement: string, mutant?: string): boolean => {
    if (services.length > 0 && !services.some((one) => names(one.toUpperCase(), requirement))) return false;
    return ids.length === 0 || ids.some((one) => names(one, requirement) || one === mutant);
  };
}

function mustsWithout(within: (requirement: string) => boolean) {
  const covered = new Set<string>(allMutants.map(({ requirement }) => requirement));
  return allRequirements.filter(({ id, level }) => level === 'must' && within(id) && !covered.has(id));
}

/** Whether at least half of the mutants change engines or services, rather than the contract or the exchange. */
function mostlyInside(chosen: readonly Mutant[]): boolean {
  const inside = chosen.filter((mutant) => !['exchange', 'contract'].includes(getLayer(mutant)));
  return inside.length * 2 >= chosen.length;
}

function summary(outcomes: readonly Outcome[], wrong: readonly Outcome[], seconds: number): string[] {
  const head = `\n${outcomes.length - wrong.length} of ${outcomes.length} caught in ${seconds.toFixed(1)} s.`;
  return outcomes.length < manyMutants ? [head] : [head, ...wrong.map(outcomeLine)];
}
