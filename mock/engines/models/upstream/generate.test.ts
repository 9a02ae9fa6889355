import { describe, expect, it } from 'vitest';
import { collect, textOfEvents } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import { getEvents, MODEL, never, REQUEST } from './testing/ask.ts';
import {
  answerWith,
  answerWithEvents,
  chunk,
  DONE,
  delta,
  event,
  finish,
  head,
  LAST_CHUNK,
  StubUpstream,
} from './testing/stub-upstream.ts';

describe('a stream of an upstream', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
  const whole = [
    delta({ role: 'assistant', content: '' }),
    delta({ content: 'Grüß ' }),
    delta({ content: 'Gott 👋' }),
    finish('stop'),
    event({ choices: [], usage }),
    DONE,
  ];
  const expected = [
    { type: 'text', text: 'Grüß ' },
    { type: 'text', text: 'Gott 👋' },
    { type: 'finish', reason: 'stop', usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 4 } },
  ];
  const bytes = (text: string) => new TextEncoder().encode(text);
  const cut = (text: string, size: number) =>
    Array.from({ length: Math.ceil(bytes(text).length / size) }, (_, index) =>
      bytes(text).subarray(index * size, (index + 1) * size),
    );
  const joined = whole.join('');

  it.each<[string, readonly (string | Uint8Array)[]]>([
    ['in an event each', whole],
    ['in one piece', [joined]],
    ['in pieces of seven bytes', cut(joined, 7)],
    ['with CRLF', [joined.replaceAll('\n', '\r\n')]],
    ['with CR', [joined.replaceAll('\n', '\r')]],
    ['with comments', whole.flatMap((text) => [': alive\n\n', `:\n${text}`])],
    ['with a byte order mark', [`\ufeff${joined}`]],
    ['without spaces after colons', [joined.replaceAll('data: ', 'data:')]],
    ['with ids, names and retries', whole.map((text, id) => `id: ${id}\nretry: 9\nevent: message\n${text}`)],
    ['with data on several lines', [joined.replaceAll('"choices":', '\ndata: "choices":\ndata: ')]],
    ['without a blank line at the end', [joined.trimEnd()]],
    ['without [DONE]', whole.slice(0, -1)],
    ['without [DONE] and a blank line', [whole.slice(0, -1).join('').trimEnd()]],
    ['with usage in each chunk', [joined.replaceAll('"id":"c"', '"usage":{"prompt_tokens":1}')]],
    ['with null usage in each chunk', [joined.replaceAll('"id":"c"', '"usage":null')]],
    [
      'with null for all missing values',
      [joined.replaceAll('"content":""', '"content":null,"tool_calls":null')],
    ],
    ['with keep-alives', whole.flatMap((text) => ['data:\n\n', event({}), event({ type: 'ping' }), text])],
    ['with a null delta', [delta(null), ...whole]],
    [
      'with a second choice',
      [...whole.slice(0, 2), event({ choices: [{ index: 1, delta: { content: 'X' } }] }), ...whole.slice(2)],
    ],
    ['with something after [DONE]', [joined, event('nonsense')]],
    ['after blank space', [' \n', '\r\n', joined]],
  ])('is parsed %s', async (_, pieces) => {
    expect(await getEvents(answerWithEvents(...pieces))).toEqual(expected);
  });

  it('is parsed byte by byte, over any transport', async () => {
    const fetch = async () =>
      new Response(
        new ReadableStream({
          start(controller) {
            for (const piece of cut(joined, 1)) controller.enqueue(piece);
            controller.close();
          },
        }),
      );
    const models = createUpstreamBackend({ baseUrl: 'http://upstream.test/v1', fetch });
    expect(await collect(models.generate(MODEL, REQUEST, never))).toEqual(expected);
  });

  it('is parsed with any media type', async () => {
    expect(await getEvents(answerWith('application/json', joined))).toEqual(expected);
  });

  it('is parsed if it comes complete in place of a stream', async () => {
    const message = {
      role: 'assistant',
      reasoning_content: 'hm',
      content: 'Hi.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'time', arguments: '{"zone":1}' } }],
    };
    const answer = {
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
      usage,
    };
    const whole = JSON.stringify(answer, null, 2);
    for (const handler of [
      answerWith('application/json', whole),
      answerWith('text/event-stream', whole),
      answerWithEvents(' \n', '\n', whole),
    ]) {
      expect(await getEvents(handler)).toEqual([
        { type: 'reasoning', text: 'hm' },
        { type: 'text', text: 'Hi.' },
        { type: 'tool-call', index: 0, id: 'a', name: 'time' },
        { type: 'tool-arguments', index: 0, json: '{"zone":1}' },
        { type: 'finish', reason: 'tool-calls', usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 4 } },
      ]);
    }
  });

  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['constructor', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['tool_calls', 'tool-calls'],
    ['function_call', 'tool-calls'],
    ['content_filter', 'content-filter'],
  ])('finishes by %s as %s', async (finishReason, reason) => {
    const events = await getEvents(answerWithEvents(delta({ content: 'a' }), finish(finishReason), DONE));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason });
  });

  it('is complete with [DONE] alone', async () => {
    const events = await getEvents(answerWithEvents(delta({ content: 'a' }), DONE));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'stop' });
  });

  it('names the stop text that ended it, if the request has it', async () => {
    const stopped = delta({}, { finish_reason: 'stop', stop_reason: 'END' });
    const ended = await getEvents(answerWithEvents(stopped, DONE), { ...REQUEST, stop: ['END'] });
    const other = await getEvents(answerWithEvents(stopped, DONE));
    expect([ended.at(-1), other.at(-1)]).toMatchObject([{ stop: 'END' }, {}]);
    expect(other.at(-1)).not.toHaveProperty('stop');
  });

  it.each(['reasoning_content', 'reasoning'])('reasons by %s', async (name) => {
    const both = { reasoning_content: 'c', reasoning: 'c' };
    const events = await getEvents(
      answerWithEvents(delta({ [name]: 'ab' }), delta(both), delta({ content: 'd' }), finish('stop'), DONE),
    );
    expect(events).toMatchObject([
      { type: 'reasoning', text: 'ab' },
      { type: 'reasoning', text: 'c' },
      { type: 'text', text: 'd' },
      { type: 'finish', usage: { inputTokens: 2, outputTokens: 2, reasoningTokens: 1 } },
    ]);
  });

  it('reads refusals and lists of parts as text', async () => {
    const parts = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ];
    const events = await getEvents(
      answerWithEvents(delta({ content: parts }), delta({ refusal: 'No.' }), DONE),
    );
    expect(textOfEvents(events)).toBe('abNo.');
  });

  it('passes on events as early as possible', async () => {
    const gate = Promise.withResolvers<void>();
    await using stub = await StubUpstream.start(async (socket) => {
      socket.write(head('text/event-stream'));
      socket.write(chunk(delta({ content: 'a' })));
      await gate.promise;
      socket.write(chunk(finish('stop')));
      socket.write(LAST_CHUNK);
    });
    const events = createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never);
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'text', text: 'a' });
    gate.resolve();
    expect((await iterator.next()).value).toMatchObject({ type: 'finish' });
    expect((await iterator.next()).done).toBe(true);
  });
});
