import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule } from '../harness/creation.ts';
import { defineSuite } from '../harness/suite.ts';
import { hasId, makeRule, timestampUtc, uuid, withId, without } from './requests.ts';

const params = (t: TestContext, id: string) => ({ zone_id: t.zoneId, rule_id: id });

/** Reads a rule that has to be there. */
const stored = async (t: TestContext, id: string): Promise<Rule> =>
  (await t.call('token-validation.rule.get', { params: params(t, id) })).body.result;

const list = (t: TestContext) => t.list('token-validation.rule.list');

/** A rule without the members that every change touches. */
const stable = (rule: object) => without(without(rule, 'last_updated'), 'modified_by');

/** Changes of one member each, of a rule that blocks and is enabled. */
const changes = {
  title: (t: TestContext) => ({ title: t.title('changed') }),
  description: () => ({ description: 'Another description' }),
  action: () => ({ action: 'log' as const }),
  enabled: () => ({ enabled: false }),
  expression: (t: TestContext) => ({ expression: `http.host eq "${t.host('changed')}"` }),
  selector: (t: TestContext) => ({ selector: { include: [{ host: [t.host('changed')] }], exclude: [] } }),
};

/** One rule at a time: creating, reading, listing, changing and deleting it. */
export const ruleLifecycleSuite = defineSuite({
  name: 'token-validation/rule-lifecycle',
  tests: [
    {
      title: 'creates one rule and answers every member',
      requirements: ['TV-RULE-45', 'TV-RULE-46', 'TV-RULE-54'],
      run: async (t) => {
        const body = t.ruleBody({ action: 'log', enabled: false });
        const reply = await t.call('token-validation.rule.create', { params: { zone_id: t.zoneId }, body });
        const { id, created_at, last_updated, modified_by: _, ...members } = reply.body.result;
        await t.check('TV-RULE-45', async () => {
          match(id, uuid, 'result.id');
          equal(members, body, 'the other members of result');
          ok(hasId(await list(t), id), 'the created rule is not listed');
        });
        await t.check('TV-RULE-46', () => equal(reply.status, 200, 'the status'));
        await t.check('TV-RULE-54', () => {
          match(created_at, timestampUtc, 'result.created_at');
          match(last_updated, timestampUtc, 'result.last_updated');
        });
      },
    },
    {
      title: 'reads and lists rules as their creation answered them',
      requirements: ['TV-RULE-47', 'TV-RULE-48'],
      run: async (t) => {
        const first = await makeRule(t, { action: 'log', description: 'One of two' });
        const second = await makeRule(t, { enabled: false });
        await t.check('TV-RULE-47', async () => {
          const listed = await list(t);
          equal(withId(listed, first.id), first, 'the first rule');
          equal(withId(listed, second.id), second, 'the second rule');
        });
        await t.check('TV-RULE-48', async () => {
          equal(await stored(t, first.id), first, 'the first rule');
          equal(await stored(t, second.id), second, 'the second rule');
        });
      },
    },
    ...Object.entries(changes).map(([member, change]) => ({
      title: `changes ${member} of one rule and nothing else`,
      requirements: ['TV-RULE-49', 'TV-RULE-50'] as const,
      run: async (t: TestContext) => {
        const other = await makeRule(t);
        const rule = await makeRule(t, { action: 'block', enabled: true });
        const wanted = change(t);
        const reply = await t.call('token-validation.rule.edit', {
          params: params(t, rule.id),
          body: wanted,
        });
        const now = await stored(t, rule.id);
        await t.check('TV-RULE-49', () => {
          equal(Reflect.get(reply.body.result, member), Reflect.get(wanted, member), `result.${member}`);
          equal(Reflect.get(now, member), Reflect.get(wanted, member), `${member} of the read rule`);
        });
        await t.check('TV-RULE-50', () =>
          equal(without(stable(now), member), without(stable(rule), member), 'the other members'),
        );
        equal(await stored(t, other.id), other, 'another rule');
      },
    })),
    {
      title: 'deletes a rule',
      requirements: ['TV-RULE-51', 'TV-RULE-52'],
      run: async (t) => {
        const kept = await makeRule(t);
        const rule = await makeRule(t);
        const reply = await t.call('token-validation.rule.delete', { params: params(t, rule.id) });
        await t.check('TV-RULE-52', () => equal(reply.status, 200, 'the status'));
        const listed = await list(t);
        ok(!hasId(listed, rule.id), 'the deleted rule is still listed');
        ok(hasId(listed, kept.id), 'another rule is not listed any more');
      },
    },
    {
      title: 'refuses a PUT of a rule',
      requirements: ['TV-RULE-53'],
      run: async (t) => {
        const rule = await makeRule(t);
        const reply = await t.send({
          method: 'PUT',
          path: `/zones/${t.zoneId}/token_validation/rules/${rule.id}`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(t.ruleBody()),
        });
        t.expectFailure(reply);
        equal(await stored(t, rule.id), rule, 'the rule');
      },
    },
    {
      title: 'gives an expression back as it was sent',
      requirements: ['TV-RULE-64'],
      run: async (t) => {
        const config = await t.config();
        for (const expression of [
          `(is_jwt_valid("${config.id}"))`,
          `((is_jwt_valid("${config.id}"))  or  not is_jwt_present("${config.id}"))`,
        ]) {
          const rule = await makeRule(t, { expression });
          equal(rule.expression, expression, 'the expression of the created rule');
          equal((await stored(t, rule.id)).expression, expression, 'the expression of the read rule');
        }
      },
    },
    {
      title: 'answers 404 for a rule id that was never given',
      requirements: ['TV-RULE-76'],
      run: async (t) => {
        const reply = await t.ask('token-validation.rule.get', { params: params(t, crypto.randomUUID()) });
        t.expectFailure(reply, { status: 404 });
      },
    },
  ],
});
