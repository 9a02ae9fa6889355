import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule } from '../harness/creation.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  editedRule,
  editRule,
  editRules,
  getMeaning,
  getResult,
  idsAmong,
  makeRule,
  makeRules,
  operationIfPossible,
  recordsIn,
  without,
} from './requests.ts';

type Id = KnownRequirementId;

/** Changes of one member each; each differs from the result of {@link makeRule}. */
const changes: readonly (readonly [id: Id, member: string, value: (t: TestContext) => Promise<unknown>])[] = [
  ['TV-RULE-11', 'title', async (t) => t.title('changed')],
  ['TV-RULE-12', 'description', async () => 'Another description'],
  ['TV-RULE-13', 'action', async () => 'log'],
  ['TV-RULE-14', 'expression', async (t) => `is_jwt_valid("${(await t.config()).id}")`],
  [
    'TV-RULE-15',
    'selector',
    async (t) => {
      const made = await operationIfPossible(t);
      return {
        include: [{ host: [t.host('changed')] }],
        exclude: made ? [{ operation_ids: [made.operation_id] }] : [],
      };
    },
  ],
  ['TV-RULE-42', 'enabled', async () => false],
];

/**
 * Fails unless the rules are stored as given. A bulk edit without changes returns them; the seed describes no other way
 * to read them.
 */
async function areStored(t: TestContext, ...rules: readonly (object & { id: string })[]): Promise<void> {
  const items = rules.map((rule) => ({ id: rule.id, enabled: Reflect.get(rule, 'enabled') }));
  const reply = await t.step('read by a bulk edit', () => editRules(t, items));
  for (const rule of rules) {
    equal(getMeaning(editedRule(reply, rule.id)), getMeaning(rule), 'the stored rule');
  }
}

/** Bulk edits: what they change, keep and refuse. */
export const ruleChangesSuite = defineSuite('token-validation/rule-changes', [
  ...changes.map(([id, member, makeValue]) =>
    test([id, 'TV-RULE-5', 'TV-RULE-8'], `changes ${member} and nothing else`, async (t) => {
      // The configuration that the rule will name is created first, so that it is removed last.
      const value = await makeValue(t);
      const rule = await makeRule(t, { action: 'block', enabled: true });
      const edited = await editRule(t, rule.id, { [member]: value });
      const wanted = getMeaning({ ...rule, [member]: value });
      equal(getMeaning(edited)[member], wanted[member], `${member} of the edited rule`);
      await t.check('TV-RULE-8', () =>
        equal(without(getMeaning(edited), member), without(wanted, member), 'the other members'),
      );
      // The next edit omits the member, so its answer shows the stored value.
      const again = await editRule(
        t,
        rule.id,
        member === 'description' ? { action: 'log' } : { description: 'x' },
      );
      equal(getMeaning(again)[member], wanted[member], `${member} after another edit`);
    }),
  ),
  {
    title: 'changes several rules in one call and returns them',
    requirements: ['TV-RULE-6', 'TV-RULE-7', 'TV-RULE-20'],
    run: async (t) => {
      const rules = await makeRules(t, {}, {}, {}, {});
      const [first, second, third, fourth] = rules as [Rule, Rule, Rule, Rule]; // four were made
      const title = t.title('changed');
      const reply = await editRules(t, [
        { id: third.id, title },
        { id: first.id, description: 'Changed', action: 'log' },
      ]);
      expectSuccess(reply, 'the bulk edit');
      const changed = [
        { ...third, title },
        { ...first, description: 'Changed', action: 'log' },
      ];
      await t.check('TV-RULE-7', () => {
        for (const rule of changed) {
          equal(getMeaning(editedRule(reply, rule.id)), getMeaning(rule), 'an updated rule of the answer');
        }
      });
      await t.check('TV-RULE-6', () => areStored(t, ...changed));
      await t.check('TV-RULE-20', () => areStored(t, second, fourth));
    },
  },
  test('TV-RULE-7', 'returns the updated rules and no rule twice', async (t) => {
    const [first = '', second = ''] = (await makeRules(t, {}, {})).map(({ id }) => id);
    const reply = await editRules(t, [
      { id: first, enabled: false },
      { id: second, enabled: false },
    ]);
    expectSuccess(reply, 'the bulk edit');
    const own = [first, second].toSorted();
    equal(idsAmong(recordsIn(getResult(reply)), own).toSorted(), own, 'the ids of the updated rules');
  }),
  test('TV-RULE-16', 'accepts a position next to other members', async (t) => {
    const [first, second] = (await makeRules(t, {}, {})) as [Rule, Rule]; // two were made
    const title = t.title('moved');
    const edited = await editRule(t, second.id, { title, position: { before: first.id }, action: 'log' });
    equal(getMeaning(edited), getMeaning({ ...second, title, action: 'log' }), 'the edited rule');
    equal((await editRule(t, second.id, { enabled: true }))['title'], title, 'the title after another edit');
  }),
  test('TV-RULE-71', 'changes no rule when one item of a bulk edit is faulty', async (t) => {
    const [first, second] = (await makeRules(t, {}, {})).map(({ id }) => id);
    const before = await t.list('token-validation.rule.list');
    const item = { id: first, description: 'Changed', position: { after: second } };
    for (const faulty of [
      { id: second, action: 'allow' },
      { id: second, expression: 'http.host eq' },
      { id: second, position: { before: crypto.randomUUID() } },
      { id: crypto.randomUUID(), description: 'Changed' },
    ]) {
      t.expectFailure(await editRules(t, [item, faulty]));
    }
    equal(await t.list('token-validation.rule.list'), before, 'the rules of the zone');
  }),
  test('TV-RULE-74', 'refuses a bulk edit that names one rule twice', async (t) => {
    const [first, second] = (await makeRules(t, {}, {})).map(({ id }) => id);
    const send = (id: string | undefined) =>
      editRules(t, [
        { id: first, description: 'One' },
        { id, action: 'log' },
      ]);
    await t.refused({ good: () => send(second), bad: () => send(first) });
  }),
  test('TV-RULE-75', 'refuses a bulk edit that names an unknown rule', async (t) => {
    const { id } = await makeRule(t);
    await t.refused({
      good: () => editRules(t, [{ id, description: 'One' }]),
      bad: () => editRules(t, [{ id: crypto.randomUUID(), description: 'Two' }]),
    });
  }),
]);
