import { createClient, type RawRequest, type Reply } from '../../spec/client.ts';
import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { isObject, show } from './assertions.ts';
import type { Trouble } from './breaker.ts';
import { ConformanceFailure, TargetError } from './errors.ts';
import { headersFor } from './needed/service-headers.ts';
import { type Asking, getPlan, type Plan, type Question, questionFor } from './probe-plan.ts';
import { isId } from './resources.ts';
import type { TestZone } from './run-context.ts';
import { describeSilence, fetchInTime, inTime, sendAgain, unreachable } from './sending.ts';
import type { Target } from './target.ts';

/** What a target says about itself before the first test. */
export interface Probed {
  readonly zone: TestZone;
  /** The target, with the zone and the account that it named. */
  readonly target: Target;
  /** Services without any endpoint that answers, and why their tests are skipped. */
  readonly absent: ReadonlyMap<string, string>;
  /** Null when at least one answer came from the API. */
  readonly trouble: Trouble | null;
}

/** The result of one request; its kind groups similar results. */
interface Outcome {
  readonly question: Question;
  readonly kind: 'fine' | 'silent' | 'unfit' | 'refused' | 'unknown' | 'elsewhere';
  readonly status: number;
  /** In a few words. */
  readonly seen: string;
  readonly body: unknown;
}

/**
 * Probes a target with a few requests: whether it can be tested at all, its zone, and its services.
 *
 * @throws TargetError in one line when no server answers, when the token or the base URL is wrong, or when the target
 * lists several zones and its description names none.
 */
export async function probe(described: Target, asking: Asking): Promise<Probed> {
  const target = await withItsZone(described, asking);
  const plan = getPlan(target, asking);
  const again = () => ask(target, plan.questions, asking);
  const outcomes = await again();
  const trouble = (await findSilentPlace(plan, asking)) ?? (await findTrouble(target, plan, outcomes, again));
  if (trouble?.verdict === 'broken run') throw new TargetError('target-unusable', trouble.reason);
  const seen = outcomes.map(({ body }) => zoneIn(body, target.zoneId)).find((one) => one !== undefined);
  return {
    zone: { id: target.zoneId, name: target.zoneName ?? seen?.name ?? null },
    target: { ...target, accountId: target.accountId ?? seen?.account ?? null },
    absent: trouble ? new Map() : new Map([...plan.unnamed, ...absentServices(target, outcomes)]),
    trouble,
  };
}

/** Probes the target again during a run, after a request without an answer. */
export async function probeAgain(target: Target, asking: Asking): Promise<Trouble | null> {
  const plan = getPlan(target, asking);
  const again = () => ask(target, plan.questions, asking);
  return (await findSilentPlace(plan, asking)) ?? findTrouble(target, plan, await again(), again);
}

/** The target with its zone, if it lists exactly one. */
async function withItsZone(target: Target, asking: Asking): Promise<Target> {
  const { questions, missing } = getPlan(target, asking);
  if (target.zoneId !== null || questions.length === 0) return target;
  const { kind, body } = await askOne(target, questionFor(target, 'zones.zone.list'), asking);
  const listed = kind === 'fine' && isObject(body) ? body['result'] : undefined;
  const zones = (Array.isArray(listed) ? listed : []).flatMap((one) => (isObject(one) ? [one] : []));
  const ids = zones.flatMap(({ id }) => (isId(id) ? [id] : []));
  if (ids.length > 1) {
    if (missing.length === 0) return target;
    throw new TargetError(
      'target-incomplete',
      `The target ${target.api} has ${ids.length} zones: name one for the tests to use (--zone-id or TOUCHSTONE_ZONE_ID)`,
    );
  }
  return { ...target, zoneId: ids[0] ?? null };
}

/** The problem with a place that does not answer. */
async function findSilentPlace({ places }: Plan, { timeout }: Asking): Promise<Trouble | null> {
  const asked = places.map(async ({ url, ask }) => {
    try {
      await inTime(timeout, (signal) => sendAgain('GET', () => ask(signal)));
      return null;
    } catch (cause) {
      return broken(describeSilence(url, unreachable(cause, timeout)));
    }
  });
  return (await Promise.all(asked)).find((trouble) => trouble !== null) ?? null;
}

/** Sends several requests at the same time, each on its own connection. */
const ask = (target: Target, questions: readonly Question[], asking: Asking): Promise<Outcome[]> =>
  Promise.all(questions.map((question) => askOne(target, question, asking)));

async function askOne(
  { api, credentials, given }: Target,
  question: Question,
  { fetch, timeout }: Asking,
): Promise<Outcome> {
  const { id, method, path } = question;
  const client = createClient({
    baseUrl: api,
    headers: headersFor(`${api}${path}`, credentials.get('full') ?? {}, given.headers),
    fetch: fetchInTime(fetch, timeout),
  });
  try {
    return { question, ...judge(await client.send({ method, path, ...invalidBody(id) }), id) };
  } catch (cause) {
    return {
      question,
      kind: cause instanceof ConformanceFailure ? 'unfit' : 'silent',
      status: 0,
      seen: unreachable(cause, timeout),
      body: undefined,
    };
  }
}

/** Every implementation refuses invalid JSON and a form without files, so a write creates, changes and runs nothing. */
function invalidBody(id: OperationId): Pick<RawRequest, 'headers' | 'body'> {
  const { method, body, takes }: Endpoint = contract[id];
  if (method === 'GET') return {};
  if (body || !takes?.includes('multipart'))
    return { headers: { 'content-type': 'application/json' }, body: '{' };
  return { headers: { 'content-type': 'multipart/form-data; boundary=none' }, body: '--none--\r\n' };
}

function judge({ status, headers, text, body }: Reply, id: OperationId): Omit<Outcome, 'question'> {
  const seen = `status ${status}, ${show(text.trim().slice(0, 80))}`;
  const outcome = (kind: Outcome['kind'], what = seen) => ({ kind, status, seen: what, body });
  if (status >= 300 && status < 400) return outcome('elsewhere', headers.get('location') ?? 'nowhere');
  if (status === 405 && allowsOther(headers, id)) return outcome('fine');
  const routed = status !== 404 && status !== 405 && status !== 501;
  if (status >= 500 || !isAnswer(status, body)) return outcome(routed ? 'unfit' : 'unknown');
  const { success, errors } = body;
  if (success === true) return outcome('fine');
  const codes = (Array.isArray(errors) ? errors : []).map((one) => (isObject(one) ? one['code'] : undefined));
  const refusal = `status ${status}, errors ${show(errors)}`;
  if (status === 401 || status === 403 || codes.includes(invalidHeaders)) return outcome('refused', refusal);
  if (!routed || codes.includes(noRoute)) return outcome('unknown', refusal);
  return outcome('fine');
}

/** Whether a refused method is the only one that the path lacks: it allows another that the contract has there. */
function allowsOther(headers: Headers, id: OperationId): boolean {
  const allowed = new Set(
    headers
      .get('allow')
      ?.toUpperCase()
      .split(/[\s,]+/),
  );
  const all: readonly Endpoint[] = Object.values(contract);
  return all.some(({ method, path }) => path === contract[id].path && allowed.has(method));
}

/**
 * Whether a body comes from the API: an envelope, a refusal of the compatible formats or of GraphQL, or any other
 * refusal in JSON, since most documents show no form of theirs.
 */
const isAnswer = (status: number, body: unknown): body is Record<string, unknown> =>
  isObject(body) &&
  (typeof body['success'] === 'boolean' ||
    isObject(body['error']) ||
    Array.isArray(body['errors']) ||
    (status >= 400 && status < 500));

/** The platform's codes for requests that it refuses with 400 before any service sees them. */
const invalidHeaders = 6003;
const noRoute = 7003;

/** The problem that all results together show, if none of them comes from the API. */
async function findTrouble(
  { api }: Target,
  { needsApi, missing }: Plan,
  outcomes: readonly Outcome[],
  again: () => Promise<readonly Outcome[]>,
): Promise<Trouble | null> {
  const silent = outcomes.filter(({ kind }) => kind === 'silent');
  if (silent.length > 0) {
    if (silent.length === outcomes.length) return broken(describeSilence(api, silent[0]?.seen ?? ''));
    // One request may get lost anywhere; if more do, tests would fail by chance.
    const lost = [...outcomes, ...(await again())].filter(({ kind }) => kind === 'silent');
    if (lost.length === 1) return null;
    return broken(
      `The connection to ${api} is unreliable: ${lost.length} of ${outcomes.length * 2} requests got no answer (${lost[0]?.seen})`,
    );
  }
  if (outcomes.some(({ kind }) => kind === 'fine')) return null;
  const first = (kind: Outcome['kind']) => outcomes.find((one) => one.kind === kind)?.seen;
  const refused = first('refused');
  if (refused !== undefined) {
    const all = outcomes.filter(({ kind }) => kind === 'refused');
    const way = all.every(({ question }) => question.service === 'token-validation')
      ? '; if token validation uses another header, set it as `headers` in the target file'
      : '';
    return broken(`The target ${api} refuses the API token: ${refused}${way}`);
  }
  if (!needsApi) return null;
  const elsewhere = first('elsewhere');
  if (elsewhere !== undefined)
    return broken(`The target ${api} redirects to ${elsewhere}: use that as the base URL`);
  const unfit = first('unfit');
  if (unfit !== undefined) {
    return {
      verdict: 'not conformant',
      reason: `${api} does not answer like the API, so the base URL may be wrong: ${unfit}`,
    };
  }
  const asked = outcomes.map(({ question: { method, path }, status }) => `${method} ${path}: ${status}`);
  const verb = missing.length > 1 ? 'are' : 'is';
  const cause =
    missing.length > 0
      ? `${missing.join(' and ')} ${verb} missing, or the base URL is wrong`
      : 'the base URL or an id is wrong';
  return broken(`The target ${api} answers no probed path like the API, so ${cause}: ${asked.join(', ')}`);
}

const broken = (reason: string): Trouble => ({ verdict: 'broken run', reason });

/**
 * Services without a single endpoint that answers. Token validation also counts as absent if it refuses the
 * credentials: its document does not say which header they belong in.
 */
function absentServices(
  { features, given }: Target,
  outcomes: readonly Outcome[],
): ReadonlyMap<string, string> {
  const asked = Map.groupBy(outcomes, ({ question }) => question.service);
  const isGuess = !features.has('admin') && given.headers['token-validation'] === undefined;
  return new Map(
    [...asked].flatMap(([service, all]): [string, string][] => {
      // Without an operation of a seed among them, other operations can show the service too.
      if (all.every(({ question }) => contract[question.id].certainty !== 'seed')) return [];
      if (all.every(({ kind }) => kind === 'unknown'))
        return [[service, `0 of ${all.length} endpoints answer`]];
      return service === 'token-validation' && isGuess && all.every(({ kind }) => kind === 'refused')
        ? [[service, `${all[0]?.seen}; set the header of its credentials as \`headers\` in the target file`]]
        : [];
    }),
  );
}

/** What an answer says about the requested zone. */
function zoneIn(body: unknown, zoneId: string | null) {
  const result = isObject(body) ? body['result'] : undefined;
  const { id, name, account } = isObject(result) ? result : {};
  if (zoneId === null || id !== zoneId || typeof name !== 'string' || name === '') return undefined;
  const owner = isObject(account) ? account['id'] : undefined;
  return { name, account: typeof owner === 'string' && owner !== '' ? owner : null };
}
