import { equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { blockRule, createRuleset, getRules, openRuleset, type RuleInput, ruleAt } from './rulesets.ts';

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
