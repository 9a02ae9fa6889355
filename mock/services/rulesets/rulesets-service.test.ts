import { describe, expect, test } from 'vitest';
import { type RulesetRuleInput, rulesetLimits } from '../../../spec/services/rulesets/schemas.ts';
import { createMock } from '../../assembly/create-mock.ts';
import type { MockOptions } from '../../assembly/options.ts';
import { getClient, getRefusal } from '../../assembly/testing/test-client.ts';
import { cursorPage } from './ruleset-handlers.ts';

const custom = 'http_request_firewall_custom';
const config = 'http_config_settings';
const kept = 'http_request_transform';

const block = { action: 'block', expression: 'http.host eq "a"' } as const;
const setting = {
  action: 'set_config',
  expression: 'http.host eq "a"',
  action_parameters: { content_converter: true },
} as const;
const rewrite = { action: 'rewrite', expression: 'ssl', action_parameters: { anything: [1] } } as const;

function start(options: MockOptions = {}) {
  const mock = createMock(options);
  const { zoneId: zone_id, accountId: account_id } = mock.defaults;
  const client = getClient(mock);
  const as = (token: string) => getClient(mock, { token });
  const put = (
    ruleset_phase: typeof custom | typeof config | typeof kept,
    rules: RulesetRuleInput[],
    by = client,
  ) => by.call('rulesets.zone.entrypoint.update', { params: { zone_id, ruleset_phase }, body: { rules } });
  return { mock, zone_id, account_id, client, as, put };
}

/** The id of a new ruleset. */
const getId = ({ body }: { body: { result: { id: string } | null } }) => {
  if (!body.result) throw new Error('nothing was made');
  return body.result.id;
};

describe('permissions', () => {
  const tokens = (
    [
      'Zone WAF Edit',
      'Zone WAF Read',
      'Config Rules Edit',
      'Config Rules Read',
      'Account Rulesets Edit',
      'Account Rulesets Read',
    ] as const
  ).map((name) => ({ value: name.replaceAll(' ', '-'), permissions: [name] }));

  test.each([
    ['Zone-WAF-Edit', custom, 200],
    ['Zone-WAF-Edit', config, 401],
    ['Config-Rules-Edit', config, 200],
    ['Config-Rules-Edit', custom, 401],
    ['Zone-WAF-Edit', kept, 200],
    ['Config-Rules-Edit', kept, 200],
    ['Zone-WAF-Read', custom, 401],
    ['Config-Rules-Read', config, 401],
    ['Account-Rulesets-Edit', custom, 401],
  ] as const)('let a token with %s write the phase %s of a zone: %i', async (token, phase, status) => {
    const { put, as } = start({ tokens });
    const reply = await put(phase, [], as(token));
    expect(reply.status).toBe(status);
    if (status === 401) expect(getRefusal(reply).code).toBe(10000);
  });

  test.each([
    ['Account-Rulesets-Edit', 200],
    ['Account-Rulesets-Read', 401],
    ['Zone-WAF-Edit', 401],
  ])('let a token with %s write to an account: %i', async (token, status) => {
    const { as, account_id } = start({ tokens });
    const reply = await as(token).call('rulesets.account.create', {
      params: { account_id },
      body: { name: 'a', kind: 'custom', phase: custom },
    });
    expect(reply.status).toBe(status);
  });

  test('apply to the phase of a ruleset that is named by its id', async () => {
    const { put, as, zone_id } = start({ tokens });
    const params = { zone_id, ruleset_id: getId(await put(config, [])) };
    const waf = as('Zone-WAF-Edit');
    for (const reply of [
      await waf.call('rulesets.zone.get', { params }),
      await waf.call('rulesets.zone.update', { params, body: {} }),
      await waf.call('rulesets.zone.delete', { params }),
      await waf.call('rulesets.zone.versions.list', { params }),
      await waf.call('rulesets.zone.rule.create', { params, body: setting }),
    ]) {
      expect(reply.status).toBe(401);
    }
    const rules = as('Config-Rules-Edit');
    expect((await rules.call('rulesets.zone.get', { params })).status).toBe(200);
    expect((await rules.call('rulesets.zone.delete', { params })).status).toBe(204);
  });
});

describe('the certainty of an answer', () => {
  test('is seed for configuration rules, and documented for custom rules', async () => {
    const { put } = start();
    const basis = async (phase: typeof custom | typeof config) =>
      (await put(phase, [])).headers.get('touchstone-basis');
    expect([await basis(config), await basis(custom)]).toEqual(['seed', 'documented']);
  });

  test('refuses such phases without storing anything when more certainty is required', async () => {
    const { put, mock, zone_id } = start({ basis: 'documented' });
    expect((await put(kept, [rewrite])).status).toBe(501);
    expect((await put(custom, [block])).status).toBe(200);
    expect(mock.world.zone(zone_id)?.rulesets.size).toBe(1);
  });
});

describe('limits', () => {
  test(`allow a ruleset ${rulesetLimits.rulesPerRuleset} rules`, async () => {
    const { put, client, zone_id } = start();
    const most = Array.from({ length: rulesetLimits.rulesPerRuleset }, () => block);
    const made = await put(custom, most);
    expect(made.status).toBe(200);
    expect(getRefusal(await put(custom, [...most, block]))).toMatchObject({ code: 20806, pointer: '/rules' });
    const params = { zone_id, ruleset_id: getId(made) };
    const added = await client.call('rulesets.zone.rule.create', { params, body: block });
    expect(getRefusal(added)).toMatchObject({ status: 400, code: 20806 });
  });

  test(`allow a zone or account ${rulesetLimits.rulesetsPerScope} rulesets`, async () => {
    const { client, account_id } = start();
    const create = () =>
      client.call('rulesets.account.create', {
        params: { account_id },
        body: { name: 'a', kind: 'custom', phase: custom },
      });
    for (let count = 1; count < rulesetLimits.rulesetsPerScope; count++) await create();
    expect((await create()).status).toBe(200);
    expect(getRefusal(await create())).toMatchObject({
      code: 20805,
      message: expect.stringContaining('500'),
    });
  });

  test(`keep ${rulesetLimits.versionsPerRuleset} older versions`, async () => {
    const { put, client, zone_id } = start();
    const params = { zone_id, ruleset_id: getId(await put(custom, [])) };
    for (let count = 0; count < rulesetLimits.versionsPerRuleset + 5; count++) await put(custom, []);
    const { body } = await client.call('rulesets.zone.versions.list', { params });
    const versions = body.result.map(({ version }) => Number(version));
    expect(versions).toEqual(
      Array.from({ length: rulesetLimits.versionsPerRuleset + 1 }, (_, index) => index + 6),
    );
  });
});

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index.toString(16).padStart(32, '0') }));

/** Walks a list to its end; `between` may change it after each page. */
function walk(all: { id: string }[], per_page: number, between: (seen: { id: string }[]) => void = () => {}) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { items, info } = cursorPage(all, { per_page, cursor });
    expect(info.cursor).toBe(info.cursors?.after);
    pages.push(items.map(({ id }) => id));
    between(items);
    cursor = info.cursor;
  } while (cursor !== undefined);
  return pages;
}

describe('cursorPage', () => {
  test('returns every record once when each is removed after it is seen', () => {
    const all = records(7);
    const ids = all.map(({ id }) => id);
    const pages = walk(all, 2, (seen) => {
      for (const record of seen) all.splice(all.indexOf(record), 1);
    });
    expect(pages.flat()).toEqual(ids);
  });

  test('continues from the same position when the next record is gone', () => {
    const all = records(5);
    const { info } = cursorPage(all, { per_page: 2 });
    all.splice(2, 1);
    const { items } = cursorPage(all, { per_page: 2, cursor: info.cursor });
    expect(items).toEqual([all[2], all[3]]);
  });
});
