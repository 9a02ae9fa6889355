import { describe, expect, it } from 'vitest';
import type { ModelBackend } from '../backend.ts';
import { ModelError } from '../model-error.ts';
import { collect, userSays } from '../replies/testing/script.ts';
import { createUpstreamBackend } from './create-upstream-backend.ts';
import type { UpstreamOptions } from './options.ts';
import { ask, askToFail, type Call, MP3 } from './testing/ask.ts';
import {
  answerWith,
  answerWithEvents,
  answerWithJson,
  DONE,
  delta,
  StubUpstream,
} from './testing/stub-upstream.ts';

const MODEL = { id: 'openai/gpt-5' };
const { signal } = new AbortController();

describe('the request to an upstream', () => {
  const chat: Call<unknown> = (models) =>
    collect(models.generate({ id: '@cf/meta/llama' }, { messages: [userSays('Hi')] }, signal));
  const hi = answerWithEvents(delta({ content: 'Hi.' }), DONE);

  it('has the expected path, key and headers', async () => {
    const headers = { 'x-team': 'a' };
    const { request } = await ask(hi, chat, { apiKey: 'secret', headers });
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        authorization: 'Bearer secret',
        'content-type': 'application/json',
        'x-team': 'a',
        accept: 'text/event-stream, application/json;q=0.9',
      },
    });
  });

  it('has no key by default', async () => {
    const { request } = await ask(hi, chat);
    expect(request.headers).not.toHaveProperty('authorization');
  });

  it.each<[UpstreamOptions['modelMap'], string]>([
    [undefined, '@cf/meta/llama'],
    [{}, '@cf/meta/llama'],
    [{ 'openai/*': 'a' }, '@cf/meta/llama'],
    [{ '*': 'a', '@cf/*': 'b' }, 'b'],
    [{ '@cf/*': 'b', '*': 'a' }, 'b'],
    [{ '@cf/*': 'b', '@cf/meta/llama': 'c' }, 'c'],
    [(id) => id.slice(4), 'meta/llama'],
  ])('names the model by the map %j', async (modelMap, name) => {
    const { body } = await ask(hi, chat, modelMap === undefined ? {} : { modelMap });
    expect(body()).toMatchObject({ model: name });
  });

  it.each([
    'ftp://a.test/v1',
    'a.test',
    '',
    'http://u:p@a.test/v1',
    'http://a.test/v1?a=b',
    'http://a.test/#c',
  ])('refuses the base URL %j', (baseUrl) => {
    expect(() => createUpstreamBackend({ baseUrl })).toThrow(ModelError);
  });

  it('accepts a base URL with trailing slashes', async () => {
    await using stub = await StubUpstream.start(hi);
    await chat(createUpstreamBackend({ baseUrl: `${stub.baseUrl}//` }));
    expect(stub.requests[0]?.path).toBe('/v1/chat/completions');
  });

  it.each<[string, Partial<UpstreamOptions>]>([
    ['a key', { apiKey: 'sec\nret' }],
    ['a header', { headers: { 'x-key': 'sec\nret' } }],
    ['the name of a header', { headers: { 'x key': 'secret' } }],
  ])('refuses %s that cannot be sent, without revealing it', (_, options) => {
    const create = () => createUpstreamBackend({ baseUrl: 'http://127.0.0.1:9/v1', ...options });
    expect(create).toThrow(ModelError);
    expect(create).not.toThrow(/sec|ret/);
  });
});

describe('every call to an upstream', () => {
  const calls: readonly [string, (models: ModelBackend, asking: AbortSignal) => Promise<unknown>][] = [
    ['embed', (models, asking) => models.embed(MODEL, { texts: ['a'] }, asking)],
    [
      'draw',
      (models, asking) =>
        models.draw(MODEL, { prompt: 'a', width: 1, height: 1, mediaType: 'image/png' }, asking),
    ],
    ['speak', (models, asking) => models.speak(MODEL, { text: 'a', mediaType: 'audio/wav' }, asking)],
    ['transcribe', (models, asking) => models.transcribe(MODEL, { audio: MP3 }, asking)],
    ['translate', (models, asking) => models.translate(MODEL, { text: 'a', from: 'en', to: 'de' }, asking)],
    ['rank', (models, asking) => models.rank(MODEL, { query: 'a', documents: ['b'] }, asking)],
  ];

  it.each(calls)('closes the connection when it is aborted: %s', async (_, call) => {
    await using stub = await StubUpstream.start(() => {});
    const controller = new AbortController();
    const asking = call(createUpstreamBackend({ baseUrl: stub.baseUrl }), controller.signal);
    setTimeout(() => controller.abort('gone'), 30);
    await expect(asking).rejects.toBe('gone');
    await stub.allClosed();
  });

  it.each(calls)('passes on the reason of a refusal: %s', async (_, call) => {
    const failure = await askToFail(
      answerWithJson({ error: { message: 'no model' } }, '404 Not Found'),
      (models) => call(models, signal),
    );
    expect(failure).toMatchObject({ reason: 'bad-input', status: 404 });
  });

  it.each(calls)('fails for invalid JSON: %s', async (_, call) => {
    const failure = await askToFail(answerWith('application/json', '{"data":'), (models) =>
      call(models, signal),
    );
    expect(failure).toMatchObject({ reason: 'malformed' });
  });
});
