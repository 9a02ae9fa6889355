import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Generation, Message } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { Fingerprinter, fingerprintHex } from './fingerprint.ts';
import { generateText } from './generate.ts';
import { assistant, run, user } from './testing/run-generation.ts';
import { countTokens } from './tokens.ts';

const words = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.lorem({ maxCount: 12 }));
const conversation = fc
  .array(fc.tuple(fc.constantFrom('user', 'assistant', 'system'), words), { minLength: 1, maxLength: 5 })
  .map((turns) =>
    turns.map(
      ([role, text]): Message =>
        role === 'assistant'
          ? assistant(text)
          : { role: role === 'system' ? 'system' : 'user', parts: [{ type: 'text', text }] },
    ),
  );

describe('a scripted generation', () => {
  it('is the same for the same request', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.option(fc.integer(), { nil: undefined }), async (messages, seed) => {
        const request: Generation = { messages, ...(seed === undefined ? {} : { seed }) };
        expect(await run(request)).toEqual(await run(structuredClone(request)));
      }),
    );
  });

  it('is what it was, on every runtime', async () => {
    const print = new Fingerprinter();
    for (const prompt of [
      'What is the capital of France?',
      'Wie geht es dir?',
      '首都はどこ？',
      'List 3 ideas',
      'héllo 👩‍👩‍👧',
      '',
    ])
      print.text(JSON.stringify((await run(prompt)).events));
    expect(fingerprintHex(print.digest())).toBe('1a35b5d4ec5621d5');
  });

  it('is no other prompt’s, over thousands of prompts', async () => {
    const prompts = new Set<string>();
    for (let index = 0; index < 1500; index++)
      prompts.add(`What is ${index}?`).add(`hi${' '.repeat(index % 50)}${index}`);
    for (const prompt of fc.sample(words, { numRuns: 2000, seed: 7 })) prompts.add(prompt);
    for (const fixed of ['hi', 'hi ', 'Hi', 'hi.', 'hi\n', ' hi', '\u00e9', 'e\u0301', 'a b', 'a  b', 'ab'])
      prompts.add(fixed);
    const texts = new Map<string, string>();
    for (const prompt of prompts) {
      const { text } = await run(prompt);
      const other = texts.get(text);
      if (other !== undefined)
        expect.fail(`${JSON.stringify(prompt)} is answered as ${JSON.stringify(other)}`);
      texts.set(text, prompt);
    }
    expect(texts.size).toBeGreaterThan(4000);
    // Thousands of answers take their time where others are at work.
  }, 30_000);

  it('changes with each message before the last, the model and the seed of the backend', async () => {
    const variants: [Generation, { seed?: number; model?: string }][] = [
      [{ messages: [user('Tell me more')] }, {}],
      [{ messages: [user('Tell me more')] }, { seed: 2 }],
      [{ messages: [user('Tell me more')] }, { model: 'other/model' }],
      [{ messages: [user('a'), assistant('b'), user('Tell me more')] }, {}],
      [{ messages: [user('a'), assistant('c'), user('Tell me more')] }, {}],
      [{ messages: [user('ab'), assistant(''), user('Tell me more')] }, {}],
      [{ messages: [{ role: 'system', parts: [{ type: 'text', text: 'a' }] }, user('Tell me more')] }, {}],
      [
        {
          messages: [
            {
              role: 'user',
              parts: [
                { type: 'text', text: 'Tell me more' },
                { type: 'media', mediaType: 'image/png', data: Uint8Array.of(1) },
              ],
            },
          ],
        },
        {},
      ],
      [
        {
          messages: [
            {
              role: 'user',
              parts: [
                { type: 'text', text: 'Tell me more' },
                { type: 'media', mediaType: 'image/png', data: Uint8Array.of(2) },
              ],
            },
          ],
        },
        {},
      ],
    ];
    const texts = await Promise.all(
      variants.map(async ([request, options]) => (await run(request, options)).text),
    );
    expect(new Set(texts).size).toBe(variants.length);
  });

  it.each([
    'What is the capital of France?',
    'Erkläre mir bitte die Photosynthese!',
    'フランスの首都は？',
    'I have a cat called Tom. Write a poem about him.',
  ])('quotes %j', async (prompt) => {
    expect((await run(prompt)).text).toContain(prompt);
  });

  it('quotes the question of a long text', async () => {
    const { text } = await run(
      `Context:\n${'Some facts stand here. '.repeat(100)}\nQuestion: which facts stand where?`,
    );
    expect(text).toContain('Question: which facts stand where?');
  });

  it('says in which turn it is', async () => {
    expect((await run({ messages: [user('a'), assistant('b'), user('Go on about boats')] })).text).toContain(
      'answer 2',
    );
  });

  it('pays no heed to a seed at temperature 0, and to it where there is chance', async () => {
    const text = async (sampling: Partial<Generation>): Promise<string> =>
      (await run({ messages: [user('Tell me about tea')], ...sampling })).text;
    expect(await text({ temperature: 0, seed: 1 })).toBe(await text({ temperature: 0, seed: 2 }));
    expect(await text({ temperature: 0.7, seed: 1 })).not.toBe(await text({ temperature: 0.7, seed: 2 }));
    expect(await text({ temperature: 0.7, seed: 1 })).not.toBe(await text({ temperature: 1.4, seed: 1 }));
    expect(await text({ temperature: 0.7, seed: 9_999_999_999 })).toBe(
      await text({ temperature: 0.7, seed: 9_999_999_999 }),
    );
  });

  it('has exactly as many tokens as are allowed, and they are the first of the whole', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, fc.nat(120), async (messages, maxTokens) => {
        const whole = await run({ messages });
        const part = await run({ messages, maxTokens });
        const all = countTokens(whole.text);
        expect(whole.text.startsWith(part.text)).toBe(true);
        expect(countTokens(part.text)).toBe(Math.min(maxTokens, all));
        expect(part.finish.usage.outputTokens).toBe(Math.min(maxTokens, all));
        expect(part.finish.reason).toBe(maxTokens < all ? 'length' : 'stop');
      }),
    );
  });

  it('ends before a stop text and says which, wherever its pieces are parted', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversation,
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        async (messages, from, length) => {
          const whole = (await run({ messages })).text;
          const points = [...whole];
          const start = from % points.length;
          const stop = points.slice(start, start + length).join('');
          const { text, finish } = await run({ messages, stop: ['\u0000 never', stop, ''] });
          expect(text).toBe(whole.slice(0, whole.indexOf(stop)));
          expect(finish.reason).toBe('stop');
          expect(finish.stop).toBe(stop);
          expect(finish.usage.outputTokens).toBe(countTokens(text));
        },
      ),
    );
  });

  it('does not reach a stop text that lies behind its last token', async () => {
    const { finish, text } = await run({ messages: [user('Count from 1 to 9')], maxTokens: 4, stop: ['5'] });
    expect([text, finish.reason, finish.stop]).toEqual(['1, 2,', 'length', undefined]);
  });

  it('comes in whole characters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (prompt) => {
        for (const event of (await run(prompt)).events)
          if (event.type === 'text') expect(event.text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('thinks longer with more effort, and not at all unasked', async () => {
    const lengths: number[] = [];
    for (const effort of [undefined, 'none', 'minimal', 'low', 'medium', 'high'] as const) {
      const { reasoning, finish } = await run({
        messages: [user('Why is the sea salty?')],
        ...(effort === undefined ? {} : { effort }),
      });
      expect(finish.usage.reasoningTokens ?? 0).toBe(countTokens(reasoning));
      lengths.push(countTokens(reasoning));
    }
    expect(lengths.slice(0, 2)).toEqual([0, 0]);
    expect(lengths.slice(1)).toEqual(lengths.slice(1).toSorted((a, b) => a - b));
    expect(new Set(lengths).size).toBe(5);
  });

  it('counts thoughts towards the limit, and leaves them half', async () => {
    const { reasoning, text, finish } = await run({
      messages: [user('Why is the sea salty?')],
      effort: 'high',
      maxTokens: 21,
    });
    expect([countTokens(reasoning), countTokens(text)]).toEqual([10, 11]);
    expect(finish).toMatchObject({ reason: 'length', usage: { outputTokens: 21, reasoningTokens: 10 } });
  });

  it('counts what was sent: texts, 4 tokens a message, 85 a picture', async () => {
    const picture = { type: 'media', mediaType: 'image/png', data: Uint8Array.of(1) } as const;
    const { finish } = await run({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello there' }, picture] }],
    });
    expect(finish.usage.inputTokens).toBe(2 + 4 + 85);
  });

  it.each(['Tell me about tea', 'Who are you?', 'What is 2 + 2?'])(
    'says of %j at once what it says piece by piece',
    async (text) => {
      const pieces = await run(text);
      const whole = await run(text, { reading: 'whole' });
      expect(whole.text).toBe(pieces.text);
      expect(whole.finish).toEqual(pieces.finish);
      expect(whole.events.length).toBeLessThan(pieces.events.length);
    },
  );

  it('stops between two pieces once it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('gone');
    const seen: string[] = [];
    const running = (async () => {
      const request = { messages: [user('Tell me about tea')] };
      const asking = { seed: 1, model: { id: 'm' }, request, reading: 'pieces' as const };
      for await (const event of generateText(asking, controller.signal)) {
        seen.push(event.type);
        if (seen.length === 3) controller.abort(reason);
      }
    })();
    await expect(running).rejects.toBe(reason);
    expect(seen).toEqual(['text', 'text', 'text']);
  });

  // Callers in plain JavaScript send what the types forbid.
  const odd: [string, unknown][] = [
    ['no messages', []],
    ['no parts', [{ role: 'user', parts: [] }]],
    ['parts that are missing', [{ role: 'user' }]],
    ['parts that are null', [{ role: 'user', parts: null }]],
    ['a part that is null', [{ role: 'user', parts: [null] }]],
    ['a text that is null', [{ role: 'user', parts: [{ type: 'text', text: null }] }]],
    ['an answer only', [assistant('Hello')]],
    ['half a character', [user('\ud83d')]],
    ['control characters', [user('\u0000\u0001\u001b[31m')]],
    ['a result without a call', [{ role: 'tool', callId: 'x', parts: [] }]],
  ];
  it.each(odd)('answers %s', async (_name, messages) => {
    // The cast is the point: see above.
    const { text, finish } = await run({ messages: messages as Message[] });
    expect(text).not.toBe('');
    expect(finish.reason).toBe('stop');
  });

  it.each([
    ['a text', 'The quick brown fox, 12345 times, jumped over the lazy dog.\n'.repeat(17_500)],
    ['spaces', ' '.repeat(1_050_000)],
    ['digits', '1'.repeat(1_050_000)],
    ['brackets', '{"'.repeat(525_000)],
    ['one letter', 'a'.repeat(1_050_000)],
    ['a wish with spaces', `Say ${' '.repeat(1_050_000)}x`],
  ])('is made of a megabyte of %s', async (_name, prompt) => {
    const tools = [
      { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
    ];
    const { finish } = await run({ messages: [user(prompt)], tools, maxTokens: 256 });
    expect(finish.usage.inputTokens).toBeGreaterThan(0);
  });

  it('is refused when its schema allows nothing', async () => {
    const schema = { type: 'string', minLength: 3, maxLength: 2 };
    const refused = run({ messages: [user('hi')], format: { type: 'json-schema', schema } });
    await expect(refused).rejects.toBeInstanceOf(ModelError);
    await expect(refused).rejects.toMatchObject({ reason: 'bad-input' });
  });
});
