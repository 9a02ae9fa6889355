import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import {
  addToEntrypoint,
  config,
  configRule,
  custom,
  entrypointWrite,
  getRules,
  openRuleset,
  putRules,
  ruleAt,
} from './rulesets.ts';
import { claimIs, needsClaims } from './waf.ts';

type Id = KnownRequirementId;

/** Every documented setting with a valid value: Cloudflare docs, Ruleset JSON object. */
const settings = {
  automatic_https_rewrites: true,
  autominify: { css: true, html: false, js: true },
  bic: false,
  content_converter: true,
  disable_apps: true,
  disable_pay_per_crawl: true,
  disable_rum: true,
  disable_zaraz: true,
  email_obfuscation: false,
  fonts: true,
  hotlink_protection: true,
  mirage: false,
  opportunistic_encryption: true,
  polish: 'webp',
  redirects_for_ai_training: true,
  request_body_buffering: 'full',
  response_body_buffering: 'standard',
  rocket_loader: true,
  security_level: 'under_attack',
  server_side_excludes: true,
  ssl: 'origin_pull',
  sxg: false,
  webmcp_enabled: true,
  webmcp_packs: ['forms'],
} as const;

const typeFaults: readonly (readonly [name: keyof typeof settings, value: unknown])[] = [
  ['automatic_https_rewrites', 'on'],
  ['autominify', true],
  ['bic', 1],
  ['content_converter', 'on'],
  ['polish', 'best'],
  ['request_body_buffering', 'some'],
  ['response_body_buffering', 'full'],
  ['security_level', 'highest'],
  ['ssl', true],
  ['webmcp_packs', 'forms'],
];

const disabling = ['disable_apps', 'disable_pay_per_crawl', 'disable_rum', 'disable_zaraz'] as const;

/** Tests that refuse faulty settings, each with the valid one as its twin. */
const refusals = (
  id: Id,
  title: string,
  faults: readonly (readonly [name: keyof typeof settings, value: unknown])[],
): Test<Id>[] =>
  faults.map(([name, value]) =>
    test(id, `${title}: ${name}`, async (t) => {
      const { params, read } = await openRuleset(t, [], config);
      const put = (setting: unknown) =>
        t.ask('rulesets.zone.update', {
          params,
          body: { rules: [{ ...configRule(t, 'docs'), action_parameters: { [name]: setting } }] },
        });
      await t.refused({
        good: () => put(settings[name]),
        bad: () => put(value),
        pointer: `/rules/0/action_parameters/${name}`,
        snapshot: read,
      });
    }),
  );

/** Configuration rules. */
export const configurationRulesSuite = defineSuite('rulesets/configuration-rules', [
  test('RS-CONF-9', 'accepts every documented setting and returns it as it was sent', async (t) => {
    const rule = configRule(t, 'docs', { action_parameters: settings });
    const { ruleset } = await openRuleset(t, [rule], config);
    equal(ruleAt(ruleset, 0).action_parameters, settings, 'the settings');
  }),
  test('RS-CONF-13', 'returns no setting that was not sent', async (t) => {
    const rule = configRule(t, 'docs', { action_parameters: { bic: true } });
    const { ruleset } = await openRuleset(t, [rule], config);
    ok(
      !('content_converter' in (ruleAt(ruleset, 0).action_parameters ?? {})),
      'content_converter is returned although it was not sent',
    );
  }),
  ...refusals('RS-CONF-10', 'refuses a setting of another type', typeFaults),
  ...refusals(
    'RS-CONF-11',
    'refuses to enable a setting that can only be disabled',
    disabling.map((name) => [name, false] as const),
  ),
  test('RS-CONF-12', 'refuses other actions than set_config', async (t) => {
    const { params, read } = await openRuleset(t, [], config);
    const put = (rule: unknown) => t.ask('rulesets.zone.update', { params, body: { rules: [rule] } });
    await t.refused({
      good: () => put(configRule(t, 'docs')),
      bad: () => put({ action: 'block', expression: 'ssl' }),
      pointer: '/rules/0/action',
      snapshot: read,
    });
  }),
  {
    title: 'refuses the converter on a Free zone',
    requirements: ['RS-CONF-14'],
    features: ['admin'],
    run: async (t) => {
      const { params, zone_id, read } = await openRuleset(t, [], config);
      await t.call('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id: 'free' } } });
      const put = (action_parameters: Readonly<Record<string, unknown>>) =>
        t.ask('rulesets.zone.update', {
          params,
          body: { rules: [{ ...configRule(t, 'docs'), action_parameters }] },
        });
      await t.refused({
        good: () => put({ bic: true }),
        bad: () => put({ bic: true, content_converter: true }),
        pointer: '/rules/0/action_parameters/content_converter',
        snapshot: read,
      });
      await t.call('zones.zone.edit', { params: { zone_id }, body: { plan: { legacy_id: 'pro' } } });
      t.expectSuccess(await put({ content_converter: true }), 'the same on a paid plan');
    },
  },
]);

/** Tests of the seed's own sentences on rulesets; read nothing that the seed does not describe. */
export const seedRulesSuite = defineSuite('rulesets/seed-rules', [
  test(
    ['RS-CONF-1', 'RS-CONF-2'],
    'accepts a configuration rule that switches the converter on',
    async (t) => {
      await putRules(t, config, [configRule(t, 'docs', { description: t.title('converter') })]);
    },
  ),
  test('RS-CONF-3', 'returns a configuration rule with its description', async (t) => {
    const description = t.title('converter');
    const ruleset = await addToEntrypoint(t, config, [configRule(t, 'docs', { description })]);
    const rule = getRules(ruleset).find((one) => one.description === description);
    equal(rule?.action_parameters?.['content_converter'], true, 'content_converter of the rule');
  }),
  test(
    'RS-CONF-4',
    'accepts strings in single quotes in the expression of a configuration rule',
    async (t) => {
      for (const expression of [
        `http.host eq '${t.host('docs')}'`,
        `starts_with(http.request.uri.path, '${t.path('/docs')}')`,
      ]) {
        await putRules(t, config, [configRule(t, 'docs', { expression })]);
      }
    },
  ),
  test(
    'RS-JWT-11',
    'accepts a custom rule that combines a claim with the score of the request',
    async (t) => {
      const { id } = await t.config();
      const expression = `(${claimIs(id, 'user', 'admin')} and cf.waf.score < 40)`;
      await putRules(t, custom, [{ action: 'managed_challenge', enabled: false, expression }]);
    },
  ),
  ...(['RS-JWT-12', 'RS-JWT-13'] as const).map((id, index) => {
    const name = index === 0 ? 'is_jwt_valid' : 'is_jwt_present';
    return test(id, `refuses a custom rule with ${name}`, async (t: TestContext) => {
      const { id: configuration } = await t.config();
      const { send } = await entrypointWrite(t, custom, []);
      const write = (expression: string) => send([{ action: 'block', expression, enabled: false }]);
      const claim = claimIs(configuration, 'user', 'admin');
      needsClaims(t, await write(claim), claim);
      await t.refused({
        good: () => write(claim),
        bad: [{ what: `with ${name}`, shape: 'own', send: () => write(`${name}("${configuration}")`) }],
        snapshot: async () => null,
      });
    });
  }),
]);
