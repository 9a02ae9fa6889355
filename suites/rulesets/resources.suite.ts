import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import {
  blockRule,
  config,
  createRuleset,
  custom,
  customRuleset,
  getRules,
  openRuleset,
  type RuleInput,
  ruleAt,
} from './rulesets.ts';

const hexId = /^[0-9a-f]{32}$/;

/** A ruleset with two rules, and a PUT of it. */
async function twoRules(t: TestContext) {
  const one = blockRule(t, '/one', { description: 'one' });
  const two = blockRule(t, '/two', { description: 'two' });
  const opened = await openRuleset(t, [one, two]);
  const put = async (body: { description?: string; rules?: RuleInput[] }) =>
    createRuleset(await t.call('rulesets.zone.update', { params: opened.params, body }));
  return { ...opened, one, two, put };
}

const fixed: readonly Test<KnownRequirementId>[] = (
  [
    ['RS-RES-11', 'name', () => 'Another name'],
    ['RS-RES-12', 'kind', () => 'custom'],
    ['RS-RES-13', 'phase', () => config],
  ] as const
).map(([id, member, value]) =>
  test(id, `refuses a write that changes the ${member}`, async (t) => {
    const { params, read } = await openRuleset(t, []);
    await t.refused({
      good: () => t.ask('rulesets.zone.update', { params, body: { description: 'a', rules: [] } }),
      bad: () =>
        t.ask('rulesets.zone.update', { params, body: { description: 'b', rules: [], [member]: value() } }),
      pointer: `/${member}`,
      snapshot: read,
    });
  }),
);

/** Rulesets as resources: ids, versions, times, and what a PUT keeps. */
export const rulesetResourcesSuite = defineSuite('rulesets/resources', [
  {
    title: 'creates a ruleset with ids, first versions, times and defaults',
    requirements: ['RS-RES-1', 'RS-RES-2', 'RS-RES-4', 'RS-RES-5', 'RS-RES-9', 'RS-RES-10', 'RS-RES-18'],
    run: async (t) => {
      const { id: zone_id } = await t.zone();
      const reply = await t.call('rulesets.zone.create', {
        params: { zone_id },
        body: { name: t.title('rules'), kind: 'zone', phase: custom, rules: [blockRule(t, '/a')] },
      });
      const ruleset = createRuleset(reply);
      const rule = ruleAt(ruleset, 0);
      await t.check('RS-RES-1', () => match(ruleset.id, hexId, 'the id of the ruleset'));
      await t.check('RS-RES-2', () => equal(ruleset.version, '1', 'the version'));
      await t.check('RS-RES-4', () => match(rule.id, hexId, 'the id of the rule'));
      await t.check('RS-RES-5', () => equal(rule.ref, rule.id, 'the ref of the rule'));
      await t.check('RS-RES-9', () => equal(ruleset.description ?? '', '', 'the description'));
      await t.check('RS-RES-10', () => {
        for (const time of [ruleset.last_updated, rule.last_updated]) {
          match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/, 'last_updated');
        }
      });
      await t.check('RS-RES-18', () => equal(rule.enabled, true, 'enabled'));
    },
  },
  test('RS-RES-3', 'raises the version of a ruleset by 1 with every write', async (t) => {
    const { params, put, read, one } = await twoRules(t);
    const start = Number((await read()).version);
    equal(Number((await put({ rules: [one] })).version), start + 1, 'the version after a PUT');
    const added = await t.call('rulesets.zone.rule.create', { params, body: blockRule(t, '/three') });
    equal(Number(createRuleset(added).version), start + 2, 'the version after a POST of a rule');
    equal(Number((await read()).version), start + 2, 'the version that is read');
  }),
  {
    title: 'keeps the id of a rule that is sent with it, and raises only the version of a changed rule',
    requirements: ['RS-RES-14', 'RS-RES-15', 'RS-RES-16'],
    run: async (t) => {
      const { ruleset, put, one, two } = await twoRules(t);
      const [first, second] = [ruleAt(ruleset, 0), ruleAt(ruleset, 1)];
      const after = await put({
        rules: [
          { ...one, id: first.id, action: 'log' },
          { ...two, id: second.id },
        ],
      });
      equal(
        getRules(after).map(({ id }) => id),
        [first.id, second.id],
        'the ids',
      );
      await t.check('RS-RES-15', () =>
        equal(Number(ruleAt(after, 0).version), Number(first.version) + 1, 'the changed version'),
      );
      await t.check('RS-RES-16', () =>
        equal(ruleAt(after, 1).version, second.version, 'the version of the unchanged rule'),
      );
    },
  },
  test('RS-RES-21', 'keeps the id of a rule that is sent with its ref', async (t) => {
    const rule = blockRule(t, '/one', { ref: 'my-rule' });
    const { ruleset, params } = await openRuleset(t, [rule]);
    equal(ruleAt(ruleset, 0).ref, 'my-rule', 'the ref');
    const reply = await t.call('rulesets.zone.update', {
      params,
      body: { rules: [blockRule(t, '/zero'), { ...rule, action: 'log' }] },
    });
    equal(ruleAt(createRuleset(reply), 1).id, ruleAt(ruleset, 0).id, 'the id');
  }),
  test('RS-RES-17', 'keeps the versions of rules that only moved', async (t) => {
    const { ruleset, put, one, two } = await twoRules(t);
    const [first, second] = [ruleAt(ruleset, 0), ruleAt(ruleset, 1)];
    const after = await put({
      rules: [
        { ...two, id: second.id },
        { ...one, id: first.id },
      ],
    });
    equal(
      getRules(after).map(({ id, version }) => [id, version]),
      [
        [second.id, second.version],
        [first.id, first.version],
      ],
      'ids and versions',
    );
  }),
  {
    title: 'removes rules that a PUT omits, and keeps all when it only sends a description',
    requirements: ['RS-RES-19', 'RS-RES-20'],
    run: async (t) => {
      const { ruleset, put, one } = await twoRules(t);
      const described = await put({ description: 'described' });
      await t.check('RS-RES-20', () => {
        equal(described.description, 'described', 'the description');
        equal(getRules(described), getRules(ruleset), 'the rules');
      });
      const first = ruleAt(ruleset, 0);
      const less = await put({ rules: [{ ...one, id: first.id }] });
      await t.check('RS-RES-19', () =>
        equal(
          getRules(less).map(({ id }) => id),
          [first.id],
          'the ids',
        ),
      );
    },
  },
  {
    title: 'deletes a ruleset with an empty answer, and it is gone',
    requirements: ['RS-RES-6', 'RS-RES-7'],
    run: async (t) => {
      const { params } = await openRuleset(t, []);
      const { status, text } = await t.ask('rulesets.zone.delete', { params });
      await t.check('RS-RES-6', () => {
        equal(status, 204, 'the status');
        equal(text, '', 'the body');
      });
      const gone = await t.ask('rulesets.zone.get', { params });
      await t.check('RS-RES-7', () => ok(gone.status >= 400, `the status is ${show(gone.status)}`));
    },
  },
  ...fixed,
  test('RS-RES-23', 'refuses two rules with the same ref', async (t) => {
    const { params, read } = await openRuleset(t, []);
    const put = (second: string) =>
      t.ask('rulesets.zone.update', {
        params,
        body: { rules: [blockRule(t, '/a', { ref: 'one' }), blockRule(t, '/b', { ref: second })] },
      });
    await t.refused({ good: () => put('two'), bad: () => put('one'), snapshot: read });
  }),
  test('RS-RES-8', 'creates custom rulesets in an account', async (t) => {
    equal((await customRuleset(t)).kind, 'custom', 'the kind');
  }),
  test('RS-RES-25', 'keeps a custom ruleset while a rule executes it', async (t) => {
    const { id } = await customRuleset(t);
    const { zone_id } = await openRuleset(t, [
      { action: 'execute', action_parameters: { id }, expression: 'ssl', enabled: false },
    ]);
    const params = { account_id: t.accountId, ruleset_id: id };
    const remove = () => t.ask('rulesets.account.delete', { params });
    t.expectFailure(await remove());
    t.expectSuccess(await t.ask('rulesets.account.get', { params }), 'reading it');
    const entrypoint = { zone_id, ruleset_phase: custom } as const;
    await t.call('rulesets.zone.entrypoint.update', { params: entrypoint, body: { rules: [] } });
    t.expectSuccess(await remove(), 'deleting it when no rule executes it');
  }),
]);
