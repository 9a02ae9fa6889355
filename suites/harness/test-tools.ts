import type { SentRequest } from '../../spec/client.ts';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { type Caller, expectSuccess } from './caller.ts';
import type { TestContext } from './context.ts';
import type { OperationBody } from './creation.ts';
import { createBaselines, type EdgeReply, type EdgeRequest, sendEdge } from './edge.ts';
import { ConformanceFailure, SkipTest } from './errors.ts';
import type { Exchange, Recorder } from './exchange.ts';
import type { Findings } from './findings.ts';
import { createRemoteFetch } from './git-remote.ts';
import { metered } from './meter.ts';
import { createKnownValues } from './needed/known-values.ts';
import type { RepositoryNeeds } from './needed/repositories.ts';
import { lackOfWay } from './needed/routes.ts';
import { headersFor } from './needed/service-headers.ts';
import { type OpenStreamOptions, openStream } from './open-stream.ts';
import { noApi } from './probe-plan.ts';
import { judgeFailure, judgeTwin, judgeUnchanged } from './refusals.ts';
import { type ResourceKind, runMark } from './resources.ts';
import type { RunContext } from './run-context.ts';
import type { Room } from './shared-answers.ts';
import type { Target } from './target.ts';
import { createTransport, kindOf, type Transport } from './transport.ts';

/** The exchanges of a test, each with the step that it belongs to. */
export interface Trace {
  readonly exchanges: readonly Exchange[];
  readonly recorder: Recorder;
  readonly step: TestContext['step'];
  readonly sharing: TestContext['sharing'];
  /** Whether the test currently reuses answers of other tests. */
  shares(): boolean;
}

export function createTrace(): Trace {
  const exchanges: Exchange[] = [];
  let current: string | null = null;
  let shares = false;
  return {
    exchanges,
    recorder: {
      add(exchange) {
        const complete = { ...exchange, step: current };
        exchanges.push(complete);
        return complete;
      },
    },
    async step(name, action) {
      const outer = current;
      current = outer === null ? name : `${outer}: ${name}`;
      try {
        return await action();
      } finally {
        current = outer;
      }
    },
    async sharing(action) {
      shares = true;
      try {
        return await action();
      } finally {
        shares = false;
      }
    },
    shares: () => shares,
  };
}

/** The places of a test, for kinds that only a few tests may use at the same time. */
export interface TestRooms {
  /** Waits for a place for one kind; returns at once if the test already has one. */
  enter(kind: ResourceKind): Promise<void>;
  leave(): Promise<void>;
}

export function createTestRooms(rooms: RunContext['rooms']): TestRooms {
  const entered = new Map<ResourceKind, ReturnType<Room['enter']>>();
  return {
    async enter(kind) {
      const entering = entered.get(kind) ?? rooms.get(kind)?.enter();
      if (entering) entered.set(kind, entering);
      await entering;
    },
    async leave() {
      for (const entering of entered.values()) (await entering)();
    },
  };
}

/**
 * A transport that does not send what got no answer in time again and again.
 *
 * @throws SkipTest for a request that is not sent, also when the run has ended
 */
export function watched(
  transport: Transport,
  { breaker, target }: Pick<RunContext, 'breaker' | 'target'>,
): Transport {
  return (request) => {
    const path = request.url.slice(target.api.length).replace(/[?#].*$/, '');
    return breaker.watch(kindOf(request.method, path), () => transport(request));
  };
}

/**
 * Sends the API requests of a test, or reuses shared answers inside of `sharing`. Puts the models of the target into
 * them first.
 *
 * @param made receives the journal number of each resource that a request creates
 */
export function createTestTransport(
  run: RunContext,
  trace: Trace,
  rooms: TestRooms,
  made: (seq: number) => void,
): { readonly transport: Transport; readonly replace: (request: SentRequest) => Promise<SentRequest> } {
  const { target, fetch, timeout, journal, redactor, breaker } = run;
  const open = (recorder: Recorder) => {
    const parts = { api: target.api, fetch, timeout, journal, redactor, breaker, made, recorder };
    return watched(metered(createTransport({ ...parts, room: rooms.enter }), run.meter), run);
  };
  const alone = open(trace.recorder);
  const known = createKnownValues(target.features.has('admin'));
  const replace = (request: SentRequest) => {
    needsApi(target);
    known.request(request.url, request.headers);
    return run.models.replace(request, alone);
  };
  return {
    replace,
    async transport(request) {
      const meant = await replace(request);
      return trace.shares() ? run.shared.send(meant, open, trace.recorder) : alone(meant);
    },
  };
}

/** Methods with a baseline; the origin would not expect others. */
const askable = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Tools for the traffic of a zone. */
export interface EdgeTools
  extends Pick<TestContext, 'edge' | 'learn' | 'reached' | 'reachesOrigin' | 'blocked'> {
  /** Records how the origin answers an operation before it is saved. */
  learnOperation(operation: OperationBody): Promise<void>;
}

export function createEdgeTools(run: RunContext, host: () => string, { recorder, step }: Trace): EdgeTools {
  const { edgeFetch, timeout, redactor, breaker } = run;
  const baselines = createBaselines();
  const getHost = (request: EdgeRequest) => request.host ?? host();
  const edge = async (request: EdgeRequest): Promise<EdgeReply> => {
    if (!edgeFetch) throw new SkipTest('the target has no edge');
    const agent = `touchstone-conform/${run.run}-${run.serial()}`;
    await run.meter.admit({
      plane: 'edge',
      method: request.method ?? 'GET',
      url: `http://${getHost(request)}`,
    });
    return breaker.watch('a request to the edge', () =>
      sendEdge(request, { fetch: edgeFetch, host: host(), agent, timeout, redactor, recorder }),
    );
  };
  const learn = async (request: EdgeRequest, template = request.path.replace(/\?.*$/, '')) => {
    const reply = await step('baseline', () => edge(request));
    baselines.learn(request.method ?? 'GET', getHost(request), template, reply);
  };
  const reached = (reply: EdgeReply) => baselines.reached(reply, getHost(reply.request));
  const named = ({ method = 'GET', path }: EdgeRequest) => `${method} ${path}`;
  return {
    edge,
    reached,
    learn: (request) => learn(request),
    async learnOperation({ method, host, endpoint }) {
      if (!edgeFetch || !askable.has(method)) return;
      const concrete = (text: string) => text.replace(/\{[^/}]+\}/g, '1');
      await learn({ method, host: concrete(host), path: concrete(endpoint) }, endpoint);
    },
    async reachesOrigin(request) {
      const reply = await edge(request);
      if (reached(reply)) return reply;
      const what = `${named(request)} was blocked with status ${reply.status}`;
      throw new ConformanceFailure(`${what}, expected the origin's answer`);
    },
    async blocked(request) {
      const reply = await edge(request);
      if (!reached(reply)) return reply;
      const what = `${named(request)} reached the origin (status ${reply.status})`;
      throw new ConformanceFailure(`${what}, expected it to be blocked`);
    },
  };
}

/** Sends requests to a plane that the contract does not describe: Git remotes and the example applications. */
export function createRemoteSender(
  { target, fetch, limits, redactor, meter, breaker }: RunContext,
  { recorder }: Trace,
): (plane: Exchange['plane']) => TestContext['remote'] {
  const known = createKnownValues(target.features.has('admin'));
  return (plane) => {
    const send = createRemoteFetch({ plane, fetch, timeout: limits.remote, redactor, recorder });
    return async (request) => {
      known.request(request.url, request.headers ?? {});
      await meter.admit({ plane, method: request.method ?? 'GET', url: request.url });
      return breaker.watch(`a request to ${plane}`, () => send(request));
    };
  };
}

type Judgements = Pick<
  TestContext,
  'check' | 'expectSuccess' | 'expectFailure' | 'refused' | 'unchanged' | 'step' | 'sharing'
>;

/** Tools that judge answers, and record findings for the requirements of the test. */
export function createJudgements(
  findings: Findings,
  { step, sharing }: Trace,
  snapshot: () => Promise<unknown>,
): Judgements {
  return {
    step,
    sharing,
    expectSuccess,
    check: (requirement, judge) => findings.check(requirement, judge),
    expectFailure(reply, expected = {}) {
      try {
        judgeFailure(reply, expected, findings);
      } catch (error) {
        if (!(error instanceof ConformanceFailure)) throw error;
        throw new ConformanceFailure(`The request ${error.message}`, { cause: error });
      }
    },
    refused: (twin) => judgeTwin(twin, { findings, snapshot, step, sharing }),
    async unchanged(action, read = snapshot) {
      const before = await step('before', read);
      const result = await action();
      judgeUnchanged(before, await step('after', read), 'The request', findings);
      return result;
    },
  };
}

/** Tools that receive data: event streams of the target, webhooks, and web sites for the target's browser. */
export function createListeners(
  run: RunContext,
  { recorder }: Trace,
  after: TestContext['after'],
  replace: (request: SentRequest) => Promise<SentRequest>,
  send: Caller['send'],
): Pick<TestContext, 'stream' | 'webhook' | 'site' | 'sharedSite'> {
  const { target, fetch, timeout, redactor } = run;
  const sites = () => {
    if (!run.sites) throw new SkipTest("the target can't reach pages on this machine (pages_host)");
    return run.sites;
  };
  return {
    async stream(id, input = {}, headers = {}) {
      needsApi(target);
      const { method, path }: Endpoint = contract[id];
      await run.meter.admit({ plane: 'api', method, url: `${target.api}${path}` });
      const usual = { ...target.credentials.get('full') };
      const given = headersFor(`${target.api}${path}`, usual, target.given.headers);
      const getLack: OpenStreamOptions['getLack'] = (refusal) =>
        run.routes.getLack(id, input.params ?? {}, refusal, send);
      const tools = { fetch, timeout, redactor, recorder, replace, getLack };
      const parts = { api: target.api, headers: given, ...tools };
      const kind = kindOf(method, path);
      const stream = await run.breaker.watch(kind, () => openStream(id, input, headers, parts));
      after(async () => stream.close());
      return stream;
    },
    async webhook(answer) {
      if (!run.webhooks) throw new SkipTest("the target can't send webhooks to this machine");
      return run.webhooks.mailbox(`${run.run}-${run.serial()}`, answer);
    },
    async site(answers) {
      const site = await sites().open(`${run.run}-${run.serial()}`, answers);
      after(async () => site.close());
      return site;
    },
    sharedSite: async (name, answers) => sites().share(`${run.run}-${name}`, answers),
  };
}

/** Creates an empty repository: with the run's provider, or through the API. */
export function createRepositories(
  run: RunContext,
  call: Caller['call'],
  accountId: () => string,
  needs: RepositoryNeeds,
): TestContext['repository'] {
  return async (options = {}) => {
    const name = `${runMark(run.run)}-${run.serial()}`;
    if (run.repositories) return run.repositories(name, options);
    const { branch = 'main' } = options;
    const own = run.target.features.has('admin');
    const namespace = own ? runMark(run.run) : await needs.namespace();
    const params = { account_id: accountId(), namespace };
    // The seed shows only a name, and no token in the answer.
    const body = { name, ...(options.branch === undefined ? {} : { default_branch: options.branch }) };
    const made = (await call('artifacts.repos.create', { params, body })).body.result;
    const remote = String(made.remote).replace(/\/$/, '');
    const minted = await needs.minted({ namespace, repo: name, remote, scope: 'write' });
    const token = minted ?? made.token ?? (await tokenOfApi(call, params, name));
    return { remote, headers: { authorization: `Bearer ${token}` }, branch };
  };
}

/** @throws SkipTest where the target mints no tokens by the route of the contract */
async function tokenOfApi(
  call: Caller['call'],
  params: { readonly account_id: string; readonly namespace: string },
  repo: string,
): Promise<string> {
  const body = { repo, scope: 'write' as const };
  const { plaintext } = (await call('artifacts.tokens.create', { params, body })).body.result;
  return required(plaintext, lackOfWay('mint a token for a repository', 'mint'));
}

/** @throws SkipTest when the target has no API */
function needsApi({ hasApi }: Target): void {
  if (!hasApi) throw new SkipTest(noApi);
}

/**
 * Returns a value of the target's description.
 *
 * @throws SkipTest when it is missing
 */
export function required<T>(value: T | null | undefined, lacking: string): T {
  if (value === null || value === undefined) throw new SkipTest(lacking);
  return value;
}
