import type { Certainty } from '../spec/certainty.ts';
import type { RateLimit, RateLimitState } from './access/rate-limit.ts';
import type { AccountTenant } from './world/account-tenant.ts';
import type { World } from './world/world.ts';

/** The date of the interface that answers carry: fact sheet token-validation, section 4.3. */
const apiVersion = '2026-09-26.epoch';

/** Nobody between here and the client may keep or collect what is streamed. */
export const streamHeaders = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

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
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** Whether its body is JSON, unless its own headers say otherwise. */
  readonly json: boolean;
  /** A header that repeats the id of the request, for clients that look for it there. */
  readonly requestId?: string | undefined;
}

type AnswerHeaders = (facts: AnswerFacts, own: OwnHeaders) => Record<string, string>;

/**
 * Headers for answers: fact sheet token-validation, section 4.3.
 *
 * They are no `Headers`, as where requests are intercepted those belong to one answer alone: a `Response` keeps a list
 * of those it was made with, so it would show what was set for the next.
 *
 * @example
 * const headersFor = createAnswerHeaders(world, rateLimit);
 * new Response(text, { headers: headersFor(facts, { json: true }) });
 */
export function createAnswerHeaders(world: World, rateLimit: RateLimit): AnswerHeaders {
  const date = dateHeader();
  const policy = `"default";q=${rateLimit.quota};w=${rateLimit.windowSeconds}`;

  return ({ api, operation, basis, account, rate = rateLimit.unused }, { named, json, requestId }) => {
    const now = (account ?? world).clock.now();
    const headers: Record<string, string> = api
      ? {
          date: date(now),
          'touchstone-basis': basis,
          'api-version': apiVersion,
          'ratelimit-policy': policy,
          ratelimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
          'cf-ray': `${world.rays.hex16()}-TST`,
          'cf-auditlog-id': world.rays.uuid7(now),
        }
      : { date: date(now), 'touchstone-basis': basis };
    if (json) headers['content-type'] = 'application/json';
    if (operation !== null) headers['touchstone-operation'] = operation;
    // An override may write them in any case, and two of a name would be joined.
    for (const name in named) headers[name.toLowerCase()] = named[name] as string; // The name comes from there.
    if (requestId !== undefined) headers[requestId] = headers['cf-aig-request-id'] ?? headers['cf-ray'] ?? '';
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
