import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../create-mock.ts';
import { BrowserError } from '../../engines/browser/index.ts';
import { clientOf } from '../../testing/test-client.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const url = 'https://shop.test/';
let fake = createFakeBrowser();
let mock = createMock({ browser: fake, tenants: 'on-demand' });
let client = clientOf(mock);

beforeEach(() => {
  fake = createFakeBrowser();
  mock = createMock({ browser: fake, tenants: 'on-demand' });
  mock.clock.freeze(Date.UTC(2026, 0, 1, 12));
  client = clientOf(mock);
});

const content = (body: object = {}, cacheTTL?: string, account_id: string = params.account_id) =>
  client.call('browser-rendering.content.create', {
    params: { account_id },
    body: { url, ...body },
    ...(cacheTTL !== undefined && { query: { cacheTTL } }),
  });

describe('kept answers', () => {
  it('answer the same request for five seconds, and took no browser time', async () => {
    const first = await content();
    fake.html = 'changed';
    mock.clock.advance(4.9);
    const second = await content();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('content-type')).toBe('application/json');
    expect(second.headers.get('x-browser-ms-used')).toBe('0');
    mock.clock.advance(0.2);
    expect((await content()).body.result).toBe('changed');
  });

  it('answer with the bytes of a picture', async () => {
    const ask = () => client.call('browser-rendering.screenshot.create', { params, body: { url } });
    const [first, second] = [await ask(), await ask()];
    expect(fake.visits).toHaveLength(1);
    expect(second.bytes).toEqual(first.bytes);
    expect(second.headers.get('content-type')).toBe('image/png');
  });

  it('answer for as long as cacheTTL says', async () => {
    await content({}, '3600');
    mock.clock.advance(3599);
    await content();
    expect(fake.visits).toHaveLength(1);
    mock.clock.advance(1);
    await content();
    expect(fake.visits).toHaveLength(2);
  });

  it('are not looked for with a cacheTTL of 0, and none is kept', async () => {
    await content();
    await content({}, '0');
    expect(fake.visits).toHaveLength(2);
    mock.clock.advance(5);
    await content({}, '0');
    await content();
    expect(fake.visits).toHaveLength(4);
  });

  it('do not depend on the order of members', async () => {
    await content({ userAgent: 'a', viewport: { width: 1, height: 2 } });
    await content({ viewport: { height: 2, width: 1 }, userAgent: 'a' });
    expect(fake.visits).toHaveLength(1);
  });

  it.each([
    ['other options', () => content({ userAgent: 'b' })],
    ['another account', () => content({}, undefined, 'f'.repeat(32))],
    ['another action', () => client.call('browser-rendering.markdown.create', { params, body: { url } })],
  ])('do not answer for %s', async (_, ask) => {
    await content();
    expect((await ask()).status).toBe(200);
    expect(fake.visits).toHaveLength(2);
  });

  it('are none of submitted HTML', async () => {
    for (let time = 0; time < 2; time++) {
      await client.call('browser-rendering.content.create', { params, body: { html: '<p>' } });
    }
    expect(fake.visits).toHaveLength(2);
  });

  it('are none of failures', async () => {
    fake.failure = new BrowserError('network', 'ERR_CONNECTION_REFUSED');
    expect((await content()).status).toBe(422);
    fake.failure = undefined;
    expect((await content()).status).toBe(200);
  });

  it('are forgotten when the mock is reset', async () => {
    await content();
    mock.reset();
    mock.clock.freeze(Date.UTC(2026, 0, 1, 12));
    await content();
    expect(fake.visits).toHaveLength(2);
  });
});

describe('limits', () => {
  const enforce = (plan: 'free' | 'paid') =>
    Promise.all([
      client.call('touchstone.limits.set', { body: { enforced: 'all' } }),
      client.call('touchstone.credits.set', { params, body: { plan } }),
    ]);

  it('are none unless the limits of the platform are enforced', async () => {
    for (let time = 0; time < 20; time++) expect((await content()).status).toBe(200);
  });

  it.each([
    ['free', 1, 10],
    ['paid', 10, 1],
  ] as const)('of the %s plan are %i requests in %i seconds', async (plan, limit, seconds) => {
    await enforce(plan);
    for (let time = 0; time < limit; time++) expect((await content()).status).toBe(200);
    const refused = await content();
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      errors: [{ code: 2001, message: 'Rate limit exceeded' }],
    });
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
    expect((await content({}, undefined, 'f'.repeat(32))).status).toBe(200);
    mock.clock.advance(seconds);
    expect((await content()).status).toBe(200);
  });

  it('of the free plan are ten minutes of browser time until midnight (UTC), failures included', async () => {
    fake.browserMs = 300_000;
    await content({}, '0');
    fake.failure = Object.assign(new BrowserError('crashed', 'Page crashed!'), { browserMs: 300_000 });
    await content({}, '0');
    fake.failure = undefined;
    await enforce('free');
    const refused = await content({}, '0');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      errors: [
        {
          code: 2001,
          message: 'Browser time limit exceeded for today',
          detail: 'Unable to create new browser: code: 429: message: Browser time limit exceeded for today',
        },
      ],
    });
    expect(refused.headers.get('retry-after')).toBe('43200');
    mock.clock.advance(43_200);
    expect((await content({}, '0')).status).toBe(200);
  });
});
