import type { Certainty } from '../spec/certainty.ts';
import type { Endpoint, ErrorShape } from '../spec/endpoint.ts';
import { failureEnvelope } from '../spec/envelope.ts';
import { type ApiError, failures } from '../spec/errors.ts';
import { streamHeaders } from './answer-headers.ts';
import type { AnyAnswer, ResultAnswer } from './call.ts';
import type { Answered } from './trace.ts';

/** What an operation answers, as it is sent but for the headers that every answer has. */
export function answered(endpoint: Endpoint, answer: AnyAnswer): Answered {
  const { headers } = answer;
  if (answer.stream) {
    const { stream } = answer;
    return { status: endpoint.status, text: null, stream, headers: { ...streamHeaders, ...headers } };
  }
  const status = answer.status ?? endpoint.status;
  if (answer.written === undefined) {
    const text = successText(endpoint, answer);
    return headers ? { status, text, headers } : { status, text };
  }
  const { written, mediaType } = answer;
  const named = { 'content-type': mediaType, ...headers };
  return typeof written === 'string'
    ? { status, text: written, headers: named }
    : { status, text: null, bytes: written, headers: named };
}

/** A refusal as it is sent. */
export function refusalAnswered(error: ApiError, shape?: ErrorShape): Answered {
  return { ...failureHead(error, shape), text: failureText(error, shape) };
}

/** The JSON text of a success, wrapped as the contract says; null where there is no body. */
export function successText(endpoint: Endpoint, answer: ResultAnswer<Endpoint>): string | null {
  const { result, messages = [], page, meta } = answer;
  switch (endpoint.answer) {
    case 'empty':
      return null;
    case 'plain':
      return JSON.stringify(result);
    case 'bare-envelope':
      return JSON.stringify({ success: true, errors: [], messages });
    case 'short-envelope':
      return JSON.stringify({ success: true, result, ...(meta === undefined ? {} : { meta }) });
    default:
      return JSON.stringify({
        result,
        success: true,
        errors: [],
        messages,
        ...(page ? { result_info: page } : {}),
      });
  }
}

/** The JSON text of a refusal, in the shape of its operation where that has one of its own. */
export function failureText(error: ApiError, shape?: ErrorShape): string {
  return JSON.stringify(shape ? shape.body(error) : failureEnvelope(error));
}

/** Status of an answer, and headers beside those that every answer has. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Status of a refusal and the headers that belong to it alone, or to all refusals of its operation. */
export function failureHead(error: ApiError, shape?: ErrorShape): AnswerHead {
  const { status } = failures[error.failure];
  const retryAfter = error.detail['retryAfter'];
  return {
    status,
    headers: {
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
      ...shape?.headers?.(error),
    },
  };
}

/** What a refusal rests on. */
export function failureBasis(error: ApiError): Certainty {
  return failures[error.failure].certainty;
}
