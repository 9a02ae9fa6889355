import { z } from 'zod';
import { messageUsageSchema } from '../usage.ts';
import { outputBlockSchema } from './request.ts';

/** Why a message ended. */
const messageStopReasonSchema = z.enum([
  'end_turn',
  'max_tokens',
  'stop_sequence',
  'tool_use',
  'pause_turn',
  'refusal',
  'model_context_window_exceeded',
]);

/** The payer of a run of a third-party model: Cloudflare docs, Models. */
const gatewayMetadataSchema = z.object({ keySource: z.string().min(1) });

/** A message: Cloudflare docs, Models. */
export const messageSchema = z
  .object({
    id: z.string().min(1),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().min(1),
    content: z.array(outputBlockSchema),
    stop_reason: messageStopReasonSchema,
    stop_sequence: z.string().nullable(),
    stop_details: z.unknown().nullable().optional(),
    usage: messageUsageSchema,
    gatewayMetadata: gatewayMetadataSchema.optional(),
  })
  .refine((message) => (message.stop_reason === 'stop_sequence') === (message.stop_sequence !== null), {
    error: 'stop_sequence names the text that ended the message, and only then',
    path: ['stop_sequence'],
  })
  .refine(
    ({ stop_reason, content }) =>
      stop_reason !== 'tool_use' || content.some((block) => block.type === 'tool_use'),
    { error: 'a message that ends with tool_use has to use a tool', path: ['content'] },
  );

export type MessageObject = z.infer<typeof messageSchema>;

/** Types that clients of the Messages format distinguish: live API answers that users report. */
const messagesErrorTypes = [
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

type MessagesErrorType = (typeof messagesErrorTypes)[number];

/** An error in the Messages format, as an answer and as the event that ends a stream. */
export const messagesErrorSchema = z.object({
  type: z.literal('error'),
  error: z.object({ type: z.enum(messagesErrorTypes), message: z.string().min(1) }),
  request_id: z.string().nullable().optional(),
});

type MessagesError = z.infer<typeof messagesErrorSchema>;

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
 * The error type for a status; only those of 400 and 404 were observed.
 *
 * @example
 * messagesError(404, 'Model not found: anthropic/x').error.type // 'not_found_error'
 */
export function messagesError(status: number, message: string): MessagesError {
  const type = byStatus[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { type: 'error', error: { type, message } };
}

const ofBlock = { index: z.int().min(0) };

/** The `message_start` event has a message without content. */
const startedMessage = z.object({
  id: z.string().min(1),
  type: z.literal('message'),
  role: z.literal('assistant'),
  model: z.string().min(1),
  content: z.array(z.never()),
  stop_reason: z.null(),
  stop_sequence: z.null(),
  usage: messageUsageSchema,
});

/** The addition of a `content_block_delta` to its block. */
const blockDeltaSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text_delta'), text: z.string() }),
  z.object({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  z.object({ type: z.literal('thinking_delta'), thinking: z.string() }),
  z.object({ type: z.literal('signature_delta'), signature: z.string() }),
  z.object({ type: z.literal('citations_delta'), citation: z.unknown() }),
]);

/**
 * Data of each event of a Messages stream, distinguished by `type`, which must be the name of the event too: without it
 * clients silently read nothing (Cloudflare Workers types).
 */
export const messageEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message_start'), message: startedMessage }),
  z.object({ type: z.literal('content_block_start'), ...ofBlock, content_block: outputBlockSchema }),
  z.object({ type: z.literal('content_block_delta'), ...ofBlock, delta: blockDeltaSchema }),
  z.object({ type: z.literal('content_block_stop'), ...ofBlock }),
  z.object({
    type: z.literal('message_delta'),
    delta: z.object({
      stop_reason: messageStopReasonSchema.nullable(),
      stop_sequence: z.string().nullable(),
    }),
    /** Counts from the start of the message, not since the last event. */
    usage: messageUsageSchema.partial({ input_tokens: true }),
  }),
  z.object({ type: z.literal('message_stop') }),
  z.object({ type: z.literal('ping') }),
  messagesErrorSchema,
]);

export type MessageEvent = z.infer<typeof messageEventSchema>;

/**
 * The faults in the order of a message's events, each of which matches its schema: Cloudflare Workers types.
 *
 * @returns one sentence for each fault
 */
export function messageStreamProblems(events: readonly MessageEvent[]): string[] {
  const problems: string[] = [];
  let open: { readonly index: number; readonly type: string; json: string } | undefined;
  let blocks = 0;
  let state: 'before' | 'within' | 'closing' | 'after' = 'before';
  for (const [at, event] of events.entries()) {
    const say = (problem: string) => problems.push(`event ${at}, ${event.type}: ${problem}`);
    if (event.type === 'ping') continue;
    if (state === 'after') say('follows the end');
    if (state === 'before' && event.type !== 'message_start' && event.type !== 'error') {
      say('stands before message_start');
    }
    switch (event.type) {
      case 'message_start':
        if (state !== 'before') say('comes a second time');
        state = 'within';
        break;
      case 'content_block_start':
        if (open) say(`block ${open.index} is not stopped`);
        if (state === 'closing') say('stands behind message_delta');
        if (event.index !== blocks) say(`has index ${event.index} and not ${blocks}`);
        open = { index: event.index, type: event.content_block.type, json: '' };
        blocks += 1;
        break;
      case 'content_block_delta':
        if (open?.index !== event.index) say(`block ${event.index} is not started`);
        else if (!fits(open.type, event.delta.type)) say(`${event.delta.type} is not for ${open.type}`);
        else if (event.delta.type === 'input_json_delta') open.json += event.delta.partial_json;
        break;
      case 'content_block_stop':
        if (open?.index !== event.index) say(`block ${event.index} is not started`);
        else if (open.json !== '' && !isObject(open.json)) say('the input of the tool is no JSON object');
        open = undefined;
        break;
      case 'message_delta':
        if (open) say(`block ${open.index} is not stopped`);
        state = 'closing';
        break;
      case 'message_stop':
        if (state === 'within') say('no message_delta says why');
        state = 'after';
        break;
      case 'error':
        state = 'after';
        break;
    }
  }
  if (state !== 'after') problems.push('the stream ends without message_stop');
  return problems;
}

const deltas: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  tool_use: ['input_json_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
};

const fits = (block: string, delta: string) => deltas[block]?.includes(delta) === true;

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
