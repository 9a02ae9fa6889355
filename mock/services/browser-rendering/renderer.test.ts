import { beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { BrowserError } from '../../engines/browser/index.ts';
import { worldDefaults } from '../../world/defaults.ts';
import { createFakeBrowser } from './testing/fake-browser.ts';

const params = { account_id: worldDefaults.accountId };
const url = 'https://shop.test/';
let fake = createFakeBrowser();
let mock = createMock({ browser: fake, tenants: 'on-demand' });
let client = getClient(mock);

beforeEach(() => {
  fake = createFakeBrowser();
  mock = createMock({ browser: fake, tenants: 'on-demand' });
  mock.clock.freeze(Date.UTC(2026, 0, 1, 12));
  client = getClient(mock);
});

const content = (body: object = {}, cacheTTL?: string, account_id: string = params.account_id) =>
  client.call('browser-rendering.content.create', {
    params: { account_id },
    body: { url, ...body },
    ...(cacheTTL !== undefined && { query: { cacheTTL } }),
  });

describe('kept answers', () => {
  it('are cleared when the mock is reset', async () => {
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

  it("don't apply unless the limits of the platform are enforced", async () => {
    for (let time = 0; time < 20; time++) expect((await content()).status).toBe(200);
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
