import { z } from 'zod';

/** Types that clients of the Messages format tell apart: fact sheet inference, section 7.3. */
export const messagesErrorTypes = [
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'api_error',
  'overloaded_error',
] as const;

export type MessagesErrorType = (typeof messagesErrorTypes)[number];

/** An error in the Messages format, as an answer and as the event that ends a stream. */
export const messagesErrorSchema = z.object({
  type: z.literal('error'),
  error: z.object({ type: z.enum(messagesErrorTypes), message: z.string().min(1) }),
  request_id: z.string().nullable().optional(),
});

export type MessagesError = z.infer<typeof messagesErrorSchema>;

const byStatus: Readonly<Record<number, MessagesErrorType>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

/**
 * The error that a status stands for; only those of 400 and 404 were seen.
 *
 * @example
 * messagesError(404, 'Model not found: anthropic/x').error.type // 'not_found_error'
 */
export function messagesError(status: number, message: string): MessagesError {
  const type = byStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message } };
}
