import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { blockRule, createRuleset, getRules, openDesk, type Rule, ruleAt } from './rulesets.ts';

const unknown = '0123456789abcdef0123456789abcdef';

/** A desk with the rules a, b and c. */
async function threeRules(t: TestContext) {
  const desk = await openDesk(
    t,
    ['a', 'b', 'c'].map((name) => blockRule(t, `/${name}`, { description: name })),
  );
  const [a, b, c] = [ruleAt(desk.ruleset, 0), ruleAt(desk.ruleset, 1), ruleAt(desk.ruleset, 2)];
  return { ...desk, a, b, c };
}

interface Place {
  readonly id: KnownRequirementId;
  readonly what: string;
  readonly position: (rules: { readonly a: Rule; readonly b: Rule; readonly c: Rule }) => unknown;
  /** Order of the rules after a new one was put there. */
  readonly added: readonly string[];
  /** Order of the rules after b was moved there. */
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
      const desk = await threeRules(t);
      const body = { ...blockRule(t, '/new', { description: 'new' }), position: position(desk) };
      t.expectSuccess(await t.ask('rulesets.zone.rule.create', { params: desk.params, body }), 'the POST');
      equal(await desk.order(), added, 'the rules in order');
    }),
    test(id, `moves a rule ${what}`, async (t) => {
      const desk = await threeRules(t);
      const params = { ...desk.params, rule_id: desk.b.id };
      const body = { ...blockRule(t, '/b', { description: 'b' }), position: position(desk) };
      t.expectSuccess(await t.ask('rulesets.zone.rule.edit', { params, body }), 'the PATCH');
      equal(await desk.order(), moved, 'the rules in order');
    }),
  ],
);

const faults: readonly {
  readonly id: KnownRequirementId;
  readonly what: string;
  readonly position: (a: Rule) => unknown;
}[] = [
  { id: 'RS-POS-7', what: 'an id that is none', position: () => ({ before: 'first' }) },
  { id: 'RS-POS-8', what: 'an unknown rule', position: () => ({ after: unknown }) },
  { id: 'RS-POS-9', what: 'two members', position: ({ id }) => ({ before: id, index: 1 }) },
];

/** Where rules go. */
export const rulePositionsSuite = defineSuite('rulesets/positions', [
  ...placing,
  {
    title: 'moves a rule that is sent with a position alone, and changes nothing else of it',
    requirements: ['RS-POS-10'],
    run: async (t) => {
      const desk = await threeRules(t);
      const reply = await t.call('rulesets.zone.rule.edit', {
        params: { ...desk.params, rule_id: desk.c.id },
        body: { position: { before: desk.a.id } },
      });
      equal(getRules(createRuleset(reply)), [desk.c, desk.a, desk.b], 'the rules in order');
    },
  },
  ...faults.map(({ id, what, position }) =>
    test(id, `refuses a position with ${what}`, async (t) => {
      const desk = await threeRules(t);
      const post = (at: unknown) =>
        t.ask('rulesets.zone.rule.create', {
          params: desk.params,
          body: { ...blockRule(t, '/new'), position: at },
        });
      await t.refused({
        good: () => post({ before: desk.a.id }),
        bad: () => post(position(desk.a)),
        snapshot: desk.read,
      });
    }),
  ),
]);
