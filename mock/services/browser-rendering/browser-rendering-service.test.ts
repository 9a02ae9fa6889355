import { beforeEach, describe, expect, it } from 'vitest';

import { createMock } from '../../assembly/create-mock.ts';

import { getClient } from '../../assembly/testing/test-client.ts';
import { BrowserError } from '../../engines/browser/index.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser, fakePdf, fakePicture } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const html = '<h1>Shop</h1>';

let fake = createFakeBrowser();
let mock = createMock({ browser: fake });
let client = getClient(mock);

beforeEach(() => {
  fake = createFakeBrowser();
  mock = createMock({ browser: fake });
  client = getClient(mock);
});

/** Sends a body as it is. */
const send = (action: string, body: unknown, query = '') =>
  client.send({
    method: 'POST',
    path: `/accounts/${params.account_id}/browser-rendering/${action}${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('every action', () => {
  it('ends its visit when the client disconnects', async () => {
    const given = new AbortController();
    const request = new Request(
      `http://localhost/client/v4/accounts/${params.account_id}/browser-rendering/content`,
      {
        method: 'POST',
        signal: given.signal,
        headers: { authorization: `Bearer ${mock.defaults.apiToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ html }),
      },
    );
    await mock.fetch(request);
    expect(fake.visits[0]?.signal?.aborted).toBe(false);
    given.abort();
    expect(fake.visits[0]?.signal?.aborted).toBe(true);
  });
});

describe('a mock', () => {
  it('without a browser answers 503', async () => {
    client = getClient(createMock({ browser: false }));
    const reply = await send('screenshot', { html });
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({
      errors: [{ message: 'No browser available. Please try again in a few minutes.' }],
    });
  });

  it('answers 500 when its browser fails unexpectedly', async () => {
    fake.failure = new Error('a fault of ours');
    const reply = await quietly(() => send('screenshot', { html }));
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({ success: false, errors: [{ code: 2000, message: 'Internal Error' }] });
  });

  it('does not close a browser from its options', async () => {
    await mock.quit();
    expect(fake.closed).toBe(0);
    expect(mock.browser).toBe(fake);
  });
});

describe('the list of renderings', () => {
  const list = async (account_id: string = params.account_id) =>
    (await client.call('touchstone.rendering.list', { params: { account_id } })).body;
  const read = (what: 'get' | 'request', id: number) =>
    client.call(`touchstone.rendering.${what}`, { params: { ...params, rendering_id: String(id) } });

  it.each([
    ['screenshot', 'image/png', fakePicture],
    ['pdf', 'application/pdf', fakePdf],
    ['content', 'application/json', undefined],
  ])('has the answer and the request of a %s', async (action, type, expected) => {
    const body = { html, viewport: { width: 300, height: 200 }, cookies: [] };
    const answer = await send(action, body);
    const operation = `browser-rendering.${action}.create`;
    const noted = { operation, url: null, html_characters: 13, status: 200, problem: null, browser_ms: 120 };
    const [rendering] = await list();
    expect(rendering).toMatchObject({ id: 1, ...noted, media_type: type, bytes: answer.bytes.length });
    const kept = await read('get', 1);
    expect(kept.headers.get('content-type')).toBe(type);
    expect(kept.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(kept.bytes).toEqual(expected ?? answer.bytes);
    expect((await read('request', 1)).body).toEqual(body);
    expect([(await read('get', 2)).status, (await read('request', 2)).status]).toEqual([404, 404]);
  });

  it('has a failure with its reason and without an answer, newest first, in its account', async () => {
    await send('content', { html });
    fake.failure = new BrowserError('network', 'ERR_NAME_NOT_RESOLVED');
    const url = 'http://no-such-host.invalid/';
    const failed = await send('markdown', { url });
    const [{ problem, ...newest } = { problem: '' }, oldest] = await list();
    expect(newest).toMatchObject({
      url,
      html_characters: null,
      status: failed.status,
      media_type: null,
      bytes: 0,
    });
    expect(oldest).toMatchObject({ id: 1, status: 200 });
    expect(failed.text).toContain(problem);
    const kept = await read('get', 2);
    expect([kept.status, kept.text]).toEqual([404, expect.stringContaining(String(problem))]);
    expect(await list(mock.tenant().accountId)).toEqual([]);
    const limited = await client.call('touchstone.rendering.list', { params, query: { limit: '1' } });
    expect(limited.body).toHaveLength(1);
  });
});

/** Keeps the log of an unexpected failure out of the output of the tests. */
async function quietly<T>(act: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => {};
  try {
    return await act();
  } finally {
    console.error = error;
  }
}
