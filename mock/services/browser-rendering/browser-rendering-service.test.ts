import { beforeEach, describe, expect, it } from 'vitest';

import { createMock } from '../../assembly/create-mock.ts';

import { getClient } from '../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

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
