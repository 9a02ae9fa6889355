import type { Certainty } from '../spec/certainty.ts';
import type { RateLimit, RateLimitState } from './access/rate-limit.ts';
import type { AccountTenant } from './world/account-tenant.ts';
import type { World } from './world/world.ts';

/** The date of the interface that answers carry: fact sheet token-validation, section 4.3. */
const apiVersion = '2026-09-26.epoch';

/** What the headers of an answer tell. */
export interface AnswerFacts {
  /** Whether it is an answer of the API, not of the admin interface. */
  readonly api: boolean;
  readonly operation: string | null;
  readonly basis: Certainty;
  /** Absent where nobody was counted. */
  readonly rate: RateLimitState | undefined;
  /** Whose time it tells; the world's where left out. */
  readonly account?: Pick<AccountTenant, 'clock'> | undefined;
}

/** The headers that one answer has to itself. */
export interface OwnHeaders {
  /** By their lower-case names; those that never change on the API are not among them. */
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** Whether its body is JSON, unless its own headers say otherwise. */
  readonly json: boolean;
  /** A header that repeats the id of the request, for clients that look for it there. */
  readonly requestId?: string | undefined;
}

type AnswerHeaders = (facts: AnswerFacts, own: OwnHeaders) => Headers;

/**
 * Headers for answers: fact sheet token-validation, section 4.3.
 *
 * The headers of the API hold for one answer only, which has to copy them before the next is asked for, as
 * `Response` does. Filling the same ones again and again takes half the time of making new ones, and changing those of a
 * `Response` takes several times as long.
 *
 * @example
 * const headersFor = createAnswerHeaders(world, rateLimit);
 * new Response(text, { headers: headersFor(facts, { json: true }) });
 */
export function createAnswerHeaders(world: World, rateLimit: RateLimit): AnswerHeaders {
  const date = dateHeader();
  const apiHeaders = new Headers({
    'ratelimit-policy': `"default";q=${rateLimit.quota};w=${rateLimit.windowSeconds}`,
    'api-version': apiVersion,
  });
  /** What the headers of the API hold of the answer before. */
  let before: Pick<OwnHeaders, 'named' | 'requestId'> | undefined;

  return ({ api, operation, basis, account, rate = rateLimit.unused }, { named, json, requestId }) => {
    const now = (account ?? world).clock.now();
    const headers = api ? apiHeaders : new Headers();
    if (api && before !== undefined) {
      for (const name in before.named) if (named?.[name] === undefined) headers.delete(name);
      if (before.requestId !== undefined && before.requestId !== requestId) headers.delete(before.requestId);
      before = undefined;
    }
    if (json) headers.set('content-type', 'application/json');
    else headers.delete('content-type');
    headers.set('date', date(now));
    headers.set('touchstone-basis', basis);
    if (operation === null) headers.delete('touchstone-operation');
    else headers.set('touchstone-operation', operation);
    if (api) {
      headers.set('ratelimit', `"default";r=${rate.remaining};t=${rate.resetSeconds}`);
      headers.set('cf-ray', `${world.rays.hex16()}-TST`);
      headers.set('cf-auditlog-id', world.rays.uuid7(now));
    }
    if (named === undefined && requestId === undefined) return headers;
    for (const name in named) headers.set(name, named[name] as string); // The name comes from there.
    if (requestId !== undefined) {
      headers.set(requestId, headers.get('cf-aig-request-id') ?? headers.get('cf-ray') ?? '');
    }
    if (api) before = { named, requestId };
    return headers;
  };
}

/** The `Date` header, made again for another second. */
function dateHeader(): (now: number) => string {
  let second = Number.NaN;
  let text = '';
  return (now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) {
      second = current;
      text = new Date(current * 1000).toUTCString();
    }
    return text;
  };
}
