import { afterEach, describe, expect, it } from 'vitest';
import { webhookPayloadSchema } from '../../../../spec/services/inference/background-runs.ts';
import { createMock, type Mock } from '../../../create-mock.ts';
import type { Connect, OutgoingPost } from '../../../engines/webhook/destination.ts';

const posts: OutgoingPost[] = [];
const connect: Connect = async (post) => {
  posts.push(post);
  return { status: 202, address: '1.1.1.1', body: null };
};
afterEach(() => {
  posts.length = 0;
});

const webhookUrl = 'https://hooks.example.com/runs';
const hello = { messages: [{ role: 'user', content: 'Hello' }] };

async function api(mock: Mock, path: string, init: RequestInit = {}, signal?: AbortSignal) {
  const { accountId, apiToken } = mock.defaults;
  const request = new Request(`http://localhost/client/v4/accounts/${accountId}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    ...(signal ? { signal } : {}),
  });
  const response = await mock.fetch(request);
  return { status: response.status, body: await response.json() };
}

const run = (mock: Mock, options: object, input: object = hello, signal?: AbortSignal) =>
  api(
    mock,
    '/ai/run',
    { method: 'POST', body: JSON.stringify({ model: 'openai/gpt-5', input, options }) },
    signal,
  );

describe('background runs of a mock', () => {
  it('are accepted, read back, and send a webhook that can be waited for', async () => {
    const mock = createMock({ webhooks: { connect } });
    const { status, body } = await run(mock, { background: true, webhookUrl });
    expect(status).toBe(202);
    const { id } = body.result;
    const [webhook, ...more] = await mock.webhooks();
    expect(more).toEqual([]);
    expect(webhook).toMatchObject({ run_id: id, url: webhookUrl, outcome: 'delivered', status: 202 });
    expect(webhookPayloadSchema.parse(webhook?.body)).toMatchObject({ id, state: 'Completed' });
    expect(posts).toHaveLength(1);
    const read = await api(mock, `/ai/runs/${id}`);
    expect(read.body.result).toMatchObject({
      id,
      state: 'Completed',
      delivery: 'delivered',
      provider: 'openai',
    });
  });

  it('go on after their client has gone', async () => {
    const mock = createMock({ webhooks: { connect } });
    const client = new AbortController();
    await run(mock, { background: true, webhookUrl }, hello, client.signal);
    client.abort();
    expect(await mock.webhooks()).toMatchObject([{ body: { state: 'Completed' } }]);
  });

  it('end with a reset, and send nothing then', async () => {
    const mock = createMock({ webhooks: { connect } });
    mock.models.add({ match: {}, times: 'always', reply: { text: 'late', delayMs: 1500 } });
    const { body } = await run(mock, { background: true, webhookUrl });
    await new Promise((resolve) => setTimeout(resolve, 10));
    mock.reset();
    await new Promise((resolve) => setTimeout(resolve, 1600));
    expect(await mock.webhooks()).toEqual([]);
    expect(posts).toEqual([]);
    expect((await api(mock, `/ai/runs/${body.result.id}`)).status).toBe(404);
  });

  it.each([
    ['a private destination', { background: true, webhookUrl: 'https://10.0.0.1/' }, 5223],
    ['a destination that is not HTTPS', { background: true, webhookUrl: 'http://example.com/' }, 5222],
    ['a URL without background', { webhookUrl }, 5220],
    ['a format without a URL', { background: true, webhookFormat: 'chat' }, 5221],
  ])('are refused for %s', async (_, options, code) => {
    const mock = createMock({ webhooks: { connect } });
    const { status, body } = await run(mock, options);
    expect({ status, code: body.errors[0].code }).toEqual({ status: 400, code });
    expect(await mock.webhooks()).toEqual([]);
  });
});
