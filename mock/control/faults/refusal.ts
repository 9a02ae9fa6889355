import { failures } from '../../../spec/errors.ts';
import { faultLimits } from '../../../spec/services/touchstone/faults.ts';
import type { MatchedFault } from './faults.ts';

/** The answer of a fault in place of the real one. */
interface FaultRefusal {
  readonly status: number;
  /** The body of the fault: text as is, anything else as JSON; null without one. */
  readonly body: { readonly text: string; readonly mediaType: string } | null;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns status, body and headers of a fault's answer. */
export function getRefusal({ fault }: MatchedFault): FaultRefusal {
  const { failure, body, headers = {} } = fault;
  const status = fault.status ?? (failure === undefined ? 500 : failures[failure].status);
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    body: body === undefined ? null : written(body),
    headers: {
      ...(status === 429 && { 'retry-after': String(faultLimits.retryAfterSeconds) }),
      ...Object.fromEntries(own),
    },
  };
}

/** The answer of a fault on a plane without error shapes: a short text, or the fault's own body. */
export function plainRefusal(matched: MatchedFault): Response {
  const { status, body, headers } = getRefusal(matched);
  const { text, mediaType } = body ?? { text: toWords(matched), mediaType: 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers: { 'content-type': mediaType, ...headers } });
}

/** Describes the fault in words. */
export function toWords({ id, fault }: MatchedFault): string {
  const { failure } = fault;
  const why = failure === undefined ? '' : `${failures[failure].message}. `;
  return `${why}${id} requested this answer.`;
}

function written(body: unknown): FaultRefusal['body'] {
  return typeof body === 'string'
    ? { text: body, mediaType: 'text/plain; charset=utf-8' }
    : { text: JSON.stringify(body), mediaType: 'application/json' };
}
