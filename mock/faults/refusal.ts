import { failures } from '../../spec/errors.ts';
import { faultLimits } from '../../spec/services/touchstone/faults.ts';
import type { Strike } from './faults.ts';

/** What a fault answers in place of the work. */
export interface FaultRefusal {
  readonly status: number;
  /** What the fault says itself: a text as it is, anything else as JSON; null where it says nothing. */
  readonly body: { readonly text: string; readonly mediaType: string } | null;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a fault says of its answer, whichever shape that takes. */
export function refusalOf({ fault }: Strike): FaultRefusal {
  const { failure, body, headers = {} } = fault;
  const status = fault.status ?? (failure === undefined ? 500 : failures[failure].status);
  const told = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    body: body === undefined ? null : written(body),
    headers: {
      ...(status === 429 && { 'retry-after': String(faultLimits.retryAfterSeconds) }),
      ...Object.fromEntries(told),
    },
  };
}

/** The answer of a fault where refusals have no shape: a few words, or what it says itself. */
export function plainRefusal(strike: Strike): Response {
  const { status, body, headers } = refusalOf(strike);
  const { text, mediaType } = body ?? { text: wordsOf(strike), mediaType: 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers: { 'content-type': mediaType, ...headers } });
}

/** What happened, for people. */
export function wordsOf({ id, fault }: Strike): string {
  const { failure } = fault;
  const why = failure === undefined ? '' : `${failures[failure].message}. `;
  return `${why}This answer was asked for by ${id}.`;
}

function written(body: unknown): FaultRefusal['body'] {
  return typeof body === 'string'
    ? { text: body, mediaType: 'text/plain; charset=utf-8' }
    : { text: JSON.stringify(body), mediaType: 'application/json' };
}
