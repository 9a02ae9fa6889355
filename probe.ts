import { createClient, type Reply } from '../../spec/client.ts';
import { suiteLimits } from '../../spec/engine-limits.ts';
import { isObject, show } from './assertions.ts';
import type { Trouble } from './breaker.ts';
import { ConformanceFailure, TargetError } from './errors.ts';
import { headersFor } from './needed/service-headers.ts';
import type { TestZone } from './run-context.ts';
import { exchangeWithin, unreachable } from './sending.ts';
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

/** A request of the probe. */
interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The service that owns the endpoint, if the tests of that service depend on it. */
  readonly service?: string;
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
 * @param timeout milliseconds
 * @param presence path whose answer, of any kind, shows that the target is there; null if it must answer as the v4 API
 * @throws TargetError in one line when no server answers, when the token or the base URL is wrong, or when the target
 * lists several zones and its description names none.
 */
export async function probe(
  described: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
  presence: string | null = null,
): Promise<Probed> {
  const target =
    described.zoneId === null && presence === null
      ? await withItsZone(described, doFetch, timeout)
      : described;
  const again = () => ask(target, doFetch, timeout, presence);
  const outcomes = await again();
  const trouble = await findTrouble(target, outcomes, again, presence);
  if (trouble?.verdict === 'broken run') throw new TargetError('target-unusable', trouble.reason);
  const seen = outcomes.map(({ body }) => zoneIn(body, target.zoneId)).find((one) => one !== undefined);
  return {
    zone: { id: target.zoneId, name: target.zoneName ?? seen?.name ?? null },
    target: { ...target, accountId: target.accountId ?? seen?.account ?? null },
    absent: trouble || presence !== null ? new Map() : absentServices(target, outcomes),
    trouble,
  };
}

/** Probes the target again during a run, after a request without an answer. */
export async function probeAgain(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
  presence: string | null = null,
): Promise<Trouble | null> {
  const again = () => ask(target, doFetch, timeout, presence);
  return findTrouble(target, await again(), again, presence);
}

/** The target with its zone, if it lists exactly one. */
async function withItsZone(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<Target> {
  const { kind, body } = await askOne(target, { method: 'GET', path: '/zones' }, doFetch, timeout);
  const listed = kind === 'fine' && isObject(body) ? body['result'] : undefined;
  const zones = (Array.isArray(listed) ? listed : []).flatMap((one) => (isObject(one) ? [one] : []));
  const ids = zones.flatMap(({ id }) => (typeof id === 'string' && id !== '' ? [id] : []));
  if (ids.length > 1) {
    throw new TargetError(
      'target-incomplete',
      `The target ${target.api} has ${ids.length} zones: name one for the tests to use (--zone-id or TOUCHSTONE_ZONE_ID)`,
    );
  }
  return { ...target, zoneId: ids[0] ?? null };
}

/** Sends several requests at the same time, each on its own connection. */
async function ask(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
  presence: string | null,
): Promise<Outcome[]> {
  const questions = presence === null ? questionsFor(target) : [{ method: 'GET', path: presence } as const];
  return Promise.all(questions.map((question) => askOne(target, question, doFetch, timeout)));
}

function questionsFor({ zoneId, accountId }: Target): readonly Question[] {
  const get = (path: string): Question => ({ method: 'GET', path });
  const post = (service: string, path: string): Question => ({ method: 'POST', path, service });
  const questions = [get('/user/tokens/verify')];
  if (zoneId !== null) {
    const zone = `/zones/${zoneId}`;
    questions.push(get(zone), get(`${zone}/rulesets`));
    for (const path of ['config', 'rules/bulk', 'rules/preview'])
      questions.push(post('token-validation', `${zone}/token_validation/${path}`));
  }
  if (accountId !== null) {
    const account = `/accounts/${accountId}`;
    for (const path of ['run', 'v1/chat/completions', 'v1/responses', 'v1/messages'])
      questions.push(post('inference', `${account}/ai/${path}`));
    for (const path of ['screenshot', 'links'])
      questions.push(post('browser-rendering', `${account}/browser-rendering/${path}`));
    questions.push(post('artifacts', `${account}/artifacts/namespaces/default/repos`));
  }
  return questions;
}

async function askOne(
  { api, credentials, given }: Target,
  question: Question,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<Outcome> {
  const { method, path } = question;
  const client = createClient({
    baseUrl: api,
    headers: headersFor(`${api}${path}`, credentials.get('full') ?? {}, given.headers),
    exchange: exchangeWithin(doFetch, timeout, suiteLimits.probeBytes, (_, open) => open()),
  });
  // Every implementation refuses invalid JSON, so this creates and runs nothing.
  const sent = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{' } : {};
  try {
    return { question, ...judge(await client.send({ method, path, ...sent })) };
  } catch (cause) {
    // It answers, but not as the API does.
    const kind = cause instanceof ConformanceFailure ? 'unfit' : 'silent';
    return { question, kind, status: 0, seen: unreachable(cause, timeout), body: undefined };
  }
}

function judge({ status, headers, text, body }: Reply): Omit<Outcome, 'question'> {
  const seen = `status ${status}, ${show(text.trim().slice(0, 80))}`;
  const outcome = (kind: Outcome['kind'], what = seen) => ({ kind, status, seen: what, body });
  if (status >= 300 && status < 400) return outcome('elsewhere', headers.get('location') ?? 'nowhere');
  const routed = status !== 404 && status !== 405 && status !== 501;
  if (status >= 500 || !isAnswer(body)) return outcome(routed ? 'unfit' : 'unknown');
  const { success, errors } = body;
  if (success === true) return outcome('fine');
  const codes = (Array.isArray(errors) ? errors : []).map((one) => (isObject(one) ? one['code'] : undefined));
  const refusal = `status ${status}, errors ${show(errors)}`;
  if (status === 401 || status === 403 || codes.includes(invalidHeaders)) return outcome('refused', refusal);
  if (!routed || codes.includes(noRoute)) return outcome('unknown', refusal);
  return outcome('fine');
}

/** Whether a body comes from the API: an envelope, or a refusal of the compatible formats. */
const isAnswer = (body: unknown): body is Record<string, unknown> =>
  isObject(body) && (typeof body['success'] === 'boolean' || isObject(body['error']));

/** The platform's codes for requests that it refuses with 400 before any service sees them. */
const invalidHeaders = 6003;
const noRoute = 7003;

/** The problem that all results together show, if none of them comes from the API. */
async function findTrouble(
  { api }: Target,
  outcomes: readonly Outcome[],
  again: () => Promise<readonly Outcome[]>,
  presence: string | null,
): Promise<Trouble | null> {
  const silent = outcomes.filter(({ kind }) => kind === 'silent');
  if (silent.length > 0) {
    if (silent.length === outcomes.length) return broken(`No server answers at ${api}: ${silent[0]?.seen}`);
    // One request may get lost anywhere; if more do, tests would fail by chance.
    const lost = [...outcomes, ...(await again())].filter(({ kind }) => kind === 'silent');
    if (lost.length === 1) return null;
    return broken(
      `The connection to ${api} is unreliable: ${lost.length} of ${outcomes.length * 2} requests got no answer (${lost[0]?.seen})`,
    );
  }
  if (presence !== null || outcomes.some(({ kind }) => kind === 'fine')) return null;
  const first = (kind: Outcome['kind']) => outcomes.find((one) => one.kind === kind)?.seen;
  const refused = first('refused');
  if (refused !== undefined) {
    const all = outcomes.filter(({ kind }) => kind === 'refused');
    const way = all.every(({ question }) => question.service === 'token-validation')
      ? '; if token validation uses another header, set it as `headers` in the target file'
      : '';
    return broken(`The target ${api} refuses the API token: ${refused}${way}`);
  }
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
  return broken(
    `The target ${api} answers no probed path like the API, so the base URL or an id is wrong: ${asked.join(', ')}`,
  );
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
      if (service === undefined) return [];
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
