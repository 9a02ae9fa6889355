import fc from 'fast-check';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import {
  chatCompletionSchema,
  chatStreamFrameSchema,
} from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import type { GenerationEvent } from '../../../../engines/models/backend.ts';
import { ModelError } from '../../../../engines/models/model-error.ts';
import { answering, framesRead } from '../testing/answering.ts';
import { anyEvents, call, eventsOf, finished, reasoning, testContext, text } from '../testing/events.ts';
import { chatCompletions } from './chat-completions.ts';

const { answerOf, framesOf, errorOf } = chatCompletions;
const asked = { model: 'openai/gpt-5', messages: [{ role: 'user' as const, content: 'Hello' }] };

const client = (fetch: typeof globalThis.fetch | ReturnType<typeof answering>['fetch']) =>
  new OpenAI({ apiKey: 'k', baseURL: 'http://localhost/v1', maxRetries: 0, fetch });

const dataOf = async (events: readonly GenerationEvent[], includeUsage = false, error?: Error) =>
  (await framesRead(framesOf(eventsOf(events, error), { ...testContext(), includeUsage }))).map(
    ({ data }) => data,
  );

describe('chat completions', () => {
  test('answer with the format of a whole completion', async () => {
    const events = [
      ...reasoning('Hm', 'm.'),
      ...text('Hel', 'lo'),
      ...call(0, 'look', '{"a"', ':1}'),
      finished('tool-calls'),
    ];
    const answer = await answerOf(eventsOf(events), testContext());
    expect(chatCompletionSchema.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      id: 'chatcmpl-id0',
      created: 1_750_000_000,
      choices: [
        {
          message: {
            content: 'Hello',
            reasoning_content: 'Hmm.',
            tool_calls: [
              { id: 'call_0', type: 'function', function: { name: 'look', arguments: '{"a":1}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
      usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
    });
  });

  test('have null for content where the model only calls', async () => {
    const answer = await answerOf(
      eventsOf([...call(0, 'look', '{}'), finished('tool-calls')]),
      testContext(),
    );
    expect(answer.choices[0]?.message.content).toBeNull();
  });

  test('stream the role first, the reason last and the usage when asked', async () => {
    const data = await dataOf([...text('Hi'), finished()], true);
    const chunks = data.slice(0, -1).map((frame) => JSON.parse(frame));
    expect(data.at(-1)).toBe('[DONE]');
    expect(chunks.map(({ choices }) => choices[0]?.delta)).toEqual([
      { role: 'assistant', content: '', refusal: null },
      { content: 'Hi' },
      {},
      undefined,
    ]);
    expect(chunks.map(({ choices }) => choices[0]?.finish_reason)).toEqual([null, null, 'stop', undefined]);
    expect(chunks.map(({ usage }) => usage?.total_tokens)).toEqual([undefined, undefined, undefined, 18]);
  });

  test('say nothing of the usage when it was not asked for', async () => {
    const data = await dataOf([...text('Hi'), finished()]);
    expect(data.join()).not.toContain('usage');
  });

  test('stream frames of the schema, whatever the events', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.boolean(), async (events, includeUsage) => {
        for (const data of (await dataOf(events, includeUsage)).slice(0, -1)) {
          const frame = JSON.parse(data);
          expect(chatStreamFrameSchema.parse(frame)).toEqual(frame);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('stream what the client adds up to the whole answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const { fetch } = answering(() =>
          framesOf(eventsOf(events), { ...testContext(), includeUsage: true }),
        );
        const stream = client(fetch).chat.completions.stream({
          ...asked,
          stream_options: { include_usage: true },
        });
        const added = await raw(stream);
        const whole = await answerOf(eventsOf(events), testContext());
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

  test('end with the error instead of [DONE] where the model breaks off', async () => {
    const failed: unknown[] = [];
    const error = new ModelError('overloaded', 'Busy.', { status: 429 });
    const context = { ...testContext(), failed: (seen: unknown) => failed.push(seen) };
    const frames = await framesRead(framesOf(eventsOf(text('Hi'), error), context));
    expect(JSON.parse(frames.at(-1)?.data ?? '')).toEqual({
      error: {
        message: 'Failed to get response from provider: Busy.',
        type: 'rate_limit_error',
        param: null,
        code: '2005',
      },
    });
    expect(failed).toEqual([error]);
  });

  test('are cut off where the events are', async () => {
    expect(await dataOf(text('Hi'))).toHaveLength(2);
    await expect(answerOf(eventsOf(text('Hi')), testContext())).rejects.toThrow(/broke off/);
  });

  test('let go of the events when the reader leaves', async () => {
    let left = false;
    async function* endless(): AsyncGenerator<GenerationEvent> {
      try {
        for (;;) yield { type: 'text', text: 'on ' };
      } finally {
        left = true;
      }
    }
    for await (const frame of framesOf(endless(), testContext())) if (frame.includes('on ')) break;
    expect(left).toBe(true);
  });
});

describe('the openai client', () => {
  test('reads a whole answer', async () => {
    const { fetch } = answering(() => answerOf(eventsOf([...text('Hello'), finished()]), testContext()));
    const answer = await client(fetch).chat.completions.create(asked);
    expect(answer.choices[0]?.message.content).toBe('Hello');
  });

  test('gives the final completion of its stream helper', async () => {
    const events = [...text('Hel', 'lo'), ...call(0, 'look', '{"a"', ':1}'), finished('tool-calls')];
    const { fetch } = answering(() => framesOf(eventsOf(events), testContext()));
    const final = await client(fetch).chat.completions.stream(asked).finalChatCompletion();
    expect(final.choices[0]).toMatchObject({
      message: {
        role: 'assistant',
        content: 'Hello',
        tool_calls: [{ id: 'call_0', function: { name: 'look', arguments: '{"a":1}' } }],
      },
      finish_reason: 'tool_calls',
    });
  });

  test('reads several choices, whole and streamed', async () => {
    const choice = (word: string) => eventsOf([...text(word), finished()]);
    const { fetch } = answering(({ stream }) =>
      stream === true
        ? framesOf(choice('One'), { ...testContext(), includeUsage: true }, [choice('Two')])
        : answerOf(choice('One'), testContext(), [choice('Two')]),
    );
    const whole = await client(fetch).chat.completions.create({ ...asked, n: 2 });
    const streamed = await client(fetch)
      .chat.completions.stream({ ...asked, n: 2 })
      .finalChatCompletion();
    for (const { choices, usage } of [whole, streamed]) {
      expect(choices.map(({ index, message }) => [index, message.content])).toEqual([
        [0, 'One'],
        [1, 'Two'],
      ]);
      expect(usage).toMatchObject({ prompt_tokens: 11, completion_tokens: 14, total_tokens: 25 });
    }
  });

  test('runs a tool loop', async () => {
    const { fetch, bodies } = answering((_, count) =>
      framesOf(
        eventsOf(
          count === 0
            ? [...call(0, 'weather', '{"city":', '"Rome"}'), finished('tool-calls')]
            : [...text('Sunny.'), finished()],
        ),
        testContext(),
      ),
    );
    const cities: unknown[] = [];
    const runner = client(fetch).chat.completions.runTools({
      ...asked,
      stream: true,
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'Weather of a city',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => {
              cities.push(city);
              return 'sun';
            },
          },
        },
      ],
    });
    expect(await runner.finalContent()).toBe('Sunny.');
    expect(cities).toEqual(['Rome']);
    const second = bodies[1] as Parameters<typeof chatCompletions.toGeneration>[0]; // What the client sent.
    expect(chatCompletions.toGeneration(second).messages.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [],
        toolCalls: [{ id: 'call_0', name: 'weather', arguments: '{"city":"Rome"}' }],
      },
      { role: 'tool', callId: 'call_0', name: 'weather', parts: [{ type: 'text', text: 'sun' }] },
    ]);
  });

  test.each([
    [new ModelError('bad-input', 'No.'), OpenAI.BadRequestError, /No\./],
    [new ModelError('overloaded', 'Busy.'), OpenAI.RateLimitError, /Busy/],
    [new ModelError('unavailable', 'Gone.'), OpenAI.InternalServerError, /Gone/],
    [new Error('a fault of ours'), OpenAI.InternalServerError, /^502 Failed to get response from provider$/],
  ])('throws its own error for %s', async (error, type, message) => {
    const { fetch } = answering(() => errorOf(error, 'openai/gpt-5'));
    const thrown = await client(fetch)
      .chat.completions.create(asked)
      .catch((seen: unknown) => seen);
    expect(thrown).toBeInstanceOf(type);
    expect(String((thrown as Error).message)).toMatch(message); // An instance of an error, as just seen.
  });

  test('throws its own error mid-stream', async () => {
    const { fetch } = answering(() =>
      framesOf(
        eventsOf(text('Hi'), new ModelError('unavailable', 'Gone.')),
        testContext('@cf/openai/gpt-oss-120b'),
      ),
    );
    const stream = client(fetch).chat.completions.stream(asked);
    await expect(stream.finalChatCompletion()).rejects.toThrow(/could not answer: Gone\./);
  });
});

/** Adds up the chunks of a stream, by hand where the client has no words for it. */
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
