import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { clientOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const url = 'https://shop.test/';
const html = '<h1>Shop</h1>';
const fake = createFakeBrowser();
const mock = createMock({ browser: fake });
const client = clientOf(mock);

beforeEach(() => {
  fake.visits.length = 0;
});

/** Sends a body as it is. */
const send = (action: string, body: unknown, query = '') =>
  client.send({
    method: 'POST',
    path: `/accounts/${params.account_id}/browser-rendering/${action}${query}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a refusal', () => {
  it.each([
    ['screenshot', {}, 'url', 'is needed'],
    ['screenshot', { url, html }, 'html', 'exactly one'],
    ['links', {}, 'url', 'is needed'],
    ['links', { html }, 'url', 'is needed'],
    ['screenshot', { url, viewport: { width: 1.5, height: 10 } }, 'viewport.width', 'whole number'],
    ['screenshot', { url, viewport: { width: 20_000, height: 20_000 } }, 'viewport', '16777216'],
    [
      'screenshot',
      { url, screenshotOptions: { quality: 50 } },
      'screenshotOptions.quality',
      "png screenshots do not support 'quality'.",
    ],
    [
      'screenshot',
      { url, screenshotOptions: { type: 'jpeg', quality: 101 } },
      'screenshotOptions.quality',
      "Expected 'quality' (101) to be between 0 and 100, inclusive.",
    ],
    [
      'screenshot',
      { url, screenshotOptions: { fullPage: true, clip: { x: 0, y: 0, width: 1, height: 1 } } },
      'screenshotOptions.clip',
      "'clip' and 'fullPage' are mutually exclusive",
    ],
    [
      'screenshot',
      { url, screenshotOptions: { clip: { x: 0, y: 0, width: 0, height: 1 } } },
      'screenshotOptions.clip.width',
      "'width' in 'clip' must be positive.",
    ],
    ['content', { url, gotoOptions: { timeout: 60_001 } }, 'gotoOptions.timeout', 'at most 60000 ms'],
    ['content', { url, waitForTimeout: 120_001 }, 'waitForTimeout', 'at most 120000 ms'],
    ['content', { url, actionTimeout: 300_001 }, 'actionTimeout', 'at most 300000 ms'],
    ['content', { url, rejectRequestPattern: ['a', '('] }, 'rejectRequestPattern.1', 'linear time'],
    ['content', { url, allowRequestPattern: ['(?=x)'] }, 'allowRequestPattern.0', 'linear time'],
    ['content', { url, setExtraHTTPHeaders: { 'a b': 'c' } }, 'setExtraHTTPHeaders', 'name'],
    ['content', { url, setExtraHTTPHeaders: { a: 'b\r\nc: d' } }, 'setExtraHTTPHeaders', 'value'],
    ['snapshot', { url, formats: ['content', 'content'] }, 'formats', 'at least 2'],
    ['scrape', { url, elements: [] }, 'elements', 'at least one'],
    ['json', { url }, 'prompt', 'response_format'],
    ['json', { url, prompt: 'x', custom_ai: [{ model: 'gpt' }] }, 'custom_ai.0.model', '<provider>/<model>'],
  ])('of %s %j names %s', async (action, body, path, problem) => {
    const reply = await send(action, body);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('x-browser-ms-used')).toBe('0');
    const { success, errors } = reply.body as {
      success: boolean;
      errors: { message: string; path: string }[];
    };
    expect(success).toBe(false);
    expect(errors[0]?.path).toBe(path);
    expect(errors[0]?.message).toContain(problem);
    expect(fake.visits).toEqual([]);
  });

  it.each(['86401', '-1', 'long'])('names a cacheTTL of %s', async (seconds) => {
    const reply = await send('content', { url }, `?cacheTTL=${seconds}`);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ errors: [{ path: 'cacheTTL' }] });
  });

  it('by the edge has its envelope, and took no browser time', async () => {
    const stranger = client.with({ authorization: '' });
    const body = { url };
    const reply = await stranger.call('browser-rendering.links.create', { params, body });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ success: false, messages: [], result: null });
    expect(reply.headers.get('x-browser-ms-used')).toBe('0');
  });

  it('meets whoever lacks the permission', async () => {
    const { readToken } = mock.defaults;
    const reply = await client
      .with({ authorization: `Bearer ${readToken}` })
      .call('browser-rendering.links.create', { params, body: { url } });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ errors: [{ code: 10000 }] });
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

  it('of JSON that is none names no member', async () => {
    const reply = await client.send({
      method: 'POST',
      path: `/accounts/${params.account_id}/browser-rendering/pdf`,
      headers: { 'content-type': 'application/json' },
      body: '{"html":',
    });
    expect(reply.status).toBe(400);
    expect(reply.body).toEqual({
      success: false,
      errors: [{ code: 6007, message: 'Malformed JSON in request body' }],
    });
  });
});
