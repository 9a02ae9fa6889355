import {
  type MessageEvent,
  type MessageObject,
  messagesError,
} from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type {
  MessagesInput,
  OutputBlock,
} from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { MessageUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import {
  type AnswerPart,
  type Finish,
  inParts,
  type PartEvent,
  readArguments,
  wholeAnswer,
} from '../answer-parts.ts';
import type { AnswerContext, Events, Format } from '../format.ts';
import { namedFrame } from '../frames.ts';
import { errorAnswer, getRefusal } from '../refusal.ts';
import { toGeneration } from './to-generation.ts';

/** The format of `/ai/v1/messages`: Cloudflare docs, Models and Cloudflare Workers types. */
export const messagesFormat: Format<MessagesInput, MessagesContext, MessageObject> = {
  toGeneration,
  getAnswer,
  getFrames,
  getError: (error, model) => errorAnswer('messages', error, model),
};

/** The context of a message. */
interface MessagesContext extends AnswerContext {
  /**
   * Tokens of the prompt, for the first event of a stream; the last event has the exact number. 0 if they were not
   * counted.
   */
  readonly inputTokens?: number;
  /** Whose key paid, if the answer includes it: `Unified`. */
  readonly keySource?: string;
}

/**
 * A complete message: Cloudflare docs, Models.
 *
 * @throws ModelError see `Format.getAnswer`
 */
async function getAnswer(events: Events, context: MessagesContext): Promise<MessageObject> {
  const id = messageId(context);
  const { parts, finish } = await wholeAnswer(events);
  const calls = parts.some(({ type }) => type === 'call');
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: context.model,
    content: parts.map((part) => getBlock(part, context)),
    ...getStop(finish, calls),
    stop_details: null,
    usage: messageUsage(finish.usage),
    ...(context.keySource !== undefined && { gatewayMetadata: { keySource: context.keySource } }),
  };
}

const messageId = (context: AnswerContext) => `msg_${context.newId()}`;

/** A placeholder for the provider's signature of a thought: the same form, but no proof. */
const getSignature = (context: AnswerContext) => btoa(context.newId());

/** Ids of calls have this format's prefix, whatever the engine's. */
const toolUseId = (id: string) => id.replace(/^call_/, 'toolu_');

function getBlock(part: AnswerPart, context: AnswerContext): OutputBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: getSignature(context) };
    case 'call':
      return { type: 'tool_use', id: toolUseId(part.id), name: part.name, input: readArguments(part.text) };
  }
}

/** The stop reason of a message; `tool_use` requires a call. */
function getStop(
  { reason, stop }: Finish,
  calls: boolean,
): Pick<MessageObject, 'stop_reason' | 'stop_sequence'> {
  switch (reason) {
    case 'length':
      return { stop_reason: 'max_tokens', stop_sequence: null };
    case 'content-filter':
      return { stop_reason: 'refusal', stop_sequence: null };
    case 'tool-calls':
      return { stop_reason: calls ? 'tool_use' : 'end_turn', stop_sequence: null };
    case 'stop':
      return stop === undefined
        ? { stop_reason: 'end_turn', stop_sequence: null }
        : { stop_reason: 'stop_sequence', stop_sequence: stop };
  }
}

/** Tokens as the format counts them: `input_tokens` excludes cached ones. */
function messageUsage({ inputTokens, outputTokens, cachedTokens = 0 }: Usage): MessageUsage {
  return {
    input_tokens: Math.max(0, inputTokens - cachedTokens),
    output_tokens: outputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedTokens,
  };
}

/**
 * A message as a stream: Cloudflare Workers types. Blocks follow each other; a `ping` follows the first one. Nothing
 * follows an error.
 */
async function* getFrames(events: Events, context: MessagesContext): AsyncGenerator<string, void, undefined> {
  try {
    yield namedFrame(messageStart(context));
    let calls = false;
    for await (const event of inParts(events)) {
      if (event.type === 'finish') {
        const usage = messageUsage(event.usage);
        yield frame({ type: 'message_delta', delta: getStop(event, calls), usage });
        yield frame({ type: 'message_stop' });
        return;
      }
      if (event.type === 'start') calls ||= event.part.type === 'call';
      for (const one of blockEvents(event, context)) yield frame(one);
    }
  } catch (error) {
    context.failed?.(error);
    const { status, message } = getRefusal(error, context.model);
    yield frame(messagesError(status, message));
  }
}

const frame = (event: MessageEvent) => namedFrame(event);

function messageStart(context: MessagesContext): Extract<MessageEvent, { readonly type: 'message_start' }> {
  return {
    type: 'message_start',
    message: {
      id: messageId(context),
      type: 'message',
      role: 'assistant',
      model: context.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: messageUsage({ inputTokens: context.inputTokens ?? 0, outputTokens: 0 }),
    },
  };
}

function* blockEvents(
  event: Exclude<PartEvent, { readonly type: 'finish' }>,
  context: AnswerContext,
): Generator<MessageEvent, void, undefined> {
  const { index, part } = event;
  switch (event.type) {
    case 'start':
      yield { type: 'content_block_start', index, content_block: emptyBlock(part) };
      if (index === 0) yield { type: 'ping' };
      break;
    case 'delta':
      yield { type: 'content_block_delta', index, delta: toDelta(part, event.text) };
      break;
    case 'end':
      if (part.type === 'reasoning') {
        const delta = { type: 'signature_delta', signature: getSignature(context) } as const;
        yield { type: 'content_block_delta', index, delta };
      }
      yield { type: 'content_block_stop', index };
      break;
  }
}

function emptyBlock(part: AnswerPart): OutputBlock {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: '' };
    case 'reasoning':
      return { type: 'thinking', thinking: '', signature: '' };
    case 'call':
      return { type: 'tool_use', id: toolUseId(part.id), name: part.name, input: {} };
  }
}

type Delta = Extract<MessageEvent, { readonly type: 'content_block_delta' }>['delta'];

function toDelta(part: AnswerPart, text: string): Delta {
  switch (part.type) {
    case 'text':
      return { type: 'text_delta', text };
    case 'reasoning':
      return { type: 'thinking_delta', thinking: text };
    case 'call':
      return { type: 'input_json_delta', partial_json: text };
  }
}
