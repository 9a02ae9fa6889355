import { isObject } from './assertions.ts';
import type { Baseline } from './baseline.ts';
import { createBreaker } from './breaker.ts';
import { summary } from './caller.ts';
import { catalogue as allRequirements, type Catalogue } from './catalogue.ts';
import { describeLeak, leftBehind, removeMarked, removeResources } from './clean-up.ts';
import { journalFolder, openCleanupJournal } from './cleanup-journal.ts';
import { type EdgeFetch, edgeOverHttp } from './edge.ts';
import { currentTest, HarnessError, SkipTest, stoppedEarly, TargetError } from './errors.ts';
import { hasGit } from './git-remote.ts';
import { judgeTree } from './judge-tree.ts';
import { type Budget, createMeters } from './meter.ts';
import { createModelStandIns } from './needed/models.ts';
import { createRepositoryStock } from './needed/repositories.ts';
import { createRoutes } from './needed/routes.ts';
import { getReach, neededFeatures } from './needs.ts';
import { createPageSites } from './page-sites.ts';
import { createPictureFiles } from './picture-judge.ts';
import { probe, probeAgain } from './probe.ts';
import type { Asking } from './probe-plan.ts';
import { withProbedFeatures } from './probed-features.ts';
import { createRedactor } from './redact.ts';
import { type KeptExchanges, keptTest } from './report/kept-results.ts';
import type { RepositoryProvider } from './repositories.ts';
import { runMark } from './resources.ts';
import type { Reporter, RunResult, TestResult } from './results.ts';
import { createRooms, createSerial, newRunId, type RunContext, type TestZone } from './run-context.ts';
import { openOwnAccount, quietCaller, runTest } from './run-test.ts';
import { guardRejections, runInTime } from './running-test.ts';
import { createSchedule } from './schedule.ts';
import {
  getServices,
  type SelectedTest,
  type Selection,
  type Shard,
  selectTests,
  takeShard,
} from './select.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { type Suite, type Test, testId } from './suite.ts';
import type { Target } from './target.ts';
import { type TimeLimits, timeLimits } from './time-limits.ts';
import { fetchTrusting, trustedCertificates } from './trust.ts';
import { createWaits } from './waits.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

export interface RunOptions {
  readonly select?: Selection;
  /** Makes failures of SHOULD and MAY count. */
  readonly strict?: boolean;
  /** Tests that run in parallel, each in its own zone; the run creates the zones except the target's own. */
  readonly jobs?: number;
  /** Time limits that override the defaults, in milliseconds. */
  readonly limits?: Partial<TimeLimits>;
  /** Budget of requests; tests beyond it are skipped, which leaves the verdict partial. */
  readonly budget?: Budget;
  /** Maximum requests per second, over all jobs. */
  readonly rate?: number;
  /** Runs only one part of the selected tests. */
  readonly shard?: Shard;
  /** Expected failures. */
  readonly baseline?: Baseline;
  /** Replaces the global `fetch`: for a target in the same process, a proxy, or a custom CA. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Replaces the sockets of edge requests. */
  readonly edgeFetch?: EdgeFetch;
  /** Folder of the clean-up journal; null keeps it in memory. */
  readonly journal?: string | null;
  /** Tests whose exchanges stay in memory until the run is over and are part of its result; all by default. */
  readonly exchanges?: KeptExchanges;
  /** Folder for pictures that differ from the expected ones; null, the default, writes none. */
  readonly pictures?: string | null;
  /** Creates the repositories of tests, for a Git server without the API. */
  readonly repositories?: RepositoryProvider;
  /**
   * Ends the run early: running tests end soon, the run removes what it created, and writes its reports. Before the
   * first test, the run throws the reason of the signal.
   */
  readonly signal?: AbortSignal;
  readonly reporters?: readonly Reporter[];
  readonly catalogue?: Catalogue;
  /**
   * Path whose answer, of any kind, shows that the target is there, for suites about another API; null, the default, if
   * it must answer as the v4 API does.
   */
  readonly presence?: string | null;
}

/** Milliseconds that a running test has left once the user ends the run. */
const graceMs = 5_000;

/**
 * Runs suites against a target, and returns the result tree.
 *
 * @throws TargetError when the target does not answer.
 * @throws HarnessError when a suite has a bug, or the clean-up journal can't be written.
 */
export async function runSuites(
  described: Target,
  suites: readonly Suite[],
  options: RunOptions = {},
): Promise<RunResult> {
  const { strict = false, reporters = [], catalogue = allRequirements, presence = null } = options;
  const { shard, baseline } = options;
  const limits = timeLimits(options.limits);
  const timeout = limits.request;
  const chosen = selectTests(suites, catalogue, options.select);
  const selected = shard ? takeShard(chosen, shard) : chosen;
  const doFetch = options.fetch ?? fetchTrusting(described.tlsCertificate);
  const startedAt = new Date();
  const started = performance.now();
  const edgeFetch =
    options.edgeFetch ??
    (described.edge === null
      ? null
      : edgeOverHttp(described.edge, trustedCertificates(described.tlsCertificate)));
  const asking: Asking = {
    fetch: doFetch,
    edgeFetch,
    timeout,
    services: getServices(selected),
    presence,
    ownRepositories: options.repositories !== undefined,
  };
  const user = options.signal ?? new AbortController().signal;
  user.throwIfAborted();
  const probed = await runInTime(() => probe(described, asking), null, user);
  const { zone: first, absent, trouble } = probed;
  const needed = selected.flatMap(({ test }) => [...neededFeatures(test, catalogue)]);
  const id = newRunId();
  for (const reporter of reporters) {
    reporter.started?.({ run: id, api: described.api, tests: selected.length });
  }
  const askFeatures = () => withProbedFeatures(probed.target, new Set(needed), doFetch, limits.browser);
  // The user ends these requests too.
  const asked =
    trouble || user.aborted ? probed.target : await currentTest.run({ signal: user, stray: [] }, askFeatures);
  // Programs such as Git can't reach a target behind a custom `fetch`.
  const git = needed.includes('git') && options.fetch === undefined && (await hasGit());
  const target: Target = git ? { ...asked, features: new Set([...asked.features, 'git']) } : asked;
  const stop = new AbortController();
  const meters = createMeters(options);
  const waitFor = createWaits();
  const run: RunContext = {
    run: id,
    target,
    absent,
    catalogue,
    routes: createRoutes(target, absent),
    models: createModelStandIns(target),
    inventories: new Map(),
    stock: createRepositoryStock(target),
    journal: openCleanupJournal({
      run: id,
      api: target.api,
      folder: options.journal === undefined ? journalFolder : options.journal,
    }),
    redactor: createRedactor(target.secrets),
    fetch: doFetch,
    edgeFetch,
    getClock: null,
    webhooks: target.webhook && createWebhookReceiver(target.webhook, limits.background, waitFor),
    sites: target.pages && createPageSites(target.pages),
    pictures: createPictureFiles(options.pictures ?? null),
    repositories: options.repositories ?? null,
    timeout,
    limits,
    shared: createSharedAnswers(),
    waitFor,
    serial: createSerial(),
    rooms: createRooms(),
    meter: meters.tidy,
    stop: stop.signal,
    breaker: createBreaker(
      () => probeAgain(target, { ...asking, timeout: Math.min(timeout, limits.probe) }),
      limits.silence,
      trouble,
    ),
  };
  let lastMoment: ReturnType<typeof setTimeout> | undefined;
  const interrupt = () => {
    run.breaker.interrupt();
    const reason = new SkipTest(`${stoppedEarly}the run was interrupted`);
    lastMoment = setTimeout(() => stop.abort(reason), graceMs);
  };
  if (user.aborted) interrupt();
  user.addEventListener('abort', interrupt, { once: true });
  const zones = await openZones(
    run,
    first,
    trouble || first.id === null ? 1 : Math.min(options.jobs ?? 1, Math.max(selected.length, 1)),
    user,
  );
  const reachesAccount = (test: Test) => getReach(test, catalogue) === 'account';
  const own =
    zones.length > 1 && selected.some(({ test }) => reachesAccount(test)) ? await openOwnAccount(run) : null;
  const schedule = createSchedule(selected, zones.length, catalogue, own !== null);
  const results = new Map<SelectedTest, TestResult>();
  const work = async (next: () => SelectedTest | undefined, zone: TestZone) => {
    for (let one = next(); one; one = next()) {
      const place = own && reachesAccount(one.test) ? own : { run, zone };
      for (const reporter of reporters) reporter.testing?.(testId(one.suite, one.test));
      const result = await runTest({ ...place.run, meter: meters.meter() }, one.suite, one.test, place.zone);
      for (const reporter of reporters) reporter.tested?.(result);
      results.set(one, keptTest(result, options.exchanges ?? 'all'));
    }
  };
  const unguard = guardRejections();
  try {
    await Promise.all(zones.map((zone, job) => work(() => schedule.next(job), zone)));
    const alone = [...schedule.alone];
    await work(() => alone.shift(), first);
  } finally {
    unguard();
    clearTimeout(lastMoment);
    user.removeEventListener('abort', interrupt);
  }
  await run.webhooks?.close();
  await run.sites?.close();
  const leaks = await closeRun(run, first.id);

  const tests = selected.flatMap((one) => results.get(one) ?? []);
  const facts = {
    run: run.run,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(performance.now() - started),
    target: {
      api: target.api,
      edge: target.edge,
      zone_id: first.id,
      zone_name: first.name,
      features: [...target.features],
    },
    shard: shard ?? null,
    requests: meters.totals(),
    leaks,
    tests,
  };
  const judged = judgeTree(facts, { catalogue, strict, baseline, suites });
  const found = run.breaker.trouble();
  const tree = found ? { ...judged, verdict: found.verdict, verdict_reason: found.reason } : judged;
  for (const reporter of reporters) reporter.ended?.(tree);
  return tree;
}

/**
 * The target's zone for the first job, and a new zone for each other job. Where no answer says whether one was made, the
 * run has a job less, and looks for the zone when it ends.
 *
 * @throws TargetError if the target makes no zones
 */
async function openZones(
  run: RunContext,
  first: TestZone,
  jobs: number,
  user: AbortSignal,
): Promise<TestZone[]> {
  const { accountId } = run.target;
  const zones = [first];
  for (let job = 2; job <= jobs && !user.aborted; job++) {
    if (accountId === null || first.name === null)
      throw new TargetError('target-incomplete', 'More than one job needs account_id and zone_name');
    const name = `${runMark(run.run)}-job${job}-${first.name}`;
    const body = { name, account: { id: accountId } };
    const asked = runInTime(() => quietCaller(run).ask('zones.zone.create', { body }), null, user);
    const reply = await asked.catch((error: unknown) => {
      if (user.aborted || error instanceof HarnessError || error instanceof SkipTest) return undefined;
      throw error;
    });
    if (!reply) continue;
    const result = isObject(reply.body) ? reply.body['result'] : undefined;
    const id = isObject(result) ? result['id'] : undefined;
    if (typeof id !== 'string' || id === '')
      throw new TargetError(
        'target-incomplete',
        `--jobs needs zones, but the target makes none: ${summary(reply)}`,
      );
    zones.push({ id, name });
  }
  return zones;
}

/** Removes the zones of the jobs and everything else with the mark of the run; returns the leaks. */
async function closeRun(run: RunContext, zoneId: string | null): Promise<string[]> {
  const { journal } = run;
  if (!journal.used()) {
    journal.close();
    return [];
  }
  if (run.breaker.ended()) {
    const left = journal.pending().map((resource) => run.redactor.text(leftBehind(resource)));
    journal.close();
    return left;
  }
  const caller = quietCaller(run);
  const removed = (id: string) => journal.removed(id);
  const scopes = { zone_id: zoneId, account_id: run.target.accountId };
  const leaks = await removeResources(caller, journal.pending(), { run: run.run, isOver: true }, removed);
  try {
    leaks.push(...(await removeMarked(caller, scopes, run.target.features, run.run, removed)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    leaks.push({ kind: 'zone', id: zoneId ?? '', reason, at: null });
  }
  journal.close();
  // The search by mark finds resources of the journal again; only the journal knows their age.
  const known = new Map(leaks.toReversed().map((leak) => [`${leak.kind} ${leak.id}`, leak]));
  return [...known.values()].map((leak) => run.redactor.text(describeLeak(leak)));
}
