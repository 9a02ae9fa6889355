import { join } from 'node:path';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { shapeRequirements } from '../../suites/harness/contract-check.ts';
import type { TestResult } from '../../suites/harness/results.ts';
import { type Suite, testId } from '../../suites/harness/suite.ts';
import { getPatches, type Mutant, type Setting } from '../../suites/mutants/mutant.ts';
import { type BuiltServer, buildServer } from './build-server.ts';
import { boundTests, nearbyTests, runTests, type SuiteTest } from './run-tests.ts';
import type { MutatedOptions, MutatedServer } from './serve-mutated.ts';
import { differsInStatusAlone } from './status-alone.ts';

/**
 * The outcome of a mutant: `caught` by a test of its requirement, or `survived`. The others mean that the mutant itself
 * is wrong.
 *
 * `elsewhere`: only tests of other requirements fail. `status-alone`: only a status code differs. `unfit`: its answers
 * don't match the schema. `broken`: it does not apply, build, serve or finish, or no test of its requirement runs.
 */
export type Fate = 'caught' | 'survived' | 'elsewhere' | 'status-alone' | 'unfit' | 'broken';

/** A test that failed. */
export interface Catch {
  readonly test: string;
  /** The message about the requirement. */
  readonly message: string;
  /** Other requirements that the same test reports as failed. */
  readonly others: readonly string[];
}

export interface Outcome {
  readonly mutant: string;
  readonly requirement: string;
  readonly fate: Fate;
  /** A remark on the outcome in one line; null without one. */
  readonly reason: string | null;
  /** Tests that caught it; for `elsewhere`, tests of other requirements. */
  readonly caughtBy: readonly Catch[];
  readonly duration_ms: number;
}

/** The environment in which mutants are judged. */
export interface Bench {
  readonly suites: readonly Suite[];
  /** Folder of the bundles, inside the project. */
  readonly folder: string;
  /** The unpatched bundle, for mutants whose fault is not in the code. The correct servers have their own bundle. */
  readonly unpatched: () => Promise<BuiltServer>;
  readonly serving: Pick<MutatedOptions, 'origin' | 'ca' | 'python'>;
  readonly webhookCertificate: string;
  /** Results of tests against the correct server. */
  readonly clean: (
    tests: readonly SuiteTest[],
    setting: Setting | undefined,
  ) => Promise<readonly TestResult[]>;
  /** Whether to run tests of other requirements for survivors. */
  readonly nearby: boolean;
}

/** Number of tests to run before checking whether one caught the mutant. */
const batch = 8;

/** Serves a mutant, runs the tests of its requirement, and returns the outcome. */
export async function judgeMutant(mutant: Mutant, bench: Bench): Promise<Outcome> {
  const started = performance.now();
  const outcome = await attempt(mutant, bench).catch((error: unknown): Judged => {
    if (error instanceof TouchstoneError) return { fate: 'broken', reason: error.message, caughtBy: [] };
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { fate: 'broken', reason: `${mutant.id}: ${reason}`, caughtBy: [] };
  });
  const { id, requirement } = mutant;
  return { mutant: id, requirement, ...outcome, duration_ms: Math.round(performance.now() - started) };
}

/** The outcome of a mutant whose process did not finish. */
export const lostMutant = ({ id, requirement }: Mutant, reason: string, duration_ms: number): Outcome => ({
  mutant: id,
  requirement,
  fate: 'broken',
  reason,
  caughtBy: [],
  duration_ms,
});

type Judged = Pick<Outcome, 'fate' | 'reason' | 'caughtBy'>;

async function attempt(mutant: Mutant, bench: Bench): Promise<Judged> {
  const tests = boundTests(bench.suites, mutant.requirement, mutant.first);
  if (tests.length === 0) {
    return { fate: 'broken', reason: `no test is bound to ${mutant.requirement}`, caughtBy: [] };
  }
  const built =
    'file' in mutant
      ? await buildServer(mutant, join(bench.folder, `${mutant.id}-${crypto.randomUUID().slice(0, 8)}`))
      : await bench.unpatched();
  const tamper = 'tamper' in mutant ? mutant.tamper : undefined;
  const bound = 'bound' in mutant ? mutant.bound : undefined;
  const ownPython = getPatches(mutant).some(({ file }) => file.startsWith('mock/engines/python/'));
  const server = await built.serveMutated({
    ...bench.serving,
    ...(ownPython && { python: undefined }),
    setting: mutant.setting,
    tamper,
    bound,
  });
  try {
    const ran: TestResult[] = [];
    const judged = await judgeBound(mutant, bench, server, { bound: tests, ran });
    if (judged) return judged;
    if (ran.every(({ status }) => status === 'skipped')) {
      return { fate: 'broken', reason: `no bound test ran: ${ran[0]?.reason}`, caughtBy: [] };
    }
    return (await caughtNearby(mutant, bench, server, { bound: tests, ran })) ?? survived(ran);
  } finally {
    await server.close();
  }
}

/** The tests bound to the requirement of a mutant, and the results so far. */
interface BoundTests {
  readonly bound: readonly SuiteTest[];
  readonly ran: TestResult[];
}

/** Runs the bound tests until some of them catch the mutant. */
async function judgeBound(
  mutant: Mutant,
  bench: Bench,
  server: MutatedServer,
  { bound, ran }: BoundTests,
): Promise<Judged | undefined> {
  let refused: Judged | undefined;
  for (let from = 0; from < bound.length; from += batch) {
    const part = bound.slice(from, from + batch);
    const results = await runTests(server, part, bench.webhookCertificate);
    ran.push(...results);
    const caught = results.filter((result) => getMessage(result, mutant.requirement) !== undefined);
    const broke = results.find(({ status }) => status === 'error');
    if (caught.length > 0) {
      const ids = new Set(caught.map(({ id }) => id));
      const clean = await bench.clean(
        part.filter(({ suite, test }) => ids.has(testId(suite, test))),
        mutant.setting,
      );
      const judged = judgeCaught(mutant, caught, clean);
      if (judged.fate === 'caught') return judged;
      refused ??= judged;
    } else if (broke) refused ??= { fate: 'broken', reason: `${broke.id}: ${broke.reason}`, caughtBy: [] };
  }
  return refused;
}

const ofShape: ReadonlySet<string> = new Set(Object.values(shapeRequirements));

/** Of the failed tests, keeps those that fail for the right reason. */
function judgeCaught(mutant: Mutant, caught: readonly TestResult[], clean: readonly TestResult[]): Judged {
  const good: TestResult[] = [];
  let refused: Judged | undefined;
  for (const result of caught) {
    const right = clean.find(({ id }) => id === result.id);
    const unfit = result.findings.find(
      ({ requirement, status }) => ofShape.has(requirement) && status === 'failed',
    );
    const caughtBy = [getCatch(result, mutant.requirement)];
    if (right?.status !== 'passed') {
      const reason = `on the correct server the test is ${right?.status ?? 'not run'}: ${result.id}`;
      refused ??= { fate: 'broken', reason, caughtBy };
    } else if (unfit && mutant.unfit === undefined) {
      refused ??= { fate: 'unfit', reason: `${unfit.message} (${result.id})`, caughtBy };
    } else if (differsInStatusAlone(right.exchanges, result.exchanges)) {
      refused ??= { fate: 'status-alone', reason: `nothing else differs in ${result.id}`, caughtBy };
    } else good.push(result);
  }
  if (good.length === 0 && refused) return refused;
  return { fate: 'caught', reason: null, caughtBy: good.map((one) => getCatch(one, mutant.requirement)) };
}

/** Checks whether tests of other requirements catch a mutant that its own tests missed. */
async function caughtNearby(
  mutant: Mutant,
  bench: Bench,
  server: MutatedServer,
  { bound, ran }: BoundTests,
): Promise<Judged | undefined> {
  const nearby = bench.nearby ? nearbyTests(bench.suites, bound, mutant.requirement) : [];
  for (let from = 0; from < nearby.length; from += batch) {
    const part = nearby.slice(from, from + batch);
    const results = await runTests(server, part, bench.webhookCertificate);
    const failed = results.filter(({ status }) => status === 'failed');
    const ids = new Set(failed.map(({ id }) => id));
    const clean = await bench.clean(
      part.filter(({ suite, test }) => ids.has(testId(suite, test))),
      mutant.setting,
    );
    const caught = failed.filter(({ id }) =>
      clean.some((right) => right.id === id && right.status === 'passed'),
    );
    if (caught.length > 0) {
      const caughtBy = caught.map((result) => getCatch(result, mutant.requirement));
      return { fate: 'elsewhere', reason: `${describeRuns(ran)}; other tests fail`, caughtBy };
    }
  }
  return undefined;
}

function survived(ran: readonly TestResult[]): Judged {
  return { fate: 'survived', reason: describeRuns(ran), caughtBy: [] };
}

/** `2 bound tests passed, 1 skipped` */
function describeRuns(ran: readonly TestResult[]): string {
  const count = (wanted: string) => ran.filter(({ status }) => status === wanted).length;
  const [passed, skipped] = [count('passed'), count('skipped')];
  const tests = `${passed} bound ${passed === 1 ? 'test' : 'tests'} passed`;
  return skipped === 0 ? tests : `${tests}, ${skipped} skipped`;
}

function getMessage({ findings }: TestResult, wanted: string): string | undefined {
  const found = findings.find(({ requirement, status }) => requirement === wanted && status === 'failed');
  return found && (found.message ?? '');
}

function getCatch(result: TestResult, requirement: string): Catch {
  const failed = result.findings.filter(({ status }) => status === 'failed');
  const others = failed
    .map((finding) => finding.requirement ?? 'contract')
    .filter((id) => id !== requirement);
  const message = getMessage(result, requirement) ?? failed[0]?.message ?? '';
  return { test: result.id, message, others: [...new Set(others)] };
}
