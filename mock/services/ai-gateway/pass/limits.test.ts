import { describe, expect, test } from 'vitest';
import type { GatewayUpdate } from '../../../../spec/services/ai-gateway/gateways.ts';
import { ModelError } from '../../../engines/models/model-error.ts';
import { type Asked, counting, failing, frontier, hosted, passing, thirdParty } from './testing/passing.ts';

const noon = Date.UTC(2030, 0, 1, 12);

describe('the rate limit of a gateway', () => {
  test.each([
    ['fixed', [200, 200, 429, 200, 200]],
    ['sliding', [200, 200, 429, 429, 200]],
  ] as const)('counts by the technique %s', async (technique, expected) => {
    const { run, world } = passing({
      rate_limiting_limit: 2,
      rate_limiting_interval: 60,
      rate_limiting_technique: technique,
    });
    world.clock.freeze(noon + 50_000);
    const statuses = [(await run()).status, (await run()).status, (await run()).status];
    world.clock.advance(20);
    statuses.push((await run()).status);
    world.clock.advance(40);
    statuses.push((await run()).status);
    expect(statuses).toEqual(expected);
  });

  test('refuses under its own code without a word about when, and logs that', async () => {
    const { run, logs } = passing({ rate_limiting_limit: 1, rate_limiting_interval: 60 });
    await run();
    const provider = counting();
    const answer = await run({}, provider.ask);
    expect([answer.status, answer.code, provider.asked]).toEqual([429, 2003, 0]);
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(logs()[1]?.entry).toMatchObject({ success: false, status_code: 429 });
  });
});

describe("the platform's own limits", () => {
  async function statuses(count: number, run: () => Promise<{ status: number }>): Promise<number> {
    let passed = 0;
    for (let n = 0; n < count; n++) if ((await run()).status === 200) passed++;
    return passed;
  }

  test.each<[string, Asked, Partial<GatewayUpdate>, 'frontier' | 'all' | 'none', number]>([
    ['a frontier model', { model: frontier }, {}, 'frontier', 20],
    [
      'a frontier model with credits',
      { model: frontier },
      { workers_ai_billing_mode: 'unified' },
      'frontier',
      50,
    ],
    ['a frontier model, unlimited', { model: frontier }, {}, 'none', 60],
    ['another model', { model: hosted }, {}, 'frontier', 60],
    ['unified billing', { model: thirdParty }, {}, 'frontier', 60],
  ])('let runs of %s pass', async (_, asked, settings, limits, passed) => {
    const { run, world } = passing(settings);
    world.clock.freeze(noon);
    world.gatewayConditions.limits = limits;
    expect(await statuses(60, () => run(asked))).toBe(passed);
  });

  test.each<[string, Asked, number, number]>([
    ['text generation', { model: hosted }, 300, 2208],
    ['unified billing', { model: thirdParty }, 200, 2207],
  ])('are enforced for %s where they all are', async (_, asked, passed, code) => {
    const { run, world } = passing();
    world.clock.freeze(noon);
    world.gatewayConditions.limits = 'all';
    expect(await statuses(passed + 1, () => run(asked))).toBe(passed);
    expect((await run(asked)).code).toBe(code);
    world.clock.advance(60);
    expect((await run(asked)).status).toBe(200);
  });
});

describe('a spend rule', () => {
  const rule = { id: 'r', limit: 1, limitType: 'cost', window: 60, technique: 'fixed' } as const;
  const priced = (dollars: number, asked: Asked = {}): Asked => ({
    ...asked,
    headers: { ...asked.headers, 'cf-aig-custom-cost': { total_cost: dollars } },
  });

  test('is enforced one run late, and says what it is', async () => {
    const { run, world } = passing({ spend_limits: { rules: [rule] } });
    world.clock.freeze(noon);
    expect((await run(priced(5))).status).toBe(200);
    const refused = await run(priced(5));
    expect([refused.status, refused.code]).toEqual([429, 2045]);
    world.clock.advance(60);
    expect((await run(priced(5))).status).toBe(200);
  });

  test.each<[string, Partial<typeof rule> & Record<string, unknown>, Asked, number]>([
    [
      'another value of a partition',
      { metadata: { user: { mode: 'partition' } } },
      { headers: { 'cf-aig-metadata': { user: 'b' } } },
      200,
    ],
    [
      'the same value of a partition',
      { metadata: { user: { mode: 'partition' } } },
      { headers: { 'cf-aig-metadata': { user: 'a' } } },
      429,
    ],
    ['no such metadata', { metadata: { user: { mode: 'partition' } } }, {}, 200],
    ['a value that is not named', { model: { mode: 'filter', values: ['gpt-5'] } }, {}, 200],
    ['a model that is named', { model: { mode: 'filter', values: [hosted] } }, {}, 429],
    ['a rule that is off', { enabled: false }, {}, 200],
  ])('sees %s', async (_, changes, asked, status) => {
    const { run } = passing({ spend_limits: { rules: [{ ...rule, ...changes }] } });
    await run(priced(5, { headers: { 'cf-aig-metadata': { user: 'a' } } }));
    expect((await run(priced(5, asked))).status).toBe(status);
  });

  test('lets answers from the cache pass', async () => {
    const { run } = passing({ cache_ttl: 60, spend_limits: { rules: [rule] } });
    await run(priced(5));
    expect(await run(priced(5))).toMatchObject({ status: 200, cache: 'HIT' });
    expect((await run(priced(5, { text: 'More.' }))).status).toBe(429);
  });
});

describe('credits', () => {
  test.each<[string, Partial<GatewayUpdate>, Asked, boolean]>([
    ['by path and unified billing', { workers_ai_billing_mode: 'unified' }, {}, true],
    ['by another form', { workers_ai_billing_mode: 'unified' }, { byPath: false }, false],
    ['without unified billing', {}, {}, false],
    ['by a third party', { workers_ai_billing_mode: 'unified' }, { model: thirdParty }, false],
  ])('are drawn on %s', async (_, settings, asked, drawn) => {
    const { run, account, logs } = passing(settings);
    const before = account.billing.credits;
    await run(asked);
    const cost = logs()[0]?.entry.cost ?? 0;
    expect(cost).toBeGreaterThan(0);
    expect(account.billing.credits).toBeCloseTo(drawn ? before - cost : before, 9);
  });

  test('that are used up end runs that need them, and no others', async () => {
    const { run, account } = passing({ workers_ai_billing_mode: 'unified', cache_ttl: 60 });
    await run({ text: 'Kept.' });
    account.billing.set({ credits: 0 }, 0);
    expect(await run()).toMatchObject({ status: 402, code: 2021 });
    expect((await run({ byPath: false })).status).toBe(200);
    expect((await run({ text: 'Kept.' })).cache).toBe('HIT');
  });

  test('are no matter on the free plan, which has an allocation', async () => {
    const { run, account, world } = passing();
    account.billing.set({ plan: 'free' }, world.clock.now());
    expect((await run()).status).toBe(200);
    expect(account.billing.neuronsToday(world.clock.now())).toBeGreaterThan(0);
    expect(await run({ model: frontier })).toMatchObject({ status: 403, code: 5035 });
    account.billing.set({ neurons: 10_000 }, world.clock.now());
    expect(await run()).toMatchObject({ status: 429, code: 3036 });
  });
});

describe('keys of providers', () => {
  const stored = (account: ReturnType<typeof passing>['account'], alias: string, rest = {}) =>
    account.providerConfigs.put({
      id: alias,
      gatewayId: 'g',
      secret: 's',
      resource: {
        id: alias,
        alias,
        default_config: false,
        gateway_id: 'g',
        modified_at: '',
        provider_slug: 'openai',
        secret_id: 's',
        secret_preview: '',
        ...rest,
      },
    });

  test.each<[string, string | undefined, Asked, Partial<GatewayUpdate>, number, number | undefined]>([
    ['no key', undefined, {}, {}, 200, undefined],
    ['no key and no unified billing', undefined, { headers: { 'cf-aig-no-wholesale': true } }, {}, 400, 2205],
    ['no key where one is needed', undefined, {}, { byok_only: true }, 400, 2205],
    ['a default key where one is needed', 'default', {}, { byok_only: true }, 200, undefined],
    ['a key by its alias', 'mine', { headers: { 'cf-aig-byok-alias': 'mine' } }, {}, 200, undefined],
    ['an alias without a key', 'mine', { headers: { 'cf-aig-byok-alias': 'yours' } }, {}, 400, 2040],
  ])('with %s', async (_, alias, asked, settings, status, code) => {
    const { run, account } = passing(settings);
    if (alias) stored(account, alias);
    const answer = await run({ ...asked, model: thirdParty });
    expect([answer.status, answer.code]).toEqual([status, code]);
  });

  test('mark the log entry, and cost nothing here', async () => {
    const { run, account, logs } = passing();
    stored(account, 'default');
    await run({ model: thirdParty });
    expect(logs()[0]?.entry).toMatchObject({ byok: true, wholesale: false });
  });

  test('have a rate limit of their own', async () => {
    const { run, account } = passing();
    stored(account, 'default', { rate_limit: 1, rate_limit_period: 3600 });
    await run({ model: thirdParty });
    expect(await run({ model: thirdParty })).toMatchObject({ status: 429, code: 2003 });
  });

  test.each([
    ['unified billing', undefined, 503, 2201],
    ['a key of its own', 'default', 401, 2009],
  ])('that a provider refuses, of %s', async (_, alias, status, code) => {
    const { run, account } = passing({ retry_max_attempts: 3 });
    if (alias) stored(account, alias);
    const provider = failing(9, () => new ModelError('unavailable', 'No.', { status: 401 }));
    expect(await run({ model: thirdParty }, provider.ask)).toMatchObject({ status, code });
    expect(provider.asked).toBe(1);
  });
});
