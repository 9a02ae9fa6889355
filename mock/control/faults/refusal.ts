import type { Certainty } from '../../../spec/certainty.ts';
import type { Endpoint } from '../../../spec/endpoint.ts';
import { ApiError, type FailureName, failures } from '../../../spec/errors.ts';
import { faultLimits } from '../../../spec/services/touchstone/faults.ts';
import { failureBasis, failureHead, failureText } from '../../api/answer.ts';
import type { MatchedFault } from './faults.ts';

/** What a fault answers in place of the work. */
interface FaultRefusal {
  readonly status: number;
  /** What the fault says itself: a text as it is, anything else as JSON; null where it says nothing. */
  readonly body: { readonly text: string; readonly mediaType: string } | null;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a fault says of its answer, whichever shape that takes. */
export function getRefusal({ fault }: MatchedFault): FaultRefusal {
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
export function plainRefusal(matched: MatchedFault): Response {
  const { status, body, headers } = getRefusal(matched);
  const { text, mediaType } = body ?? { text: toWords(matched), mediaType: 'text/plain; charset=utf-8' };
  return new Response(text, { status, headers: { 'content-type': mediaType, ...headers } });
}

/** What happened, for people. */
export function toWords({ id, fault }: MatchedFault): string {
  const { failure } = fault;
  const why = failure === undefined ? '' : `${failures[failure].message}. `;
  return `${why}This answer was asked for by ${id}.`;
}

function written(body: unknown): FaultRefusal['body'] {
  return typeof body === 'string'
    ? { text: body, mediaType: 'text/plain; charset=utf-8' }
    : { text: JSON.stringify(body), mediaType: 'application/json' };
}

/** The answer of a fault to a call of the API. */
interface ApiRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the shape rests on; that it comes here is the fault's doing. */
  readonly basis: Certainty;
}

/** Failures that any operation can meet, by the status that a fault says. */
const general: readonly FailureName[] = ['token-unknown', 'access-denied', 'body-too-large', 'rate-limited'];

/**
 * What a fault answers in place of an operation, in the shape that the refusals of the operation have.
 *
 * @param params path variables, which messages may name
 */
export function apiRefusal(
  matched: MatchedFault,
  endpoint: Pick<Endpoint, 'errors' | 'errorShape'>,
  params: Readonly<Record<string, string>>,
): ApiRefusal {
  const { status, body, headers } = getRefusal(matched);
  const error = getFailure(matched, status, endpoint, params);
  const head = failureHead(error, endpoint.errorShape);
  if (body) {
    return {
      status,
      text: body.text,
      headers: { 'content-type': body.mediaType, ...headers },
      basis: 'inferred',
    };
  }
  return {
    status,
    text: failureText(error, endpoint.errorShape),
    headers: { ...head.headers, ...headers },
    basis: failureBasis(error),
  };
}

/**
 * The failure that a fault names; else one of the operation or of all that has the status; else one that says so. An
 * internal error is worded in general only where refusals have no shape of their own.
 */
function getFailure(
  { id, fault }: MatchedFault,
  status: number,
  { errors: own, errorShape }: Pick<Endpoint, 'errors' | 'errorShape'>,
  params: Readonly<Record<string, string>>,
): ApiError {
  const all = [...own, ...general, ...(errorShape ? [] : ['internal-error' as const])];
  const named = fault.failure === undefined ? all.filter(has(status)) : [fault.failure];
  const errors = named.map((name) => new ApiError(name, params));
  // A message with an empty place was meant for what only the operation knows.
  const whole =
    fault.failure === undefined ? errors.find(({ message }) => !/\{\w+\}/.test(message)) : errors[0];
  return whole ?? new ApiError('fault-told', { status, id });
}

function has(status: number): (name: FailureName) => boolean {
  return (name) => failures[name].status === status;
}
