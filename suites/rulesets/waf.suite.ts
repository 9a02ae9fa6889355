import { equal, json } from '../harness/assertions.ts';
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
  return text === null ? {} : json(text, 'touchstone-config');
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
]);
