import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { blockRule, createRuleset, getRules, openRuleset, type Rule, ruleAt } from './rulesets.ts';

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
