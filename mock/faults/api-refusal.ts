import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError, type FailureName, failures } from '../../spec/errors.ts';
import { failureBasis, failureHead, failureText } from '../answer.ts';
import type { Strike } from './faults.ts';
import { refusalOf } from './refusal.ts';

/** The answer of a fault to a call of the API. */
export interface ApiRefusal {
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
  strike: Strike,
  endpoint: Pick<Endpoint, 'errors' | 'errorShape'>,
  params: Readonly<Record<string, string>>,
): ApiRefusal {
  const { status, body, headers } = refusalOf(strike);
  const error = failureOf(strike, status, endpoint, params);
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
function failureOf(
  { id, fault }: Strike,
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
