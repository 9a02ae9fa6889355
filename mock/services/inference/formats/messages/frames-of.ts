import {
  type MessageEvent,
  messagesError,
} from '../../../../../spec/services/inference/formats/messages/answer.ts';
import type { OutputBlock } from '../../../../../spec/services/inference/formats/messages/request.ts';
import type { AnswerContext, Events } from '../format.ts';
import { namedFrame } from '../shared/frame.ts';
import { type AnswerPart, inParts, type PartEvent } from '../shared/parts.ts';
import { refusalOf } from '../shared/refusal.ts';
import {
  type MessagesContext,
  messageId,
  messageUsage,
  signatureOf,
  stopOf,
  toolUseId,
} from './answer-of.ts';

/**
 * A message as a stream: fact sheet inference, section 3. Blocks stand one after the other; the first of them
 * is followed by a `ping`. After an error nothing follows.
 */
export async function* framesOf(
  events: Events,
  context: MessagesContext,
): AsyncGenerator<string, void, undefined> {
  try {
    yield namedFrame(messageStart(context));
    let calls = false;
    for await (const event of inParts(events)) {
      if (event.type === 'finish') {
        const usage = messageUsage(event.usage);
        yield frame({ type: 'message_delta', delta: stopOf(event, calls), usage });
        yield frame({ type: 'message_stop' });
        return;
      }
      if (event.type === 'start') calls ||= event.part.type === 'call';
      for (const one of blockEvents(event, context)) yield frame(one);
    }
  } catch (error) {
    context.failed?.(error);
    const { status, message } = refusalOf(error, context.model);
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
      yield { type: 'content_block_delta', index, delta: deltaOf(part, event.text) };
      break;
    case 'end':
      if (part.type === 'reasoning') {
        const delta = { type: 'signature_delta', signature: signatureOf(context) } as const;
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

function deltaOf(part: AnswerPart, text: string): Delta {
  switch (part.type) {
    case 'text':
      return { type: 'text_delta', text };
    case 'reasoning':
      return { type: 'thinking_delta', thinking: text };
    case 'call':
      return { type: 'input_json_delta', partial_json: text };
  }
}
