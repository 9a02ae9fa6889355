import { createClient, type Reply } from '../../spec/client.ts';
import { isObject, show } from './assertions.ts';
import type { Trouble } from './breaker.ts';
import { TargetError } from './errors.ts';
import type { Target } from './target.ts';
import { unreachable } from './transport.ts';

/** What a target said about itself before the first test. */
export interface Probed {
  readonly zoneName: string;
  /** Null when at least one answer was one of the API. */
  readonly trouble: Trouble | null;
}

/** What one request came to; those that are alike are of one kind. */
interface Outcome {
  readonly kind: 'fine' | 'silent' | 'unfit' | 'refused' | 'unknown' | 'elsewhere';
  /** In a few words. */
  readonly seen: string;
  readonly body: unknown;
}

/** The zone of a target that does not tell its name, where that does not matter any more. */
const nameless = 'zone.invalid';

/**
 * Asks a target for a few things at once, to learn whether it can be tested at all, and the name of the zone.
 *
 * @param timeout milliseconds
 * @throws TargetError in one line when nobody answers, when the token or the base URL is wrong, or when nobody says
 *   the zone's name.
 */
export async function probe(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<Probed> {
  const outcomes = await ask(target, doFetch, timeout);
  const trouble = await findTrouble(target, outcomes, () => ask(target, doFetch, timeout));
  if (trouble?.verdict === 'broken run') throw new TargetError('target-unusable', trouble.reason);
  const named = outcomes.map(({ body }) => nameIn(body, target.zoneId)).find((name) => name !== undefined);
  const zoneName = target.zoneName ?? named ?? (trouble && nameless);
  if (zoneName !== null) return { zoneName, trouble };
  throw new TargetError(
    'target-incomplete',
    `The target ${target.api} does not tell the name of zone ${target.zoneId}: give it (--zone-name or TOUCHSTONE_ZONE_NAME)`,
  );
}

/** Asks the same in the middle of a run, after a request that got no answer. */
export async function probeAgain(
  target: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<Trouble | null> {
  const again = () => ask(target, doFetch, timeout);
  return findTrouble(target, await again(), again);
}

/** Several requests at the same time, so that each has a connection of its own. */
async function ask(
  { api, zoneId, accountId, credentials }: Target,
  doFetch: (request: Request) => Promise<Response>,
  timeout: number,
): Promise<Outcome[]> {
  const client = createClient({
    baseUrl: api,
    headers: credentials.get('full') ?? {},
    fetch: (request) => doFetch(new Request(request, { signal: AbortSignal.timeout(timeout) })),
  });
  const zone = `/zones/${zoneId}`;
  const last = accountId === null ? [zone] : [`/accounts/${accountId}/ai/models/search`];
  const paths = [zone, zone, '/user/tokens/verify', `${zone}/token_validation/config`, `${zone}/rulesets`];
  return Promise.all(
    [...paths, ...last].map(async (path): Promise<Outcome> => {
      try {
        return judge(await client.send({ method: 'GET', path }));
      } catch (cause) {
        return { kind: 'silent', seen: unreachable(cause, timeout), body: undefined };
      }
    }),
  );
}

function judge({ status, headers, text, body }: Reply): Outcome {
  const seen = `status ${status}, ${show(text.trim().slice(0, 80))}`;
  const outcome = (kind: Outcome['kind'], what = seen): Outcome => ({ kind, seen: what, body });
  if (status >= 300 && status < 400) return outcome('elsewhere', headers.get('location') ?? 'nowhere');
  if (status >= 500 || !isObject(body) || typeof body['success'] !== 'boolean') return outcome('unfit');
  const { success, errors } = body;
  if (success) return outcome('fine');
  const codes = (Array.isArray(errors) ? errors : []).map((one) => (isObject(one) ? one['code'] : undefined));
  const told = `status ${status}, errors ${show(errors)}`;
  if (status === 401 || status === 403 || codes.includes(invalidHeaders)) return outcome('refused', told);
  if (status === 404 || status === 405 || codes.includes(noRoute)) return outcome('unknown', told);
  return outcome('fine');
}

/** Codes of the platform's entrance, where their status is 400. */
const invalidHeaders = 6003;
const noRoute = 7003;

/** What all outcomes come to, if they all come to the same. */
async function findTrouble(
  { api }: Target,
  outcomes: readonly Outcome[],
  again: () => Promise<readonly Outcome[]>,
): Promise<Trouble | null> {
  const silent = outcomes.filter(({ kind }) => kind === 'silent');
  const first = outcomes[0];
  if (silent.length > 0) {
    if (silent.length === outcomes.length) return broken(`Nobody answers at ${api}: ${silent[0]?.seen}`);
    // One request may get lost anywhere; where more do, tests would fail by chance.
    const lost = [...outcomes, ...(await again())].filter(({ kind }) => kind === 'silent');
    if (lost.length === 1) return null;
    return broken(
      `The connection to ${api} can't be relied on: ${lost.length} of ${outcomes.length * 2} requests got no answer (${lost[0]?.seen})`,
    );
  }
  if (!first || outcomes.some(({ kind }) => kind !== first.kind)) return null;
  switch (first.kind) {
    case 'refused':
      return broken(`The target ${api} refuses the API token: ${first.seen}`);
    case 'unknown':
      return broken(`The target ${api} knows no path of the API, so the base URL is wrong: ${first.seen}`);
    case 'elsewhere':
      return broken(`The target ${api} leads to ${first.seen}: give the base URL that it leads to`);
    case 'unfit':
      return {
        verdict: 'not conformant',
        reason: `no answer of ${api} is one of the API, so perhaps the base URL is wrong: ${first.seen}`,
      };
    default:
      return null;
  }
}

const broken = (reason: string): Trouble => ({ verdict: 'broken run', reason });

function nameIn(body: unknown, zoneId: string): string | undefined {
  const result = isObject(body) ? body['result'] : undefined;
  const { id, name } = isObject(result) ? result : {};
  return id === zoneId && typeof name === 'string' && name !== '' ? name : undefined;
}
