import { describe, expect, it } from 'vitest';
import type { Generation, GenerationEvent, Message, Part } from '../backend.ts';
import { collect, textOfEvents } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import { ask, getEvents, MODEL, never, REQUEST } from './testing/ask.ts';
import {
  answerWithEvents,
  DONE,
  delta,
  event,
  finish,
  openStream,
  StubUpstream,
} from './testing/stub-upstream.ts';

const text = (value: string): Part => ({ type: 'text', text: value });
const media = (mediaType: string, data: Uint8Array | URL): Part => ({ type: 'media', mediaType, data });
const bytes = new Uint8Array([0, 1, 255]);
const address = new URL('https://a.test/b');

describe('a chat request to an upstream', () => {
  const done = answerWithEvents(finish('stop') + DONE);
  const send = async (request: Generation, options: Partial<UpstreamOptions> = {}) => {
    const { body } = await ask(done, (models) => collect(models.generate(MODEL, request, never)), options);
    return body();
  };
  const always = { model: MODEL.id, messages: [], stream: true, stream_options: { include_usage: true } };
  const call = { id: 'i', type: 'function', function: { name: 'n', arguments: '{"a":1}' } };
  const object = { type: 'object' };

  it.each<[string, Message, object]>([
    ['a system message', { role: 'system', parts: [text('a'), text('b')] }, { content: 'ab' }],
    ['a user', { role: 'user', parts: [text('a'), text('b')] }, { content: 'ab' }],
    [
      'pictures',
      { role: 'user', parts: [text('a'), media('image/png', bytes), media('image/jpeg', address)] },
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAH/' } },
          { type: 'image_url', image_url: { url: address.href } },
        ],
      },
    ],
    [
      'sound',
      { role: 'user', parts: [media('audio/x-wav', bytes), media('audio/mpeg', bytes)] },
      {
        content: [
          { type: 'input_audio', input_audio: { data: 'AAH/', format: 'wav' } },
          { type: 'input_audio', input_audio: { data: 'AAH/', format: 'mp3' } },
        ],
      },
    ],
    [
      'a PDF file',
      { role: 'user', parts: [media('application/pdf', bytes)] },
      { content: [{ type: 'file', file: { file_data: 'data:application/pdf;base64,AAH/' } }] },
    ],
    ['an assistant', { role: 'assistant', parts: [text('a')] }, { content: 'a' }],
    [
      'calls of tools',
      { role: 'assistant', parts: [], toolCalls: [{ id: 'i', name: 'n', arguments: '{"a":1}' }] },
      { content: null, tool_calls: [call] },
    ],
    [
      'a call without arguments',
      { role: 'assistant', parts: [], toolCalls: [{ id: 'i', name: 'n', arguments: '' }] },
      { tool_calls: [{ ...call, function: { name: 'n', arguments: '{}' } }] },
    ],
    [
      'results of tools',
      { role: 'tool', callId: 'i', name: 'n', parts: [text('7')] },
      { tool_call_id: 'i', content: '7' },
    ],
  ])('has %s', async (_, message, expected) => {
    const { messages } = await send({ messages: [message] });
    expect(messages).toMatchObject([{ role: message.role, ...expected }]);
  });

  it.each<[string, Partial<Generation>, object]>([
    ['nothing more', { tools: [], stop: [] }, {}],
    ['limits', { maxTokens: 5, stop: ['a'] }, { max_tokens: 5, stop: ['a'] }],
    ['chances', { temperature: 0, topP: 0.5, seed: 9_999 }, { temperature: 0, top_p: 0.5, seed: 9_999 }],
    ['effort', { effort: 'low' }, { reasoning_effort: 'low' }],
    ['JSON', { format: { type: 'json' } }, { response_format: { type: 'json_object' } }],
    ...[object, true].map((schema): [string, Partial<Generation>, object] => [
      `the schema ${JSON.stringify(schema)}`,
      { format: { type: 'json-schema', schema } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: false, schema: schema === true ? {} : schema },
        },
      },
    ]),
    [
      'tools',
      {
        tools: [{ name: 'a', description: 'b', parameters: object }, { name: 'c' }],
        toolChoice: { type: 'named', name: 'a' },
        parallelCalls: false,
      },
      {
        tools: [
          { type: 'function', function: { name: 'a', description: 'b', parameters: object } },
          { type: 'function', function: { name: 'c', parameters: { type: 'object', properties: {} } } },
        ],
        tool_choice: { type: 'function', function: { name: 'a' } },
        parallel_tool_calls: false,
      },
    ],
  ])('has %s', async (_, more, expected) => {
    expect(await send({ messages: [], ...more })).toEqual({ ...always, ...expected });
  });

  it('has the configured name of the limit', async () => {
    const body = await send({ messages: [], maxTokens: 5 }, { maxTokensParameter: 'max_completion_tokens' });
    expect(body).toEqual({ ...always, max_completion_tokens: 5 });
  });

  const user = (part: Part): Partial<Generation> => ({ messages: [{ role: 'user', parts: [part] }] });
  it.each<[string, Partial<Generation>]>([
    ['the schema `false`', { format: { type: 'json-schema', schema: false } }],
    ['a choice of tools without tools', { toolChoice: { type: 'required' } }],
    [
      'the call of "n", whose arguments are not JSON',
      { messages: [{ role: 'assistant', parts: [], toolCalls: [{ id: 'i', name: 'n', arguments: '{' }] }] },
    ],
    ['a text by its address', user(media('text/plain', address))],
    ['audio file parts with URLs', user(media('audio/wav', address))],
    ['audio media type audio/ogg', user(media('audio/ogg', bytes))],
    ['file part media type application/zip', user(media('application/zip', bytes))],
  ])('is refused for what the format cannot carry, by name: %s', async (name, request) => {
    const refused = send({ messages: [], ...request });
    await expect(refused).rejects.toMatchObject({ reason: 'bad-input' });
    await expect(refused).rejects.toThrow(name);
  });
});

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
  const joined = whole.join('');

  it.each<[string, readonly string[]]>([
    ['in an event each', whole],
    ['in one piece', [joined]],
    ['with CRLF', [joined.replaceAll('\n', '\r\n')]],
    ['with comments', whole.flatMap((piece) => [': alive\n\n', piece])],
    ['without [DONE]', whole.slice(0, -1)],
    ['with null usage in each chunk', [joined.replaceAll('"id":"c"', '"usage":null')]],
    [
      'with null for what is missing',
      [joined.replaceAll('"content":""', '"content":null,"tool_calls":null')],
    ],
  ])('is parsed %s', async (_, pieces) => {
    expect(await getEvents(answerWithEvents(...pieces))).toEqual([
      { type: 'text', text: 'Grüß ' },
      { type: 'text', text: 'Gott 👋' },
      { type: 'finish', reason: 'stop', usage: { inputTokens: 9, outputTokens: 3, cachedTokens: 4 } },
    ]);
  });

  it.each([
    ['eos', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['tool_calls', 'tool-calls'],
    ['function_call', 'tool-calls'],
    ['content_filter', 'content-filter'],
  ])('finishes by %s as %s', async (finishReason, reason) => {
    const events = await getEvents(answerWithEvents(delta({ content: 'a' }), finish(finishReason), DONE));
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason });
  });

  it('names the stop text that ended it, if the request has it', async () => {
    const stopped = delta({}, { finish_reason: 'stop', stop_reason: 'END' });
    const ended = await getEvents(answerWithEvents(stopped, DONE), { ...REQUEST, stop: ['END'] });
    const other = await getEvents(answerWithEvents(stopped, DONE));
    expect([ended.at(-1), other.at(-1)]).toMatchObject([{ stop: 'END' }, {}]);
    expect(other.at(-1)).not.toHaveProperty('stop');
  });

  it.each(['reasoning_content', 'reasoning'])('reasons by %s, and counts what has no usage', async (name) => {
    const events = await getEvents(
      answerWithEvents(delta({ [name]: 'ab' }), delta({ content: 'd' }), finish('stop'), DONE),
    );
    expect(events).toMatchObject([
      { type: 'reasoning', text: 'ab' },
      { type: 'text', text: 'd' },
      { type: 'finish', usage: { inputTokens: 2, outputTokens: 2, reasoningTokens: 1 } },
    ]);
  });

  it('reads refusals and lists of parts as text', async () => {
    const parts = delta({ content: [text('a'), text('b')] });
    const events = await getEvents(answerWithEvents(parts, delta({ refusal: 'No.' }), finish('stop'), DONE));
    expect(textOfEvents(events)).toBe('abNo.');
    expect(events.at(-1)).toMatchObject({ reason: 'stop' });
  });

  it('numbers parallel calls, and gives those without arguments an empty object', async () => {
    const tool = (index: number, more: object) => delta({ tool_calls: [{ index, ...more }] });
    const events = await getEvents(
      answerWithEvents(
        tool(0, { id: 'a', function: { name: 'time' } }),
        tool(1, { id: 'b', function: { name: 'map', arguments: '' } }),
        tool(1, { function: { arguments: '{"at":' } }),
        tool(1, { function: { arguments: '"Oslo"}' } }),
        finish('stop'),
        DONE,
      ),
    );
    const ofCall = (wanted: number) =>
      events.filter((one) => 'index' in one && one.index === wanted).map((one) => ({ ...one, index: 0 }));
    const call = (id: string, name: string): GenerationEvent => ({ type: 'tool-call', index: 0, id, name });
    const args = (json: string): GenerationEvent => ({ type: 'tool-arguments', index: 0, json });
    expect(ofCall(0)).toEqual([call('a', 'time'), args('{}')]);
    expect(ofCall(1)).toEqual([call('b', 'map'), args('{"at":'), args('"Oslo"}')]);
    expect(events.at(-1)).toMatchObject({ reason: 'tool-calls' });
  });

  it('passes on events as early as possible', async () => {
    const gate = Promise.withResolvers<void>();
    await using stub = await StubUpstream.start(async (response) => {
      openStream(response, delta({ content: 'a' }));
      await gate.promise;
      response.end(finish('stop'));
    });
    const events = createUpstreamBackend({ baseUrl: stub.baseUrl }).generate(MODEL, REQUEST, never);
    const iterator = events[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual({ type: 'text', text: 'a' });
    gate.resolve();
    expect((await iterator.next()).value).toMatchObject({ type: 'finish' });
    expect((await iterator.next()).done).toBe(true);
  });
});
