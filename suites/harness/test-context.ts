import { createCaller, withinReach } from './caller.ts';
import { createClock, targetTime } from './clock.ts';
import type { TestContext } from './context.ts';
import { createCreation } from './creation.ts';
import { SkipTest } from './errors.ts';
import { eventsOfAnalytics, eventsOfMock, getEvents } from './events.ts';
import type { Exchange } from './exchange.ts';
import type { Findings } from './findings.ts';
import { createOperationTools } from './needed/operations.ts';
import { createRepositoryNeeds } from './needed/repositories.ts';
import { apiHeadersFor } from './needed/service-headers.ts';
import { getReach } from './needs.ts';
import type { RunContext, TestZone } from './run-context.ts';
import { listAll, type SnapshotPart, takeSnapshot } from './snapshot.ts';
import type { Test } from './suite.ts';
import {
  createEdgeTools,
  createJudgements,
  createListeners,
  createRemoteSender,
  createRepositories,
  createTestRooms,
  createTestTransport,
  createTrace,
  required,
} from './test-tools.ts';

/** The context of a test, and what the runner needs from it afterwards. */
export interface TestScope {
  readonly context: TestContext;
  readonly exchanges: readonly Exchange[];
  /** Journal numbers of created resources. */
  readonly made: ReadonlySet<number>;
  /** Runs the actions of `after`. */
  end(): Promise<void>;
  /** Leaves the rooms, once what the test created is removed. */
  leave(): Promise<void>;
}

const allParts: readonly SnapshotPart[] = ['configuration', 'rule', 'operation'];

/** Creates the context of one test. */
export function createTestScope(run: RunContext, test: Test, zone: TestZone, findings: Findings): TestScope {
  const { target, limits } = run;
  const made = new Set<number>();
  const deferred: (() => Promise<unknown>)[] = [];
  const after: TestContext['after'] = (action) => {
    deferred.push(action);
  };
  const trace = createTrace();
  const rooms = createTestRooms(run.rooms);
  const { transport, replace } = createTestTransport(run, trace, rooms, (seq) => made.add(seq));
  const reach = getReach(test, run.catalogue);
  const as: TestContext['as'] = (role) =>
    withinReach(createCaller(target, role, transport, findings, run.routes), reach === 'everything');
  const full = as('full');
  const accountId = () =>
    required(target.accountId, 'the target names no account: set `account_id` (--account-id)');
  const zoneId = () => required(zone.id, 'the target names no zone: set `zone_id` (--zone-id)');
  const zoneName = () =>
    required(zone.name, 'the target does not name its zone: set `zone_name` (--zone-name)');
  const { learnOperation, ...edge } = createEdgeTools(run, () => creation.host(), trace);
  const remote = createRemoteSender(run, trace);
  const snapshot: TestContext['snapshot'] = (...parts) =>
    takeSnapshot(full, zoneId(), parts.length > 0 ? parts : allParts);
  const events = target.features.has('admin')
    ? eventsOfMock(full.ask)
    : eventsOfAnalytics(full.ask, limits.events);
  const hasOwnClock = reach === 'everything' || reach === 'account';
  const creation = createCreation({
    call: full.call,
    run: run.run,
    zoneId,
    zoneName,
    accountId,
    hosts: zone.id === target.zoneId ? target.given.hosts : [],
    serial: run.serial,
    beforeOperation: learnOperation,
  });

  const operations = createOperationTools({
    ask: full.ask,
    creation,
    zoneId,
    given: zone.id === target.zoneId ? target.given.operations : null,
    inventories: run.inventories,
    learn: ({ method, host, path }) => edge.learn({ method, host, path }),
  });

  const customHostnames = zone.id === target.zoneId ? [...target.given.customHostnames] : [];
  const repositories = createRepositoryNeeds({
    target,
    stock: run.stock,
    ask: full.ask,
    accountId,
    freshName: creation.gatewayId,
    fetch: run.fetch,
    timeout: limits.request,
    headersFor: (url) =>
      apiHeadersFor(target.api, url, target.credentials.get('full') ?? {}, target.given.headers),
  });

  const context: TestContext = {
    ...full,
    ...creation,
    ...operations,
    ...edge,
    ...createJudgements(findings, trace, () => snapshot()),
    ...createListeners(run, trace, after, replace, full.send),
    run: run.run,
    limits,
    hasApi: target.hasApi,
    waitFor: run.waitFor,
    get zoneId() {
      return zoneId();
    },
    get zoneName() {
      return zoneName();
    },
    get accountId() {
      return accountId();
    },
    get objects() {
      return required(target.objects, 'the target has no object-storage example (objects)');
    },
    get interpreter() {
      return required(target.interpreter, 'the target has no code-interpreter example (interpreter)');
    },
    get worker() {
      return required(target.worker, 'the target has no Worker that forwards calls to its bindings (worker)');
    },
    has(feature) {
      if (!target.features.has(feature)) return false;
      run.meter.named(feature);
      return true;
    },
    as,
    skip(reason) {
      throw new SkipTest(reason);
    },
    after,
    snapshot,
    list: (id, query) => listAll(full, id, { zone_id: zoneId() }, query),
    events: (reply, atLeast = 0) =>
      trace.step('events', () => getEvents(events, zoneId(), reply.agent, atLeast, run.waitFor)),
    pictures: run.pictures,
    certificate: target.tlsCertificate,
    apiHeaders: () => [...target.credentials.values()].filter((headers) => Object.keys(headers).length > 0),
    repositories,
    customHostname: () => customHostnames.shift(),
    repository: createRepositories(run, full.call, accountId, repositories),
    remote: remote('git'),
    application: (request, plane = 'objects') => remote(plane)(request),
    clock: createClock(full, run.getClock, hasOwnClock, after),
    now: () => targetTime(full, target.features.has('clock'), zone.id, run.getClock),
  };

  return {
    context,
    exchanges: trace.exchanges,
    made,
    async end() {
      for (const action of deferred.reverse()) await action();
    },
    leave: () => rooms.leave(),
  };
}
