import fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { chatStreamFrameSchema } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { answering, framesRead } from '../testing/answering.ts';
import { anyEvents, getEvents, testContext, text } from '../testing/events.ts';
import { chatCompletions } from './chat-completions.ts';

const { getAnswer, getFrames } = chatCompletions;
const asked = { model: 'openai/gpt-5', messages: [{ role: 'user' as const, content: 'Hello' }] };

const client = (fetch: typeof globalThis.fetch | ReturnType<typeof answering>['fetch']) =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', maxRetries: 0, fetch });

const getData = async (events: readonly GenerationEvent[], includeUsage = false, error?: Error) =>
  (await framesRead(getFrames(getEvents(events, error), { ...testContext(), includeUsage }))).map(
    ({ data }) => data,
  );

describe('chat completions', () => {
  test('stream frames of the schema for any events', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.boolean(), async (events, includeUsage) => {
        for (const data of (await getData(events, includeUsage)).slice(0, -1)) {
          const frame = JSON.parse(data);
          expect(chatStreamFrameSchema.parse(frame)).toEqual(frame);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stream what the client adds up to the complete answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const { fetch } = answering(() =>
          getFrames(getEvents(events), { ...testContext(), includeUsage: true }),
        );
        const stream = client(fetch).chat.completions.stream({
          ...asked,
          stream_options: { include_usage: true },
        });
        const added = await raw(stream);
        const whole = await getAnswer(getEvents(events), testContext());
        const { message, finish_reason } = whole.choices[0] ?? {};
        expect(added.text).toBe(message?.content ?? '');
        expect(added.reasoning).toBe(message?.reasoning_content ?? '');
        expect(added.calls).toEqual(message?.tool_calls ?? []);
        expect(added.finish).toBe(finish_reason);
        expect(added.usage).toEqual(whole.usage);
      }),
      { numRuns: 60 },
    );
  });

  test('are cut off where the events are', async () => {
    expect(await getData(text('Hi'))).toHaveLength(2);
    await expect(getAnswer(getEvents(text('Hi')), testContext())).rejects.toThrow(/stopped before/);
  });

  test('stop the events when the reader cancels', async () => {
    let left = false;
    async function* endless(): AsyncGenerator<GenerationEvent> {
      try {
        for (;;) yield { type: 'text', text: 'on ' };
      } finally {
        left = true;
      }
    }
    for await (const frame of getFrames(endless(), testContext())) if (frame.includes('on ')) break;
    expect(left).toBe(true);
  });
});

/** Adds up the chunks of a stream, by hand where the client doesn't do it. */
async function raw(stream: AsyncIterable<OpenAI.ChatCompletionChunk>) {
  const added = { text: '', reasoning: '', calls: [] as object[], finish: '', usage: {} };
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  for await (const chunk of stream) {
    if (chunk.usage) added.usage = chunk.usage;
    for (const { delta, finish_reason } of chunk.choices) {
      added.text += delta.content ?? '';
      if ('reasoning_content' in delta) added.reasoning += String(delta.reasoning_content);
      if (finish_reason) added.finish = finish_reason;
      for (const { index, id, function: about } of delta.tool_calls ?? []) {
        calls[index] ??= {
          id: id ?? '',
          type: 'function',
          function: { name: about?.name ?? '', arguments: '' },
        };
        calls[index].function.arguments += about?.arguments ?? '';
      }
    }
  }
  return { ...added, calls };
}
