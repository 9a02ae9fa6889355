import { beforeEach, describe, expect, it } from 'vitest';
import type { AiBinding, AiRunOptions } from '../../../spec/services/inference/binding.ts';
import { createMock, type Mock } from '../../assembly/create-mock.ts';

const llama = '@cf/meta/llama-3.1-8b-instruct';
let mock: Mock;
let ai: AiBinding;

beforeEach(() => {
  mock = createMock();
  ai = mock.bindings({ ai: { binding: 'AI' } }).AI;
});

const getStream = (bytes: BlobPart) => new Blob([bytes]).stream();

describe('a binding of models', () => {
  it('returns bytes as a stream', async () => {
    const stream = await ai.run('@cf/stabilityai/stable-diffusion-xl-base-1.0', { prompt: 'a cat' });
    if (!(stream instanceof ReadableStream)) throw new Error('no stream');
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    expect([...bytes.slice(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
  });

  it('returns the response itself on request', async () => {
    const response = await ai.run(llama, { prompt: 'Hello' }, { returnRawResponse: true });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toHaveProperty('response');
    const refused = await ai.run('@cf/no/model', {}, { returnRawResponse: true });
    expect([refused.status, (await refused.json()).internalCode]).toEqual([400, 5007]);
  });

  it.each<[string, string, Record<string, unknown>, AiRunOptions, string, RegExp]>([
    ['an unknown model', '@cf/no/model', { prompt: 'a' }, {}, 'AiError', /^5007: No such model/],
    ['a wrong input', llama, { promt: 'a' }, {}, 'AiError', /^5006: /],
    ['an unknown gateway', llama, { prompt: 'a' }, { gateway: { id: 'none' } }, 'AiGatewayError', /^\d{4}: /],
    ['an invalid id', 'nonsense', {}, {}, 'AiError', /^3042: The model name is invalid/],
    [
      'another gateway header',
      llama,
      { prompt: 'a' },
      { gateway: { id: 'a b' } },
      'AiGatewayError',
      /^\d{4}: /,
    ],
  ])('throws the refusal of %s', async (_, model, input, options, name, message) => {
    await expect(ai.run(model, input, options)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
    expect(ai.lastRequestInternalStatusCode).toBeGreaterThan(1000);
  });

  it('uses the gateway in the options, with their settings', async () => {
    const gateway = { id: 'default', cacheTtl: 60, metadata: { team: 'a' } };
    const first = await ai.run(llama, { prompt: 'Hello' }, { gateway, returnRawResponse: true });
    const again = await ai.run(llama, { prompt: 'Hello' }, { gateway, returnRawResponse: true });
    const status = (response: Response) => response.headers.get('cf-aig-cache-status');
    expect([status(first), status(again)]).toEqual(['MISS', 'HIT']);
    expect(ai.aiGatewayLogId).toBe(again.headers.get('cf-aig-log-id'));
    expect(ai.aiGatewayLogId).not.toBeNull();
  });

  it('runs a batch and returns its results', async () => {
    const queueRequest = true;
    const accepted = await ai.run('@cf/baai/bge-m3', { requests: [{ text: 'a' }] }, { queueRequest });
    expect(accepted).toMatchObject({ status: 'queued', request_id: expect.any(String) });
    const { request_id } = accepted as { request_id: string }; // as was just seen
    await expect
      .poll(() => ai.run('@cf/baai/bge-m3', { request_id }, { queueRequest }))
      .toMatchObject({ responses: [{ success: true }] });
  });

  it('sends the only stream of an input as bytes', async () => {
    const speech = await ai.run('@cf/deepgram/aura-1', { text: 'Hello there' });
    const sound = { body: speech, contentType: 'audio/mpeg' };
    expect(await ai.run('@cf/deepgram/nova-3', { audio: sound })).toMatchObject({
      results: expect.any(Object),
    });
  });

  it.each<[string, Record<string, unknown>, AiRunOptions]>([
    ['several streams', { a: getStream('a'), b: getStream('b') }, {}],
    ['a stream without its type', { audio: { body: getStream('a') } }, {}],
    [
      'a stream for a gateway',
      { audio: { body: getStream('a'), contentType: 'audio/wav' } },
      { gateway: { id: 'default' } },
    ],
  ])('refuses %s', async (_, input, options) => {
    await expect(ai.run('@cf/openai/whisper', input, options)).rejects.toMatchObject({
      name: 'AiInternalError',
    });
  });

  it('ends a run with its signal', async () => {
    const signal = AbortSignal.abort();
    await expect(ai.run(llama, { prompt: 'Hello' }, { signal })).rejects.toMatchObject({
      message: expect.stringMatching(/^\d{4}: /),
    });
  });

  it('records request and answer in the journal', async () => {
    await ai.run(llama, { prompt: 'Say exactly: yes' });
    const entry = mock.findRequest(({ url }) => url.startsWith('https://workers-binding.ai/run'));
    expect(entry).toMatchObject({ operation: 'inference.run', status: 200 });
    expect(entry?.request_body).toContain('Say exactly: yes');
    expect(entry?.response_body).toContain('"response"');
  });

  it('lists the matching models', async () => {
    const found = await ai.models({ author: 'meta', per_page: 2 });
    expect(found.map(({ name }) => name.startsWith('@cf/meta/'))).toEqual([true, true]);
    await expect(ai.models({ page: 1.5 })).rejects.toMatchObject({ name: 'AiInternalError' });
  });

  it('converts files to Markdown', async () => {
    const file = { name: 'a.html', blob: new Blob(['<h1>Hi</h1>'], { type: 'text/html' }) };
    expect(await ai.toMarkdown(file)).toMatchObject({ name: 'a.html', format: 'markdown', data: '# Hi\n' });
    const files = await ai.toMarkdown([file, { name: 'a.bin', blob: new Blob(['a']) }]);
    expect(files.map(({ format }) => format)).toEqual(['markdown', 'error']);
  });
});
