import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const mock = createMock({ browser: createFakeBrowser() });
const client = getClient(mock);
const llama = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';

beforeEach(() => mock.reset());

const ask = (body: object) =>
  client.call('browser-rendering.json.create', {
    params,
    query: { cacheTTL: '0' },
    body: { url: 'https://shop.test/', ...body },
  });

describe('/json', () => {
  it('parses JSON in a Markdown code fence', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: '```json\n{"a":1}\n```\n' } });
    expect((await ask({ prompt: 'Which one?' })).body.result).toEqual({ a: 1 });
  });

  it('fails for a schema with an unresolvable reference', async () => {
    mock.models.add({ match: { model: llama }, reply: { text: '{"a":1}' } });
    const json_schema = { properties: { a: { $ref: '#/$defs/none' } } };
    const reply = await ask({ response_format: { type: 'json_schema', json_schema } });
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: [{ code: 6422 }], rawAiResponse: '{"a":1}' });
  });

  it('asks a model of the user that no catalogue lists', async () => {
    mock.models.add({ match: { model: 'openai/gpt-99' }, reply: { text: '{"a":2}' } });
    const custom_ai = [{ model: 'openai/gpt-99', authorization: 'Bearer secret' }];
    expect((await ask({ prompt: 'Which one?', custom_ai })).body.result).toEqual({ a: 2 });
  });

  it('is aborted when the client disconnects', async () => {
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
});
