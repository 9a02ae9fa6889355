import { messagesError } from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type { MessagesInput } from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { ErrorAnswer } from '../format.ts';

/**
 * The refusal of a conversation that the server is to keep (`thread`), or undefined for one that the request
 * brings along. Nothing is kept here, and to answer the new turn alone would silently forget the rest. The
 * details are those by which @anthropic-ai/sdk 1.12 knows to send everything again: its tool runner asks for a
 * thread unless it is told not to (observed).
 *
 * @example
 * unsupportedThread({ ...body, thread: { type: 'create' } })?.status // 400
 */
export function unsupportedThread(body: MessagesInput): ErrorAnswer | undefined {
  const thread = body['thread'];
  if (thread === undefined || thread === null) return undefined;
  const { type, error } = messagesError(
    400,
    'Threads are not supported: send the whole conversation in messages, without `thread`.',
  );
  const details = { error_code: 'thread_unsupported_request', unsupported: ['thread'] };
  return { status: 400, body: { type, error: { ...error, details } } };
}
