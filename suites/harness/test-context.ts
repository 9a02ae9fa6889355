import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { createCaller, expectSuccess, withinReach } from './caller.ts';
import { createClock, targetTime } from './clock.ts';
import type { TestContext } from './context.ts';
import { createCreation, type OperationBody } from './creation.ts';
import { createBaselines, type EdgeReply, type EdgeRequest, sendEdge } from './edge.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import { eventsOf, eventsOfAnalytics, eventsOfMock } from './events.ts';

import type { Exchange, Recorder } from './exchange.ts';
import type { Findings } from './findings.ts';
import { createRemoteFetch } from './git-remote.ts';
import { metered } from './meter.ts';
import { reachOf } from './needs.ts';
import { openStream } from './open-stream.ts';
import { judgeFailure, judgeTwin, judgeUnchanged } from './refusals.ts';
import { type ResourceKind, runMark } from './resources.ts';
import type { RunContext, TestZone } from './run-context.ts';
import type { Room } from './shared-answers.ts';
import { listAll, type SnapshotPart, takeSnapshot } from './snapshot.ts';
import type { Test } from './suite.ts';
import { createTransport, type Transport } from './transport.ts';

/** A test's context, and what the runner needs of it afterwards. */
export interface TestScope {
  readonly context: TestContext;
  readonly exchanges: readonly Exchange[];
  /** Journal numbers of what it created. */
  readonly made: ReadonlySet<number>;
  /** Runs what the test put off with `after`. */
  end(): Promise<void>;
  /** Gives back the room that it had, once what it created is removed. */
  leave(): Promise<void>;
}

const allParts: readonly SnapshotPart[] = ['configuration', 'rule', 'operation'];

/** Methods whose baseline a GET stands in for, because asking the origin with them would be odd. */
const askable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Puts together what one test works with. */
export function createTestScope(run: RunContext, test: Test, zone: TestZone, findings: Findings): TestScope {
  const { target, journal, redactor, timeout, limits } = run;
  const exchanges: Exchange[] = [];
  const made = new Set<number>();
  const deferred: (() => Promise<unknown>)[] = [];
  const baselines = createBaselines();
  const latest: { step: string | null; shares: boolean } = { step: null, shares: false };
  const recorder: Recorder = {
    add(exchange) {
      const complete = { ...exchange, step: latest.step };
      exchanges.push(complete);
      return complete;
    },
  };
  const { admit } = run.meter;
  const entered = new Map<ResourceKind, ReturnType<Room['enter']>>();
  const room = async (kind: ResourceKind) => {
    const entering = entered.get(kind) ?? run.rooms.get(kind)?.enter();
    if (entering) entered.set(kind, entering);
    await entering;
  };
  const open = (kept: Recorder) => {
    const { breaker } = run;
    const note = (seq: number) => made.add(seq);
    const parts = {
      api: target.api,
      fetch: run.fetch,
      timeout,
      journal,
      redactor,
      breaker,
      room,
      made: note,
    };
    return metered(createTransport({ ...parts, recorder: kept }), run.meter);
  };
  const alone = open(recorder);
  const transport: Transport = (request) =>
    latest.shares && run.shared ? run.shared.send(request, open, recorder) : alone(request);
  const reach = reachOf(test, run.catalogue);
  const as: TestContext['as'] = (role) =>
    withinReach(createCaller(target, role, transport, findings), reach === 'everything');
  const full = as('full');
  const edgeFetch = run.edgeFetch;

  const step: TestContext['step'] = async (name, action) => {
    const outer = latest.step;
    latest.step = outer === null ? name : `${outer}: ${name}`;
    try {
      return await action();
    } finally {
      latest.step = outer;
    }
  };
  const sharing = async <T>(action: () => Promise<T>): Promise<T> => {
    latest.shares = true;
    try {
      return await action();
    } finally {
      latest.shares = false;
    }
  };
  const hostOf = (request: EdgeRequest) => request.host ?? `api.${zone.name}`;
  const edge = async (request: EdgeRequest): Promise<EdgeReply> => {
    if (!edgeFetch) throw new SkipTest('the target says no edge');
    const agent = `touchstone-conform/${run.run}-${run.serial()}`;
    await admit({ plane: 'edge', method: request.method ?? 'GET', url: `http://${hostOf(request)}` });
    return sendEdge(request, { fetch: edgeFetch, zoneName: zone.name, agent, timeout, redactor, recorder });
  };
  const remote = (plane: Exchange['plane']): TestContext['remote'] => {
    const parts = { plane, fetch: run.fetch, timeout: limits.remote, redactor, recorder };
    const sendRemote = createRemoteFetch(parts);
    return async (request) => {
      await admit({ plane, method: request.method ?? 'GET', url: request.url });
      return sendRemote(request);
    };
  };
  const reached = (reply: EdgeReply) => baselines.reached(reply, hostOf(reply.request));
  const learn = async (request: EdgeRequest, template = request.path.replace(/\?.*$/, '')) => {
    const reply = await step('baseline', () => edge(request));
    baselines.learn(request.method ?? 'GET', hostOf(request), template, reply);
  };
  const learnOperation = async ({ method, host, endpoint }: OperationBody) => {
    if (!edgeFetch || !askable.has(method)) return;
    const concrete = (text: string) => text.replace(/\{[^/}]+\}/g, '1');
    await learn({ method, host: concrete(host), path: concrete(endpoint) }, endpoint);
  };
  const accountId = () => {
    if (target.accountId === null) throw new SkipTest('the target names no account');
    return target.accountId;
  };
  const pageSites = () => {
    if (!run.sites) throw new SkipTest('the target can reach no pages here (pages_host)');
    return run.sites;
  };
  const snapshot: TestContext['snapshot'] = (...parts) =>
    takeSnapshot(full.ask, zone.id, parts.length > 0 ? parts : allParts);
  const events = target.features.has('admin')
    ? eventsOfMock(full.ask)
    : eventsOfAnalytics(full.ask, limits.events);
  const hasOwnClock = reach === 'everything' || reach === 'account';
  const clock = createClock(full, run.clockOf, hasOwnClock, (action) => deferred.push(action));

  const creation = createCreation({
    call: full.call,
    run: run.run,
    zoneId: zone.id,
    zoneName: zone.name,
    accountId,
    serial: run.serial,
    beforeOperation: learnOperation,
  });

  const context: TestContext = {
    ...full,
    ...creation,
    run: run.run,
    limits,
    zoneId: zone.id,
    zoneName: zone.name,
    get accountId() {
      return accountId();
    },
    has: (feature) => {
      if (!target.features.has(feature)) return false;
      run.meter.named(feature);
      return true;
    },
    as,
    skip: (reason) => {
      throw new SkipTest(reason);
    },
    check: (requirement, judge) => findings.check(requirement, judge),
    step,
    sharing,
    after: (action) => {
      deferred.push(action);
    },
    expectSuccess,
    expectFailure: (reply, expected = {}) => {
      try {
        judgeFailure(reply, expected, findings);
      } catch (error) {
        if (error instanceof ConformanceFailure) {
          throw new ConformanceFailure(`The request ${error.message}`, { cause: error });
        }
        throw error;
      }
    },
    refused: (twin) => judgeTwin(twin, { findings, snapshot: () => snapshot(), step, sharing }),
    async unchanged(action, read = () => snapshot()) {
      const before = await step('before', read);
      const result = await action();
      judgeUnchanged(before, await step('after', read), 'The request', findings);
      return result;
    },
    snapshot,
    list: (id, query) => listAll(full.ask, id, { zone_id: zone.id }, query),
    edge,
    learn: (request) => learn(request),
    reached,
    async reachesOrigin(request) {
      const reply = await edge(request);
      if (!reached(reply)) {
        throw new ConformanceFailure(
          `${request.method ?? 'GET'} ${request.path} was stopped with status ${reply.status}, expected the origin's answer`,
        );
      }
      return reply;
    },
    async blocked(request) {
      const reply = await edge(request);
      if (reached(reply)) {
        throw new ConformanceFailure(
          `${request.method ?? 'GET'} ${request.path} reached the origin (status ${reply.status}), expected it to be blocked`,
        );
      }
      return reply;
    },
    events: (reply, atLeast = 0) => step('events', () => eventsOf(events, zone.id, reply.agent, atLeast)),
    async stream(id, input = {}, headers = {}) {
      const { method, path }: Endpoint = contract[id];
      await admit({ plane: 'api', method, url: `${target.api}${path}` });
      const given = { ...target.credentials.get('full') };
      const parts = { api: target.api, headers: given, fetch: run.fetch, timeout, redactor, recorder };
      const stream = await openStream(id, input, headers, parts);
      deferred.push(async () => stream.close());
      return stream;
    },
    async webhook(answer) {
      if (!run.webhooks) throw new SkipTest('the target can send no webhooks here');
      return run.webhooks.mailbox(`${run.run}-${run.serial()}`, answer);
    },
    async site(answers) {
      const site = await pageSites().open(`${run.run}-${run.serial()}`, answers);
      deferred.push(async () => site.close());
      return site;
    },
    sharedSite: async (name, answers) => pageSites().share(`${run.run}-${name}`, answers),
    pictures: run.pictures,
    certificate: target.tlsCertificate,
    apiHeaders: () => [...target.credentials.values()].filter((headers) => Object.keys(headers).length > 0),
    repository: async (wish = {}) => {
      const name = `${runMark(run.run)}-${run.serial()}`;
      if (run.repositories) return run.repositories(name, wish);
      const { branch = 'main' } = wish;
      const params = { account_id: accountId(), namespace: runMark(run.run) };
      const body = { name, default_branch: branch };
      const { remote, token } = (await full.call('artifacts.repos.create', { params, body })).body.result;
      return {
        remote: remote.replace(/\/$/, ''),
        headers: { authorization: `Bearer ${token}` },
        branch,
      };
    },
    remote: remote('git'),
    get objects() {
      if (!target.objects) throw new SkipTest('the target has no object-storage example (objects)');
      return target.objects;
    },
    get interpreter() {
      if (!target.interpreter) throw new SkipTest('the target has no code-interpreter example (interpreter)');
      return target.interpreter;
    },
    get worker() {
      if (!target.worker)
        throw new SkipTest('the target has no Worker that passes calls on to its bindings (worker)');
      return target.worker;
    },
    application: (request, plane = 'objects') => remote(plane)(request),
    clock,
    now: () => targetTime(full, target.features.has('clock'), zone.id, run.clockOf),
  };

  return {
    context,
    exchanges,
    made,
    async end() {
      for (const action of deferred.reverse()) await action();
    },
    async leave() {
      for (const entering of entered.values()) (await entering)();
    },
  };
}
