import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const url = 'https://shop.test/';
const html = '<h1>Shop</h1>';
const mock = createMock({ browser: createFakeBrowser() });
const client = getClient(mock);

describe('a refusal', () => {
  it('by the edge has its envelope, and used no browser time', async () => {
    const stranger = client.with({ authorization: '' });
    const body = { url };
    const reply = await stranger.call('browser-rendering.links.create', { params, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, messages: [], result: null });
    expect(reply.headers.get('x-browser-ms-used')).toBe('0');
  });

  it('of a body that is too large is the documented one', async () => {
    const reply = await client.send({
      method: 'POST',
      path: `/accounts/${params.account_id}/browser-rendering/pdf`,
      headers: { 'content-type': 'application/json', 'content-length': String(50 * 1024 * 1024 + 1) },
      body: JSON.stringify({ html }),
    });
    expect(reply.status).toBe(413);
    expect(reply.body).toMatchObject({ errors: [{ message: 'Error: request entity too large' }] });
  });
});
