import {
  type ChatChunk,
  type ChatStreamFrame,
  chatErrorType,
  chatStreamEnd,
} from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { Usage } from '../../../../engines/models/backend.ts';
import type { Frames } from '../format.ts';
import { chatUsage } from '../shared/chat-usage.ts';
import { dataFrame, endFrame } from '../shared/frame.ts';
import { writeFrames } from '../shared/frame-writer.ts';
import { refusalOf } from '../shared/refusal.ts';
import {
  type ChatContext,
  type ChatFinishReason,
  type ChoiceEvents,
  chatFinishReasons,
  chatHead,
  eachChoice,
  totalUsage,
} from './answer-of.ts';
import { type ChatDelta, deltaOf } from './delta.ts';

/**
 * A chat completion as a stream: fact sheet inference, section 3. The first delta of each choice names the role,
 * its last one has the reason; where the usage was asked for, it comes in a chunk of its own without choices,
 * and is null in all the others. Then `[DONE]`, but not after an error. Of several choices one follows the other.
 */
export function framesOf(events: ChoiceEvents, context: ChatContext): Frames {
  const { includeUsage } = context;
  const chunk = chunkWriter(context);
  const usages: Usage[] = [];
  return writeFrames(eachChoice(events), {
    begin: (index) => chunk.of(index, { role: 'assistant', content: '', refusal: null }),
    writeTexts: (texts, index) => chunk.ofTexts(index, texts),
    write(event, index) {
      if (event.type === 'finish') {
        usages.push(event.usage);
        return chunk.of(index, {}, chatFinishReasons[event.reason]);
      }
      const delta = deltaOf(event);
      return delta === undefined ? '' : chunk.of(index, delta);
    },
    end: () => [...(includeUsage ? [chunk.ofUsage(totalUsage(usages))] : []), endFrame(chatStreamEnd)],
    fail(error) {
      context.failed?.(error);
      return dataFrame(errorFrame(error, context.model));
    },
  });
}

/** Writes chunks of which most is the same: that is written once. */
function chunkWriter(context: ChatContext) {
  const { id, created, model } = chatHead(context);
  const head: Omit<ChatChunk, 'choices'> = { id, object: 'chat.completion.chunk', created, model };
  const before = `data: ${JSON.stringify(head).slice(0, -1)},"choices":[`;
  const after = `${context.includeUsage ? '],"usage":null}' : ']}'}\n\n`;
  const opening = (index: number) => `${before}{"index":${index},"delta":`;
  const closing = (reason: string) => `,"logprobs":null,"finish_reason":${reason}}${after}`;
  const goesOn = closing('null');
  return {
    of(index: number, delta: ChatDelta, reason: ChatFinishReason | null = null): string {
      return `${opening(index)}${JSON.stringify(delta)}${reason === null ? goesOn : closing(`"${reason}"`)}`;
    },
    /** A chunk for each text; empty ones say nothing. */
    ofTexts(index: number, texts: readonly string[]): string {
      const begin = `${opening(index)}{"content":"`;
      const end = `"}${goesOn}`;
      // Joined, it is one text: what is put together again and again has to be read as often.
      const between = [end, begin].join('');
      let written = '';
      for (const text of texts) {
        if (text !== '') written = `${written}${written === '' ? begin : between}${escaped(text)}`;
      }
      return written === '' ? '' : written + end;
    },
    ofUsage: (usage: Usage): string => dataFrame({ ...head, choices: [], usage: chatUsage(usage) }),
  };
}

/** A text as it stands between the quotes of JSON; most texts stand there as they are. */
function escaped(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

const needsEscape = /["\\\p{Cc}\p{Cs}]/u;

/** Clients read `error` alone; beside it nothing else of a chunk may stand. */
function errorFrame(error: unknown, model: string): ChatStreamFrame {
  const { status, code, message } = refusalOf(error, model);
  return { error: { message, type: chatErrorType(status), param: null, code: String(code) } };
}
