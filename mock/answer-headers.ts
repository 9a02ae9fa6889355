import type { Certainty } from '../spec/certainty.ts';
import type { RateLimit, RateLimitState } from './access/rate-limit.ts';
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
}

/**
 * Headers for answers: fact sheet token-validation, section 4.3.
 *
 * The headers hold for one answer only, which has to copy them before the next is asked for, as `Response`
 * does. Filling the same ones again and again takes half the time of making new ones.
 *
 * @example
 * const headersFor = createAnswerHeaders(world, rateLimit);
 * new Response(text, { headers: headersFor(facts) });
 */
export function createAnswerHeaders(world: World, rateLimit: RateLimit): (facts: AnswerFacts) => Headers {
  const date = dateHeader();
  const adminHeaders = new Headers({ 'content-type': 'application/json' });
  const apiHeaders = new Headers({
    'content-type': 'application/json',
    'ratelimit-policy': `"default";q=${rateLimit.quota};w=${rateLimit.windowSeconds}`,
    'api-version': apiVersion,
  });

  return ({ api, operation, basis, rate = rateLimit.unused }) => {
    const now = world.clock.now();
    const headers = api ? apiHeaders : adminHeaders;
    headers.set('date', date(now));
    headers.set('touchstone-basis', basis);
    if (operation === null) headers.delete('touchstone-operation');
    else headers.set('touchstone-operation', operation);
    if (!api) return headers;
    headers.set('ratelimit', `"default";r=${rate.remaining};t=${rate.resetSeconds}`);
    headers.set('cf-ray', `${world.rays.hex16()}-TST`);
    headers.set('cf-auditlog-id', world.rays.uuid7(now));
    return headers;
  };
}

/** The `Date` header in the world's time, made once a second. */
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
