import { describe, expect, test } from 'vitest';
import { type Asked, hosted, passing, thirdParty } from './testing/passing.ts';

describe('a spend rule', () => {
  const rule = { id: 'r', limit: 1, limitType: 'cost', window: 60, technique: 'fixed' } as const;
  const priced = (dollars: number, asked: Asked = {}): Asked => ({
    ...asked,
    headers: { ...asked.headers, 'cf-aig-custom-cost': { total_cost: dollars } },
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
    ['a value that is not listed', { model: { mode: 'filter', values: ['gpt-5'] } }, {}, 200],
    ['a listed model', { model: { mode: 'filter', values: [hosted] } }, {}, 429],
  ])('sees %s', async (_, changes, asked, status) => {
    const { run } = passing({ spend_limits: { rules: [{ ...rule, ...changes }] } });
    await run(priced(5, { headers: { 'cf-aig-metadata': { user: 'a' } } }));
    expect((await run(priced(5, asked))).status).toBe(status);
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

  test('mark the log entry, and cost nothing in the mock', async () => {
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
});
