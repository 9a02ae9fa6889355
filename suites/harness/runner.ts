import { withAskedFeatures } from './asked-features.ts';
import { catalogue as allRequirements, type Catalogue } from './catalogue.ts';
import { describeLeak, removeMarked, removeResources } from './clean-up.ts';
import { journalFolder, openCleanupJournal } from './cleanup-journal.ts';
import { type EdgeFetch, edgeOverHttp } from './edge.ts';
import { TargetError } from './errors.ts';
import { hasGit } from './local-git.ts';
import { isExclusive, neededFeatures } from './needs.ts';
import { createPageSites } from './page-sites.ts';
import { createPictureFiles } from './picture-files.ts';
import { probe } from './probe.ts';
import { createRedactor } from './redact.ts';
import type { Reporter } from './reporter.ts';
import type { RepositoryProvider } from './repositories.ts';
import { runMark } from './resources.ts';
import type { RunResult, TestResult } from './results.ts';
import { createSerial, newRunId, type RunContext, type TestZone } from './run-context.ts';
import { quietCaller, runTest } from './run-test.ts';
import { type Selection, selectTests } from './select.ts';
import type { Suite } from './suite.ts';
import type { Target } from './target.ts';
import { fetchTrusting, trustedCertificates } from './trust.ts';
import { countTests, judgeRequirements, judgeRun } from './verdict.ts';
import { createWebhookReceiver } from './webhook-receiver.ts';

/** Time limits of a run, in milliseconds. */
export const timeLimits = {
  /** Until one answer must have arrived whole. */
  request: 10_000,
} as const;

export interface RunOptions {
  readonly select?: Selection;
  /** Makes failures of SHOULD and MAY count. */
  readonly strict?: boolean;
  /** Tests at the same time, each in a zone of its own; the zones beside the target's are made for the run. */
  readonly jobs?: number;
  /** Milliseconds until one answer must have arrived whole. */
  readonly timeout?: number;
  /** Replaces the global `fetch`: for a target in the same process, a proxy, or a custom CA. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Replaces the sockets of edge requests. */
  readonly edgeFetch?: EdgeFetch;
  /** Folder of the clean-up journal; null keeps it in memory. */
  readonly journal?: string | null;
  /** Folder for pictures that are not as they should be; null, which is the default, keeps none. */
  readonly pictures?: string | null;
  /** Makes the repositories of tests, for a Git server without the API. */
  readonly repositories?: RepositoryProvider;
  readonly reporters?: readonly Reporter[];
  readonly catalogue?: Catalogue;
}

/**
 * Runs suites against a target and gives the result tree.
 *
 * @throws TargetError when nobody answers at the target.
 * @throws HarnessError when a suite is at fault or the clean-up journal can't be written.
 */
export async function runSuites(
  described: Target,
  suites: readonly Suite[],
  options: RunOptions = {},
): Promise<RunResult> {
  const {
    strict = false,
    reporters = [],
    catalogue = allRequirements,
    timeout = timeLimits.request,
  } = options;
  const selected = selectTests(suites, catalogue, options.select);
  const doFetch = options.fetch ?? fetchTrusting(described.tlsCertificate);
  const startedAt = new Date();
  const started = performance.now();
  const zoneName = await probe(described, doFetch, timeout);
  const needed = selected.flatMap(({ test }) => [...neededFeatures(test, catalogue)]);
  const asked = await withAskedFeatures(described, new Set(needed), doFetch);
  // A program of its own reaches no target that is reached by a `fetch` of somebody's.
  const git = needed.includes('git') && options.fetch === undefined && (await hasGit());
  const target: Target = git ? { ...asked, features: new Set([...asked.features, 'git']) } : asked;
  const id = newRunId();
  const run: RunContext = {
    run: id,
    target,
    catalogue,
    journal: openCleanupJournal({
      run: id,
      api: target.api,
      folder: options.journal === undefined ? journalFolder : options.journal,
    }),
    redactor: createRedactor(target.secrets),
    fetch: doFetch,
    edgeFetch:
      options.edgeFetch ??
      (target.edge === null ? null : edgeOverHttp(target.edge, trustedCertificates(target.tlsCertificate))),
    webhooks: target.webhook && createWebhookReceiver(target.webhook, timeout),
    sites: target.pages && createPageSites(target.pages),
    pictures: createPictureFiles(options.pictures ?? null),
    repositories: options.repositories ?? null,
    timeout,
    serial: createSerial(),
  };
  for (const reporter of reporters) {
    reporter.started?.({ run: run.run, api: target.api, tests: selected.length });
  }

  const first: TestZone = { id: target.zoneId, name: zoneName };
  const zones = await openZones(run, first, Math.min(options.jobs ?? 1, Math.max(selected.length, 1)));
  const results: TestResult[] = [];
  const indexed = selected.map((item, index) => ({ ...item, index }));
  const work = async (queue: typeof indexed, zone: TestZone) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const result = await runTest(run, next.suite, next.test, zone);
      results[next.index] = result;
      for (const reporter of reporters) reporter.tested?.(result);
    }
  };
  const shared = indexed.filter(({ test }) => zones.length === 1 || !isExclusive(test, catalogue));
  const alone = indexed.filter((item) => !shared.includes(item));
  await Promise.all(zones.map((zone) => work(shared, zone)));
  await work(alone, first);
  await run.webhooks?.close();
  await run.sites?.close();
  const leaks = await closeRun(run, first.id);

  const requirements = judgeRequirements(results, catalogue);
  const { verdict, reason } = judgeRun(results, requirements, catalogue, strict);
  const tree: RunResult = {
    format: 'touchstone-results/1',
    run: run.run,
    started_at: startedAt.toISOString(),
    duration_ms: Math.round(performance.now() - started),
    target: {
      api: target.api,
      edge: target.edge,
      zone_id: target.zoneId,
      zone_name: zoneName,
      features: [...target.features],
    },
    strict,
    verdict,
    verdict_reason: reason,
    counts: countTests(results, strict),
    leaks,
    tests: results,
    requirements,
  };
  for (const reporter of reporters) reporter.ended?.(tree);
  return tree;
}

/** The target's zone for the first job, and a fresh zone for each further one. */
async function openZones(run: RunContext, first: TestZone, jobs: number): Promise<TestZone[]> {
  const { accountId } = run.target;
  const zones = [first];
  for (let job = 2; job <= jobs; job++) {
    if (accountId === null) throw new TargetError('target-incomplete', 'More than one job needs account_id');
    const name = `${runMark(run.run)}-job${job}-${first.name}`;
    const body = { name, account: { id: accountId } };
    const { body: answer } = await quietCaller(run).call('zones.zone.create', { body });
    zones.push({ id: answer.result.id, name });
  }
  return zones;
}

/** Removes the zones of the jobs and whatever else carries the mark of the run; returns what is left. */
async function closeRun(run: RunContext, zoneId: string): Promise<string[]> {
  const { journal } = run;
  if (!journal.used()) {
    journal.close();
    return [];
  }
  const { ask } = quietCaller(run);
  const removed = (id: string) => journal.removed(id);
  const scopes = { zone_id: zoneId, account_id: run.target.accountId };
  const leaks = await removeResources(ask, journal.pending(), run.run, removed);
  try {
    leaks.push(...(await removeMarked(ask, scopes, run.run, removed)));
  } catch (error) {
    leaks.push({ kind: 'zone', id: zoneId, reason: error instanceof Error ? error.message : String(error) });
  }
  journal.close();
  return [...new Set(leaks.map((leak) => run.redactor.text(describeLeak(leak))))];
}
