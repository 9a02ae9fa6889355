import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { addToEntrypoint, config } from './rulesets.ts';
import { addCustomRules, openIssuer, openSite, type Site, signals } from './waf.ts';

/** A site and configuration rules; each applies to a query and sets values. */
async function configured(
  t: TestContext,
  ...rules: readonly (readonly [query: string, Record<string, unknown>])[]
) {
  const site = await openSite(t);
  await addToEntrypoint(
    t,
    config,
    rules.map(([query, action_parameters]) => ({
      action: 'set_config',
      action_parameters,
      expression: `${site.here} and http.request.uri.query contains "${query}"`,
    })),
  );
  return site;
}

/** The effective settings for a request. */
function getSettings({ headers }: EdgeReply): unknown {
  const text = headers.get('touchstone-config');
  return text === null ? {} : JSON.parse(text);
}

const settings = async (site: Site, query: string) =>
  getSettings(await site.admits({ path: `${site.path}?${query}` }));

const on = { content_converter: true };
const off = { content_converter: false };

/** Decisions of configuration rules, which this project's mock reports. */
export const wafSettingsSuite = defineSuite({ name: 'rulesets/waf-settings', features: ['edge'] }, [
  test('RS-SET-1', 'sets the named settings for matching requests', async (t) => {
    const site = await configured(t, ['docs', { ...on, ssl: 'strict' }]);
    equal(await settings(site, 'docs'), { content_converter: true, ssl: 'strict' }, 'the settings');
    equal(await settings(site, 'shop'), {}, 'the settings elsewhere');
  }),
  test(['RS-SET-2', 'RS-SET-3'], 'overrides what an earlier rule set, and keeps the rest', async (t) => {
    const site = await configured(t, ['a', { ...on, ssl: 'strict' }], ['b', off]);
    await t.check('RS-SET-2', async () =>
      equal(await settings(site, 'b'), off, 'the settings of the second'),
    );
    await t.check('RS-SET-3', async () =>
      equal(await settings(site, 'ab'), { ...off, ssl: 'strict' }, 'the settings of both'),
    );
  }),
  test('RS-SET-4', 'overrides the setting of the zone', async (t) => {
    const site = await configured(t, ['off', off]);
    const params = { zone_id: t.zoneId, setting_id: 'content_converter' };
    const { value: before } = (await t.call('settings.setting.get', { params })).body.result;
    const set = (value: unknown) => t.call('settings.setting.edit', { params, body: { value } });
    t.after(() => set(before));
    await set('on');
    equal(await settings(site, 'none'), on, 'the settings where no rule matches');
    equal(await settings(site, 'off'), off, 'the settings where a rule matches');
  }),
  test('RS-SET-5', 'sets nothing when a custom rule skips the phase', async (t) => {
    const site = await configured(t, ['docs', on]);
    await addCustomRules(t, {
      action: 'skip',
      action_parameters: { phases: [config] },
      expression: `${site.here} and http.request.uri.query contains "skip"`,
    });
    equal(await settings(site, 'docs'), on, 'the settings');
    equal(await settings(site, 'docs-skip'), {}, 'the settings after the skip');
  }),
]);

const score = (value: number) => signals({ 'cf.waf.score': value });

/** Signals that a local machine lacks: scores, and the origin of a request. */
export const wafSignalsSuite = defineSuite('rulesets/waf-signals', [
  {
    title: 'challenges a request when both its claim and its attack score match',
    requirements: ['RS-CLAIM-11'],
    features: ['edge'],
    run: async (t) => {
      const site = await openSite(t);
      const issuer = await openIssuer(t);
      const expression = `(lookup_json_string(${issuer.payload}, "user") eq "admin" and cf.waf.score < 40)`;
      await addCustomRules(t, { action: 'managed_challenge', expression });
      const [admin, user] = [await issuer.token({ user: 'admin' }), await issuer.token({ user: 'ada' })];
      const { headers } = await site.blocks({ headers: { ...admin, ...score(39) } });
      equal(headers.get('cf-mitigated'), 'challenge', 'cf-mitigated');
      await site.admits({ headers: { ...admin, ...score(40) } });
      await site.admits({ headers: { ...user, ...score(39) } });
      await site.admits({ headers: admin });
    },
  },
  {
    title: 'sets fields for one request',
    requirements: ['TS-SIGNAL-1'],
    features: ['edge'],
    run: async (t) => {
      const site = await openSite(t);
      const expression = `${site.here} and ip.src.country eq "NL" and ip.src in {203.0.113.0/24} and cf.client.bot`;
      await addCustomRules(t, { action: 'block', expression });
      const values = { 'ip.src.country': 'NL', 'ip.src': '203.0.113.7', 'cf.client.bot': true };
      await site.blocks({ headers: signals(values) });
      await site.admits({ headers: signals({ ...values, 'ip.src.country': 'BE' }) });
      await site.admits();
    },
  },
  {
    title: 'applies set signals to all following requests, unless a request overrides them',
    requirements: ['TS-SIGNAL-2', 'TS-SIGNAL-3'],
    features: ['edge'],
    // Set signals apply to every zone.
    exclusive: true,
    run: async (t) => {
      const site = await openSite(t);
      await addCustomRules(t, { action: 'block', expression: `${site.here} and cf.waf.score le 20` });
      const { body: before } = await t.call('touchstone.signals.get', {});
      t.after(() => t.ask('touchstone.signals.set', { body: before }));
      await site.admits();
      const set = await t.call('touchstone.signals.set', { body: { 'cf.waf.score': 5 } });
      equal(set.body, { 'cf.waf.score': 5 }, 'the answer');
      await t.check('TS-SIGNAL-2', () => site.blocks());
      await t.check('TS-SIGNAL-3', () => site.admits({ headers: score(90) }));
      await t.call('touchstone.signals.set', { body: {} });
      await t.check('TS-SIGNAL-2', () => site.admits());
    },
  },
  {
    title: 'refuses an unknown signal and a wrong type',
    requirements: ['TS-SIGNAL-4', 'TS-SIGNAL-5'],
    exclusive: true,
    run: async (t) => {
      const { body: before } = await t.call('touchstone.signals.get', {});
      t.after(() => t.ask('touchstone.signals.set', { body: before }));
      const set = (body: Readonly<Record<string, unknown>>) => t.ask('touchstone.signals.set', { body });
      const snapshot = async () => (await t.call('touchstone.signals.get', {})).body;
      const good = () => set({ 'cf.waf.score': 5 });
      await t.check('TS-SIGNAL-4', () =>
        t.refused({ good, bad: () => set({ 'http.host': 'a.example' }), pointer: '/http.host', snapshot }),
      );
      await t.check('TS-SIGNAL-5', () =>
        t.refused({ good, bad: () => set({ 'cf.waf.score': '5' }), pointer: '/cf.waf.score', snapshot }),
      );
    },
  },
  {
    title: 'answers a request with wrong signals with status 400',
    requirements: ['TS-SIGNAL-6'],
    features: ['edge'],
    run: async (t) => {
      const site = await openSite(t);
      await site.admits({ headers: score(5) });
      const wrong = {
        'no JSON': { 'touchstone-signals': 'cf.waf.score=5' },
        'an unknown field': signals({ 'cf.score': 5 }),
        'another type': signals({ 'cf.waf.score': 'low' }),
      };
      for (const [what, headers] of Object.entries(wrong)) {
        equal((await site.send({ headers })).status, 400, `the status for ${what}`);
      }
    },
  },
]);
