import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import {
  blockRule,
  createRuleset,
  getRules,
  openRuleset,
  type Rule,
  type RuleInput,
  ruleAt,
} from './rulesets.ts';

/** A ruleset with the rules a, b and c. */
async function threeRules(t: TestContext) {
  const opened = await openRuleset(
    t,
    ['a', 'b', 'c'].map((name) => blockRule(t, `/${name}`, { description: name })),
  );
  const [a, b, c] = [ruleAt(opened.ruleset, 0), ruleAt(opened.ruleset, 1), ruleAt(opened.ruleset, 2)];
  return { ...opened, a, b, c };
}

interface Place {
  readonly id: KnownRequirementId;
  readonly what: string;
  readonly position: (rules: { readonly a: Rule; readonly b: Rule; readonly c: Rule }) => unknown;
  /** Order of the rules after the insertion of a new one. */
  readonly added: readonly string[];
  /** Order of the rules after the move of b. */
  readonly moved: readonly string[];
}

const places: readonly Place[] = [
  {
    id: 'RS-POS-1',
    what: 'before another rule',
    position: ({ a }) => ({ before: a.id }),
    added: ['new', 'a', 'b', 'c'],
    moved: ['b', 'a', 'c'],
  },
  {
    id: 'RS-POS-2',
    what: 'after another rule',
    position: ({ c }) => ({ after: c.id }),
    added: ['a', 'b', 'c', 'new'],
    moved: ['a', 'c', 'b'],
  },
  {
    id: 'RS-POS-2',
    what: 'after the first rule',
    position: ({ a }) => ({ after: a.id }),
    added: ['a', 'new', 'b', 'c'],
    moved: ['a', 'b', 'c'],
  },
  {
    id: 'RS-POS-3',
    what: 'at the first place',
    position: () => ({ index: 1 }),
    added: ['new', 'a', 'b', 'c'],
    moved: ['b', 'a', 'c'],
  },
  {
    id: 'RS-POS-3',
    what: 'at the third place',
    position: () => ({ index: 3 }),
    added: ['a', 'b', 'new', 'c'],
    moved: ['a', 'c', 'b'],
  },
  {
    id: 'RS-POS-4',
    what: 'at the top',
    position: () => ({ before: '' }),
    added: ['new', 'a', 'b', 'c'],
    moved: ['b', 'a', 'c'],
  },
  {
    id: 'RS-POS-5',
    what: 'at the bottom',
    position: () => ({ after: '' }),
    added: ['a', 'b', 'c', 'new'],
    moved: ['a', 'c', 'b'],
  },
];

const placing: readonly Test<KnownRequirementId>[] = places.flatMap(
  ({ id, what, position, added, moved }): Test<KnownRequirementId>[] => [
    test(id, `puts a new rule ${what}`, async (t) => {
      const opened = await threeRules(t);
      const body = { ...blockRule(t, '/new', { description: 'new' }), position: position(opened) };
      t.expectSuccess(await t.ask('rulesets.zone.rule.create', { params: opened.params, body }), 'the POST');
      equal(await opened.order(), added, 'the rules in order');
    }),
    test(id, `moves a rule ${what}`, async (t) => {
      const opened = await threeRules(t);
      const params = { ...opened.params, rule_id: opened.b.id };
      const body = { ...blockRule(t, '/b', { description: 'b' }), position: position(opened) };
      t.expectSuccess(await t.ask('rulesets.zone.rule.edit', { params, body }), 'the PATCH');
      equal(await opened.order(), moved, 'the rules in order');
    }),
  ],
);

const faults: readonly {
  readonly id: KnownRequirementId;
  readonly what: string;
  readonly position: (a: Rule) => unknown;
}[] = [{ id: 'RS-POS-7', what: 'an invalid id', position: () => ({ before: 'first' }) }];

/** Positions of rules. */
export const rulePositionsSuite = defineSuite('rulesets/positions', [
  ...placing,
  {
    title: 'moves a rule that is sent with only a position, and changes nothing else',
    requirements: ['RS-POS-10'],
    run: async (t) => {
      const opened = await threeRules(t);
      const reply = await t.call('rulesets.zone.rule.edit', {
        params: { ...opened.params, rule_id: opened.c.id },
        body: { position: { before: opened.a.id } },
      });
      equal(getRules(createRuleset(reply)), [opened.c, opened.a, opened.b], 'the rules in order');
    },
  },
  ...faults.map(({ id, what, position }) =>
    test(id, `refuses a position with ${what}`, async (t) => {
      const opened = await threeRules(t);
      const post = (at: unknown) =>
        t.ask('rulesets.zone.rule.create', {
          params: opened.params,
          body: { ...blockRule(t, '/new'), position: at },
        });
      await t.refused({
        good: () => post({ before: opened.a.id }),
        bad: () => post(position(opened.a)),
        snapshot: opened.read,
      });
    }),
  ),
]);

/** A ruleset with one described rule, and a PATCH of it. */
async function oneRule(t: TestContext) {
  const rule = blockRule(t, '/one', { description: 'one', ref: 'first' });
  const opened = await openRuleset(t, [rule]);
  const params = { ...opened.params, rule_id: ruleAt(opened.ruleset, 0).id };
  const patch = (body: RuleInput) => t.ask('rulesets.zone.rule.edit', { params, body });
  return { ...opened, rule, params, patch };
}

const getMessage = (body: unknown) => {
  const errors = object(body, 'the body')['errors'];
  return String(object(Array.isArray(errors) ? errors[0] : undefined, 'the error')['message']);
};

/** Single rules. */
export const rulesetRulesSuite = defineSuite('rulesets/rules', [
  test(['RS-RULE-1', 'RS-RULE-9'], 'adds a rule at the end and returns the whole ruleset', async (t) => {
    const { ruleset, params, read } = await oneRule(t);
    const reply = await t.call('rulesets.zone.rule.create', {
      params,
      body: blockRule(t, '/two', { description: 'two' }),
    });
    const answered = createRuleset(reply);
    equal(answered.id, ruleset.id, 'the id in the answer');
    equal(answered, await read(), 'the answer and the read ruleset');
    await t.check('RS-RULE-9', () => {
      equal(
        getRules(answered).map(({ description }) => description),
        ['one', 'two'],
        'the rules in order',
      );
    });
  }),
  {
    title: 'replaces a rule and returns the whole ruleset',
    requirements: ['RS-RULE-2', 'RS-RULE-5', 'RS-RULE-8'],
    run: async (t) => {
      const { ruleset, rule, patch, read } = await oneRule(t);
      const reply = await patch({ action: 'log', expression: rule.expression });
      t.expectSuccess(reply, 'the PATCH');
      const answered = createRuleset(reply);
      const [before, after] = [ruleAt(ruleset, 0), ruleAt(answered, 0)];
      equal(answered, await read(), 'the answer and the read ruleset');
      equal(after.action, 'log', 'the action');
      await t.check('RS-RULE-5', () => ok(!after.description, 'the description is still there'));
      await t.check('RS-RULE-8', () => equal([after.id, after.ref], [before.id, 'first'], 'id and ref'));
    },
  },
  test(['RS-RULE-3', 'RS-RULE-4'], 'deletes a rule and returns the whole ruleset', async (t) => {
    const { ruleset, params, read } = await oneRule(t);
    const answered = createRuleset(await t.call('rulesets.zone.rule.delete', { params }));
    equal(answered.id, ruleset.id, 'the id in the answer');
    await t.check('RS-RULE-4', async () => {
      equal(getRules(answered), [], 'the rules in the answer');
      equal(getRules(await read()), [], 'the rules of the read ruleset');
    });
  }),
  test('RS-RULE-6', 'refuses a PATCH without an expression', async (t) => {
    const { rule, patch, read } = await oneRule(t);
    await t.refused({
      good: () => patch({ action: 'log', expression: rule.expression }),
      bad: [
        { what: 'without expression', send: () => patch({ action: 'log' }) },
        { what: 'with enabled alone', send: () => patch({ enabled: false }) },
      ],
      code: 20125,
      snapshot: read,
    });
  }),
  test('RS-RULE-7', 'refuses a PATCH of parameters without their action', async (t) => {
    const { rule, patch, read } = await oneRule(t);
    const { expression } = rule;
    const action_parameters = {
      response: { status_code: 418, content: 'no', content_type: 'text/plain' },
    };
    await t.refused({
      good: () => patch({ action: 'block', action_parameters, expression }),
      bad: async () => {
        const reply = await patch({ action_parameters, expression });
        match(getMessage(reply.body), /action is required for action parameters/, 'the message');
        return reply;
      },
      snapshot: read,
    });
  }),
]);
