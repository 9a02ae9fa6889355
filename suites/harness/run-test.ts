import { isObject } from './assertions.ts';
import { createCaller } from './caller.ts';
import { describeLeak, leftBehind, removeResources } from './clean-up.ts';
import { type Evidence, mapEvidence, notRun, SkipTest, stoppedEarly } from './errors.ts';
import { createFindings, type Findings, toEvidence, toReason } from './findings.ts';
import { highest } from './levels.ts';
import { metered } from './meter.ts';
import { getLack, getLevel, neededFeatures } from './needs.ts';
import { runMark } from './resources.ts';
import type { Status, TestResult } from './results.ts';
import type { RunContext, TestZone } from './run-context.ts';
import { runInTime } from './running-test.ts';
import { getService, type Suite, type Test, testId } from './suite.ts';
import { createTestScope } from './test-context.ts';
import { watched } from './test-tools.ts';
import { createTransport } from './transport.ts';

/**
 * Runs one test in a zone, and removes what it created.
 *
 * What {@link Findings.blames} the target for fails the test, a {@link SkipTest} skips it. Any other error is a bug of
 * the suite or harness.
 */
export async function runTest(
  run: RunContext,
  suite: Suite,
  test: Test,
  zone: TestZone,
): Promise<TestResult> {
  const started = performance.now();
  const base = withoutOutcome(run, suite, test);
  const left = leaveOut(run, suite, test);
  if (left) return { ...base, ...left };
  const trouble = run.breaker.left();
  if (trouble) {
    const why = trouble.verdict === 'broken run' ? stoppedEarly : notRun;
    return { ...base, status: 'skipped', reason: `${why}${trouble.reason}` };
  }

  for (const feature of neededFeatures(test, run.catalogue)) run.meter.named(feature);
  const findings = createFindings(run.catalogue, test.atMost, () =>
    scope.exchanges.some(({ response }) => response !== null),
  );
  const scope = createTestScope(run, test, zone, findings);
  const outcome = await settle(async () => {
    try {
      await runInTime(async () => test.run(scope.context), run.limits.test, run.stop);
    } finally {
      run.meter.tidy();
      await runInTime(() => scope.end(), run.limits.test, run.stop);
    }
  }, findings);
  if (outcome.status === 'passed' || outcome.status === 'failed') {
    findings.settle(test.requirements, outcome.reason, outcome.evidence);
  }
  const leaks = await cleanUp(run, scope.made).finally(scope.leave);
  const clean = (text: string | null) => (text === null ? null : run.redactor.text(text));
  const failed = findings.list.filter((finding) => finding.status === 'failed');
  const reason = outcome.reason ?? findings.skipped;
  const status = getStatus(outcome.status, findings);
  return {
    ...base,
    status,
    reason: status === 'failed' || status === 'passed' ? null : clean(reason),
    failed_level: status === 'failed' ? highest(failed.map(({ level }) => level)) : null,
    findings: findings.list.map((finding) => ({
      ...finding,
      message: clean(finding.message),
      evidence: finding.evidence && mapEvidence(finding.evidence, run.redactor.text),
    })),
    exchanges: scope.exchanges,
    leaks: leaks.map(run.redactor.text),
    duration_ms: Math.round(performance.now() - started),
    requests: { ...run.meter.counts },
  };
}

/** The outcome of a test from the findings that it made. */
function getStatus(outcome: Status, { list, skipped }: Findings): Status {
  const failed = list.filter((finding) => finding.status === 'failed');
  if (outcome === 'passed' && skipped === null) return failed.length > 0 ? 'failed' : 'passed';
  if (outcome !== 'passed' && outcome !== 'skipped') return outcome;
  // A requirement that could not be judged must not hide a failure, and a failure of a lower level must not hide that.
  return failed.some(({ level }) => level === 'must') ? 'failed' : 'skipped';
}

/** The result of a test before it runs. */
function withoutOutcome(run: RunContext, suite: Suite, test: Test) {
  return {
    id: testId(suite, test),
    suite: suite.name,
    title: test.title,
    requirements: test.requirements,
    level: getLevel(test, run.catalogue),
    failed_level: null,
    reason: null,
    findings: [],
    exchanges: [],
    leaks: [],
    duration_ms: 0,
    requests: { sent: 0, clean_up: 0 },
  };
}

/** Why a test can't run against the target; undefined if it can. */
function leaveOut(
  run: RunContext,
  suite: Suite,
  test: Test,
): Pick<TestResult, 'status' | 'reason'> | undefined {
  if (test.disabled !== undefined) return { status: 'disabled', reason: test.disabled };
  const absent = run.absent.get(getService(suite.name));
  if (absent !== undefined) return { status: 'skipped', reason: absent };
  const missing = [...neededFeatures(test, run.catalogue)].filter((one) => !run.target.features.has(one));
  if (missing.length === 0) return undefined;
  return { status: 'skipped', reason: missing.map((one) => getLack(one, run.target)).join('; ') };
}

async function settle(
  action: () => Promise<void>,
  findings: Findings,
): Promise<{ status: Status; reason: string | null; evidence?: Evidence | undefined }> {
  try {
    await action();
    return { status: 'passed', reason: null };
  } catch (error) {
    if (error instanceof SkipTest) return { status: 'skipped', reason: error.message };
    if (findings.blames(error)) {
      return { status: 'failed', reason: toReason(error), evidence: toEvidence(error) };
    }
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const place = error instanceof Error ? error.stack?.split('\n')[1]?.trim() : undefined;
    return { status: 'error', reason: place === undefined ? reason : `${reason} (${place})` };
  }
}

/** Removes what a test created. The exchanges are not evidence and are discarded. */
async function cleanUp(run: RunContext, made: ReadonlySet<number>): Promise<string[]> {
  if (made.size === 0) return [];
  const pending = run.journal.pending().filter(({ seq }) => made.has(seq));
  if (run.breaker.ended()) return pending.map(leftBehind);
  const going = { run: run.run, isOver: false };
  const leaks = await removeResources(quietCaller(run), pending, going, (id) => run.journal.removed(id));
  return leaks.map((leak) => describeLeak(leak));
}

/** A caller in the full role that discards exchanges and findings. */
export function quietCaller(run: RunContext) {
  const transport = createTransport({
    api: run.target.api,
    fetch: run.fetch,
    timeout: run.timeout,
    journal: run.journal,
    redactor: run.redactor,
    recorder: { add: (exchange) => ({ ...exchange, step: 'clean-up' }) },
  });
  const findings = createFindings(run.catalogue);
  return createCaller(run.target, 'full', watched(metered(transport, run.meter), run), findings, run.routes);
}

/** The zone and account of a test. */
export interface Place {
  readonly run: RunContext;
  readonly zone: TestZone;
}

/**
 * Creates an account, with its own zone and clock, for tests that would affect others in the shared account, if the
 * target supports that. The run removes it at the end.
 *
 * @returns null where the target can't create accounts
 */
export async function openOwnAccount(run: RunContext): Promise<Place | null> {
  const { target } = run;
  if (!target.features.has('admin') || !target.features.has('clock')) return null;
  const body = { name: `${runMark(run.run)} own account` };
  const reply = await quietCaller(run).ask('touchstone.tenant.create', { body });
  const { account_id: accountId, zone_id: id, zone_name: name } = isObject(reply.body) ? reply.body : {};
  if (typeof accountId !== 'string' || typeof id !== 'string' || typeof name !== 'string') return null;
  return {
    run: {
      ...run,
      target: { ...target, accountId, zoneId: id, zoneName: name },
      getClock: accountId,
    },
    zone: { id, name },
  };
}
