import { z } from 'zod';

/** Types that clients of the chat-completions format tell apart. */
export const chatErrorTypes = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'insufficient_quota',
  'rate_limit_error',
  'server_error',
] as const;

export type ChatErrorType = (typeof chatErrorTypes)[number];

/**
 * An error in the chat-completions format, also mid-stream: clients read `error.message` and lose the text of
 * any other shape (fact sheet inference, sections 3 and 7.3).
 */
export const chatErrorSchema = z.object({
  error: z.object({
    message: z.string().min(1),
    type: z.string().min(1),
    param: z.string().nullable(),
    code: z.union([z.string(), z.int()]).nullable(),
  }),
});

export type ChatError = z.infer<typeof chatErrorSchema>;

const byStatus: Readonly<Record<number, ChatErrorType>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/**
 * The type of error that a status stands for (inferred: section 7.3 knows the shape, not the words).
 *
 * @example
 * chatErrorType(429) // 'rate_limit_error'
 */
export function chatErrorType(status: number): ChatErrorType {
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
}
