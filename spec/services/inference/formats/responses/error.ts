import { z } from 'zod';
import { chatErrorType } from '../chat-completions/error.ts';

/** Codes that the Responses format gives to what went wrong; only `invalid_prompt` was seen. */
export const responseErrorCodes = [
  'invalid_prompt',
  'invalid_api_key',
  'insufficient_quota',
  'permission_denied',
  'model_not_found',
  'rate_limit_exceeded',
  'server_error',
] as const;

export type ResponseErrorCode = (typeof responseErrorCodes)[number];

/**
 * An error in the Responses format: `code` and `message` were seen, `type` and `param` are added for clients
 * that check the whole schema (fact sheet inference, section 7.3).
 */
export const responsesErrorSchema = z.object({
  error: z.object({
    code: z.string().min(1),
    message: z.string().min(1),
    type: z.string().min(1).optional(),
    param: z.string().nullable().optional(),
  }),
});

export type ResponsesError = z.infer<typeof responsesErrorSchema>;

/** The event by which a stream says that it broke. */
export const responseErrorEventSchema = z.object({
  type: z.literal('error'),
  sequence_number: z.int().min(0),
  code: z.string().nullable(),
  message: z.string().min(1),
  param: z.string().nullable(),
});

const byStatus: Readonly<Record<number, ResponseErrorCode>> = {
  401: 'invalid_api_key',
  402: 'insufficient_quota',
  403: 'permission_denied',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
};

/**
 * The code of an error that a status stands for (inferred, but for `invalid_prompt` of 400).
 *
 * @example
 * responsesError(400, 'AiError: bad').error.code // 'invalid_prompt'
 */
export function responsesError(status: number, message: string, param: string | null = null): ResponsesError {
  const code = byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_prompt');
  return { error: { code, message, type: chatErrorType(status), param } };
}
