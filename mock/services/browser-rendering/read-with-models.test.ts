import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { clientOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const mock = createMock({ browser: createFakeBrowser() });
const client = clientOf(mock);
const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

beforeEach(() => mock.reset());

const ask = (body: object) =>
  client.call('browser-rendering.json.create', {
    params,
    query: { cacheTTL: '0' },
    body: { url: 'https://shop.test/', ...body },
  });

describe('/json', () => {
  it('gives an object for a prompt alone', async () => {
    const { status, body } = await ask({ prompt: 'What is sold here?' });
    expect(status).toBe(200);
    expect(body.result).toBeTypeOf('object');
    expect(body.meta?.title).toBe('Shop');
  });

  it('gives what a schema asks for', async () => {
    const json_schema = {
      type: 'object',
      properties: { title: { type: 'string' }, price: { type: 'integer' } },
      required: ['title', 'price'],
    };
    const { body } = await ask({ response_format: { type: 'json_schema', json_schema } });
    expect(body.result).toEqual({ title: expect.any(String), price: expect.any(Number) });
  });

  it('shows the default model the page and the prompt', async () => {
    mock.models.add({ match: { model: llama, text: 'Which one?' }, reply: { text: '{"a":1}' } });
    expect((await ask({ prompt: 'Which one?' })).body.result).toEqual({ a: 1 });
    mock.models.add({ match: { model: llama, text: '# Shop' }, reply: { text: '{"b":2}' } });
    expect((await ask({ prompt: 'And now?' })).body.result).toEqual({ b: 2 });
  });

  it('asks the models of custom_ai in turn until one answers', async () => {
    mock.models.add({ match: { model: 'openai/*' }, reply: { error: { status: 500 } } });
    mock.models.add({ match: { model: llama }, reply: { text: '{"by":"llama"}' } });
    const custom_ai = [
      { model: 'nobody/no-such-model' },
      { model: 'openai/gpt-5', authorization: 'Bearer x' },
      { model: `workers-ai/${llama}` },
    ];
    expect((await ask({ prompt: 'Who?', custom_ai })).body.result).toEqual({ by: 'llama' });
  });

  it('takes JSON out of a fence of Markdown', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: '```json\n{"a":1}\n```\n' } });
    expect((await ask({ prompt: 'Which one?' })).body.result).toEqual({ a: 1 });
  });

  it.each([
    ['that lacks a member', '{}'],
    ['with a member of another type', '{"price":"cheap"}'],
    ['with a member beyond a bound', '{"price":-1}'],
    ['with one member more', '{"price":1,"more":true}'],
  ])('takes no answer %s of the schema, and asks the next model', async (_, text) => {
    mock.models.add({ match: { model: llama }, reply: { text } });
    mock.models.add({ match: { model: 'openai/*' }, reply: { text: '{"price":1}' } });
    const json_schema = {
      type: 'object',
      properties: { price: { $ref: '#/$defs/price' } },
      required: ['price'],
      additionalProperties: false,
      $defs: { price: { type: 'number', minimum: 0 } },
    };
    const response_format = { type: 'json_schema' as const, json_schema };
    const custom_ai = [{ model: `workers-ai/${llama}` }];
    const alone = await ask({ response_format, custom_ai });
    expect(alone.status).toBe(422);
    expect(alone.body).toMatchObject({
      errors: [{ code: 6422, detail: `${llama}: its answer does not fit the schema` }],
      rawAiResponse: text,
    });
    const both = await ask({ response_format, custom_ai: [...custom_ai, { model: 'openai/gpt-5' }] });
    expect(both.body.result).toEqual({ price: 1 });
  });

  it('fails for a schema that refers to what it does not hold', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: '{"a":1}' } });
    const json_schema = { properties: { a: { $ref: '#/$defs/none' } } };
    const reply = await ask({ response_format: { type: 'json_schema', json_schema } });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ code: 6422 }], rawAiResponse: '{"a":1}' });
  });

  it('is given up when nobody waits for it any more', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: '{}', delayMs: 60_000 } });
    const given = new AbortController();
    const request = new Request(
      `http://localhost/client/v4/accounts/${params.account_id}/browser-rendering/json?cacheTTL=0`,
      {
        method: 'POST',
        signal: given.signal,
        headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: 'https://shop.test/', prompt: 'Who?' }),
      },
    );
    const answer = mock.fetch(request);
    setTimeout(() => given.abort(), 20);
    expect((await answer).status).toBe(408);
  });

  it('fails with what the last model said that gave no object', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: 'No.' } });
    const reply = await ask({
      prompt: 'Who?',
      custom_ai: [{ model: `workers-ai/${llama}` }, { model: 'a/b' }],
    });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      success: false,
      errors: [
        { code: 6422, detail: `${llama}: its answer is no JSON object; a/b: no such model makes text` },
      ],
      rawAiResponse: 'No.',
    });
    expect(reply.headers.get('x-browser-ms-used')).toBe('120');
  });
});
