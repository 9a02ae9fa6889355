import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { blockRule, custom, customRuleset, openRuleset, type RuleInput, ruleAt } from './rulesets.ts';

type Id = KnownRequirementId;

const rulesetId = '0123456789abcdef0123456789abcdef';
const ruleId = 'fedcba9876543210fedcba9876543210';

const response = { status_code: 418, content: 'no tea here', content_type: 'text/plain' };
const block = (change: Readonly<Record<string, unknown>>) => ({
  action: 'block',
  action_parameters: { response: { ...response, ...change } },
});

/** Parameters of a skip that are accepted and returned as sent. */
const skips: readonly (readonly [id: Id, parameters: Readonly<Record<string, unknown>>])[] = [
  ['RS-SKIP-1', { ruleset: 'current' }],
  ['RS-SKIP-2', { phases: ['http_ratelimit', 'http_request_firewall_managed'] }],
  ['RS-SKIP-2', { phases: ['http_ratelimit'], products: ['waf'], ruleset: 'current' }],
  ['RS-SKIP-3', { products: ['bic', 'hot', 'rateLimit', 'securityLevel', 'uaBlock', 'waf', 'zoneLockdown'] }],
  ['RS-SKIP-4', { rules: { [rulesetId]: [ruleId] } }],
  ['RS-SKIP-5', { rulesets: [rulesetId] }],
  ['RS-SKIP-6', { phase: 'current' }],
  ['RS-SKIP-6', { phase: 'current', products: ['waf'] }],
];

const skip = (action_parameters: Readonly<Record<string, unknown>>) => ({
  action: 'skip',
  action_parameters,
});

interface Fault {
  readonly id: Id;
  readonly title: string;
  readonly good: Readonly<Record<string, unknown>>;
  /** Faulty members, each with the expected pointer of the refusal. */
  readonly bad: readonly (readonly [pointer: string, members: Readonly<Record<string, unknown>>])[];
}

const faults: readonly Fault[] = [
  {
    id: 'RS-ACT-2',
    title: 'refuses an action that custom rules do not have',
    good: { action: 'log' },
    bad: [
      ['/action', { action: 'set_config', action_parameters: { bic: true } }],
      ['/action', { action: 'rewrite', action_parameters: { uri: { path: { value: '/a' } } } }],
      ['/action', { action: 'allow' }],
    ],
  },
  {
    id: 'RS-ACT-4',
    title: 'refuses a block whose response has a status outside 400 to 499',
    good: block({ status_code: 499 }),
    bad: [399, 500, 200].map((status_code) => [
      '/action_parameters/response/status_code',
      block({ status_code }),
    ]),
  },
  {
    id: 'RS-ACT-5',
    title: 'refuses a block whose response has no content',
    good: block({}),
    bad: ['', undefined].map((content) => ['/action_parameters/response/content', block({ content })]),
  },
  {
    id: 'RS-ACT-6',
    title: 'refuses a block whose response has no content type',
    good: block({}),
    bad: ['', undefined].map((content_type) => [
      '/action_parameters/response/content_type',
      block({ content_type }),
    ]),
  },
  {
    id: 'RS-ERR-10',
    title: 'refuses logging with another action than skip',
    good: { ...skip({ ruleset: 'current' }), logging: { enabled: false } },
    bad: [['/logging', { action: 'block', logging: { enabled: true } }]],
  },
  {
    id: 'RS-ERR-11',
    title: 'refuses a parameter that an action does not have',
    good: { action: 'block' },
    bad: [
      ['/action_parameters/cache', { action: 'block', action_parameters: { cache: true } }],
      ['/action_parameters/response/body', block({ body: 'no' })],
    ],
  },
  {
    id: 'RS-SKIP-7',
    title: 'refuses a skip of the current phase together with anything but products',
    good: skip({ phase: 'current', products: ['waf'] }),
    bad: [
      ['/action_parameters/phases', skip({ phase: 'current', phases: ['http_ratelimit'] })],
      ['/action_parameters/ruleset', skip({ phase: 'current', ruleset: 'current' })],
      ['/action_parameters/rulesets', skip({ phase: 'current', rulesets: [rulesetId] })],
      ['/action_parameters/rules', skip({ phase: 'current', rules: { [rulesetId]: [ruleId] } })],
    ],
  },
  {
    id: 'RS-SKIP-8',
    title: 'refuses a skip of phases and rulesets',
    good: skip({ phases: ['http_ratelimit'] }),
    bad: [['/action_parameters/rulesets', skip({ phases: ['http_ratelimit'], rulesets: [rulesetId] })]],
  },
  {
    id: 'RS-SKIP-9',
    title: 'refuses a skip of rules and the current ruleset',
    good: skip({ ruleset: 'current' }),
    bad: [['/action_parameters/rules', skip({ ruleset: 'current', rules: { [rulesetId]: [ruleId] } })]],
  },
  {
    id: 'RS-SKIP-10',
    title: 'refuses a skip of the current ruleset and others',
    good: skip({ rulesets: [rulesetId] }),
    bad: [['/action_parameters/rulesets', skip({ ruleset: 'current', rulesets: [rulesetId] })]],
  },
  {
    id: 'RS-SKIP-11',
    title: 'refuses a skip of something that does not exist',
    good: skip({ products: ['waf'] }),
    bad: [
      ['/action_parameters/products/0', skip({ products: ['nonsense'] })],
      ['/action_parameters/phases/0', skip({ phases: ['nonsense'] })],
      ['/action_parameters/ruleset', skip({ ruleset: rulesetId })],
    ],
  },
];

/** Creates an entry point with one rule of these members. */
async function made(t: TestContext, members: RuleInput) {
  const { ruleset } = await openRuleset(t, [blockRule(t, '/a', members)]);
  return ruleAt(ruleset, 0);
}

/** Actions of rules and their parameters. */
export const rulesetActionsSuite = defineSuite('rulesets/actions', [
  ...(['block', 'challenge', 'js_challenge', 'managed_challenge', 'log'] as const).map((action) =>
    test('RS-ACT-1', `accepts custom rules with the action ${action}`, async (t) =>
      equal((await made(t, { action })).action, action, 'the action'),
    ),
  ),
  test('RS-ACT-3', 'accepts a block with a custom response', async (t) => {
    const rule = await made(t, { action: 'block', action_parameters: { response } });
    equal(rule.action_parameters, { response }, 'the parameters');
  }),
  test('RS-ACT-7', 'accepts a rule that executes a custom ruleset of the account', async (t) => {
    const { id } = await customRuleset(t);
    const { ruleset, zone_id } = await openRuleset(t, [
      blockRule(t, '/a', { action: 'execute', action_parameters: { id }, enabled: false }),
    ]);
    const params = { zone_id, ruleset_phase: custom } as const;
    t.after(() => t.ask('rulesets.zone.entrypoint.update', { params, body: { rules: [] } }));
    equal(ruleAt(ruleset, 0).action_parameters?.['id'], id, 'the id');
  }),
  ...skips.map(
    ([id, action_parameters]): Test<Id> => ({
      title: `accepts a skip with ${show(action_parameters)}`,
      requirements: id === 'RS-SKIP-1' ? [id, 'RS-ACT-1'] : [id],
      run: async (t) => {
        const rule = await made(t, { action: 'skip', action_parameters });
        equal(rule.action_parameters, action_parameters, 'the parameters');
      },
    }),
  ),
  test('RS-SKIP-12', 'logs skips by default', async (t) => {
    const action_parameters = { ruleset: 'current' };
    const silent = { enabled: false };
    equal((await made(t, { action: 'skip', action_parameters })).logging, { enabled: true }, 'logging');
    const quiet = await made(t, { action: 'skip', action_parameters, logging: silent });
    equal(quiet.logging, silent, 'the sent logging');
  }),
  ...faults.map(({ id, title, good, bad }) =>
    test(id, title, async (t) => {
      const { params, read } = await openRuleset(t, []);
      const put = (members: Readonly<Record<string, unknown>>) =>
        t.ask('rulesets.zone.update', {
          params,
          body: { rules: [{ expression: 'ssl', ...members }] },
        });
      await t.refused({
        good: () => put(good),
        bad: bad.map(([pointer, members]) => ({
          what: `with ${show(members)}`,
          pointer: `/rules/0${pointer}`,
          send: () => put(members),
        })),
        snapshot: read,
      });
    }),
  ),
  test('RS-ACT-9', 'keeps the parameters of rules in other phases', async (t) => {
    const action_parameters = { uri: { path: { value: '/new' } } };
    const rule = { action: 'rewrite', action_parameters, expression: 'ssl' } as const;
    const { ruleset } = await openRuleset(t, [rule], 'http_request_transform');
    equal(ruleAt(ruleset, 0).action_parameters, action_parameters, 'the parameters');
  }),
]);
