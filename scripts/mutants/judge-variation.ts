import { join } from 'node:path';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import { catalogue } from '../../suites/harness/catalogue.ts';
import type { TestResult } from '../../suites/harness/results.ts';
import { selectTests } from '../../suites/harness/select.ts';
import { testId } from '../../suites/harness/suite.ts';
import type { Variation } from '../../suites/mutants/lawful/variation.ts';
import type { Tamper } from '../../suites/mutants/mutant.ts';
import { buildServer } from './build-server.ts';
import type { Bench } from './judge-mutant.ts';
import { runTests } from './run-tests.ts';

/**
 * The outcome of a lawful variation: `fair` if no MUST fails, `blamed` if one does. The others mean that the variation
 * itself is wrong. `idle`: it changes no answer, or no test runs. `broken`: it does not apply, build or serve, or a
 * test fails without it too.
 */
export type Verdict = 'fair' | 'blamed' | 'idle' | 'broken';

/** A test that fails a lawful variation. */
export interface Blame {
  readonly test: string;
  /** The failed MUSTs with their messages; without a requirement if the test broke. */
  readonly findings: readonly { readonly requirement: string | null; readonly message: string }[];
}

export interface LawfulOutcome {
  readonly variation: string;
  readonly verdict: Verdict;
  /** A remark on the outcome in one line; null without one. */
  readonly reason: string | null;
  readonly blames: readonly Blame[];
  readonly passed: number;
  readonly skipped: number;
  readonly duration_ms: number;
}

type Judged = Omit<LawfulOutcome, 'variation' | 'duration_ms'>;

const nothing = { blames: [], passed: 0, skipped: 0 };

/** Serves a lawful variation, runs the MUSTs of the relevant suites, and returns which of them fail it. */
export async function judgeVariation(
  variation: Variation,
  bench: Omit<Bench, 'nearby'>,
): Promise<LawfulOutcome> {
  const started = performance.now();
  const judged = await attempt(variation, bench).catch((error: unknown): Judged => {
    const reason = error instanceof TouchstoneError ? error.message : `${variation.id}: ${error}`;
    return { ...nothing, verdict: 'broken', reason };
  });
  return { variation: variation.id, ...judged, duration_ms: Math.round(performance.now() - started) };
}

/** The outcome of a variation whose process did not finish. */
export const lostVariation = ({ id }: Variation, reason: string, duration_ms: number): LawfulOutcome => ({
  ...nothing,
  variation: id,
  verdict: 'broken',
  reason,
  duration_ms,
});

async function attempt(variation: Variation, bench: Omit<Bench, 'nearby'>): Promise<Judged> {
  const { id, suites, foreign } = variation;
  const tests = selectTests(bench.suites, catalogue, { services: suites, level: 'must' });
  const built =
    'file' in variation ? await buildServer(variation, getFolder(id, bench)) : await bench.unpatched();
  const counted = 'tamper' in variation ? counting(variation.tamper) : undefined;
  const server = await built.serveMutated({
    ...bench.serving,
    tamper: counted?.tamper,
    mock: 'mock' in variation ? variation.mock : undefined,
  });
  try {
    const results = await runTests(server, tests, bench.webhookCertificate, { foreign });
    const count = (wanted: TestResult['status']) => results.filter(({ status }) => status === wanted).length;
    const summary = { blames: results.flatMap(getBlame), passed: count('passed'), skipped: count('skipped') };
    const blaming = new Set(summary.blames.map(({ test }) => test));
    const clean = await bench.clean(
      tests.filter(({ suite, test }) => blaming.has(testId(suite, test))),
      undefined,
    );
    const anyway = clean.find((result) => getBlame(result).length > 0);
    if (anyway) return { ...summary, verdict: 'broken', reason: `fails without it too: ${anyway.id}` };
    if (blaming.size > 0) return { ...summary, verdict: 'blamed', reason: null };
    if (counted?.changed() === false)
      return { ...summary, verdict: 'idle', reason: 'it changes no exchange' };
    if (results.every(({ status }) => status === 'skipped' || status === 'disabled')) {
      return { ...summary, verdict: 'idle', reason: `no test runs: ${results[0]?.reason}` };
    }
    return { ...summary, verdict: 'fair', reason: null };
  } finally {
    await server.close();
  }
}

const getFolder = (id: string, { folder }: Pick<Bench, 'folder'>) =>
  join(folder, `${id}-${crypto.randomUUID().slice(0, 8)}`);

function getBlame({ id, status, reason, findings }: TestResult): Blame[] {
  const broke = status === 'error' ? [{ requirement: null, message: reason ?? 'the test broke' }] : [];
  const failed = findings
    .filter((finding) => finding.status === 'failed' && finding.level === 'must')
    .map(({ requirement, message }) => ({ requirement, message: message ?? '' }));
  const found = [...broke, ...failed];
  return found.length > 0 ? [{ test: id, findings: found }] : [];
}

/** Records whether an exchange was changed. */
function counting({ plane, request, response }: Tamper): { tamper: Tamper; changed(): boolean } {
  let changed = false;
  const noting = <T>(before: T, after: T): T => {
    changed ||= before !== after;
    return after;
  };
  return {
    changed: () => changed,
    tamper: {
      ...(plane && { plane }),
      ...(request && { request: async (given) => noting(given, await request(given)) }),
      ...(response && { response: async (answer, given) => noting(answer, await response(answer, given)) }),
    },
  };
}
