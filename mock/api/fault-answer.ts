import type { Certainty } from '../../spec/certainty.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { ApiError, type FailureName, failures } from '../../spec/errors.ts';
import type { MatchedFault } from '../control/faults/faults.ts';
import { getRefusal } from '../control/faults/refusal.ts';
import { failureBasis, failureHead, failureText } from './answer.ts';

/** The answer of a fault to a call of the API. */
interface ApiRefusal {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Basis of the error's shape; the fault caused the answer itself. */
  readonly basis: Certainty;
}

/** Failures of all operations, to choose from by status. */
const general: readonly FailureName[] = ['token-unknown', 'access-denied', 'body-too-large', 'rate-limited'];

/**
 * Returns the answer of a fault to an operation, in the operation's error shape.
 *
 * @param params path variables for messages
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
 * Returns the failure that a fault names. Without one, it looks for a failure of the operation, then a general one,
 * with the fault's status; else it makes one. The general internal error is used only without an error shape.
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
  // A message with an unfilled placeholder needs facts that only the operation knows.
  const whole =
    fault.failure === undefined ? errors.find(({ message }) => !/\{\w+\}/.test(message)) : errors[0];
  return whole ?? new ApiError('fault-told', { status, id });
}

function has(status: number): (name: FailureName) => boolean {
  return (name) => failures[name].status === status;
}
