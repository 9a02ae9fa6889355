import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { equal, json } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { EdgeReply } from '../harness/edge.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { isJwtValid } from '../token-validation/guard.ts';
import { makeRule } from '../token-validation/requests.ts';
import { addToEntrypoint, config, custom, type RuleInput } from './rulesets.ts';
import { addCustomRules, openIssuer, openSite, type Site, signals } from './waf.ts';

type Id = KnownRequirementId;

const skip = { action: 'skip', action_parameters: { ruleset: 'current' } } as const;

/** Source and action of the events of one request to a site with these rules, in order. */
async function recorded(t: TestContext, ...rules: readonly RuleInput[]) {
  const site = await openSite(t);
  const complete = rules.map((rule) => ({ expression: site.here, ...rule }));
  const ruleset = await addToEntrypoint(t, custom, complete);
  const reply = await site.send();
  return { ruleset, events: await t.events(reply, 1) };
}

const describe = (events: readonly SecurityEvent[]) =>
  events.map(({ source, action }) => `${source} ${action}`);

const getAction = (action: RuleInput['action'], expected: string): Test<Id> => ({
  title: `records ${action} as ${expected}`,
  requirements: ['RS-EVT-1', 'RS-EVT-2'],
  features: ['edge'],
  run: async (t) => {
    const rule = action === 'skip' ? skip : { action };
    const { events } = await recorded(t, rule as RuleInput); // the table holds actions of custom rules alone
    equal(describe(events), [`firewallCustom ${expected}`], 'the events of the request');
  },
});

/** Events of requests that custom rules act on. */
export const wafEventsSuite = defineSuite({ name: 'rulesets/waf-events', features: ['edge'] }, [
  getAction('block', 'block'),
  getAction('challenge', 'challenge'),
  getAction('js_challenge', 'jschallenge'),
  getAction('managed_challenge', 'managedchallenge'),
  getAction('log', 'log'),
  getAction('skip', 'skip'),
  test('RS-EVT-3', 'names the rule and its ruleset', async (t) => {
    const { ruleset, events } = await recorded(t, { action: 'log', description: t.title('watch') });
    const rule = ruleset.rules?.find(({ description }) => description?.endsWith('watch'));
    const [event] = events;
    if (!rule || !event) throw new ConformanceFailure('the rule or its event is missing');
    const { ruleId, rulesetId, ref, description } = event;
    equal(
      { ruleId, rulesetId, ref, description },
      { ruleId: rule.id, rulesetId: ruleset.id, ref: rule.ref, description: rule.description },
      'the event',
    );
  }),
  test('RS-EVT-4', 'records nothing for a rule that does not match', async (t) => {
    const { events } = await recorded(t, { action: 'log', expression: 'false' }, { action: 'log' });
    equal(describe(events), ['firewallCustom log'], 'the events of the request');
  }),
  {
    title: 'records a custom rule before the token rule, and only the custom rule when it blocks the request',
    requirements: ['RS-EVT-6', 'RS-EVT-7'],

    run: async (t) => {
      const site = await openSite(t, '/orders');
      await t.operation({ host: site.host, endpoint: site.path });
      const { config } = await openIssuer(t);
      await makeRule(t, {
        action: 'block',
        expression: isJwtValid(config.id),
        selector: { include: [{ host: [site.host] }] },
      });
      const query = `${site.here} and http.request.uri.query`;
      await addCustomRules(
        t,
        { action: 'log', expression: `${query} eq "log"` },
        { action: 'block', expression: `${query} eq "block"` },
      );
      const logged = await t.events(await site.blocks({ path: `${site.path}?log` }), 2);
      await t.check('RS-EVT-7', () =>
        equal(describe(logged), ['firewallCustom log', 'apiShieldTokenValidation block'], 'the events'),
      );
      const blocked = await t.events(await site.blocks({ path: `${site.path}?block` }), 1);
      await t.check('RS-EVT-6', () => equal(describe(blocked), ['firewallCustom block'], 'the events'));
    },
  },
]);

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
