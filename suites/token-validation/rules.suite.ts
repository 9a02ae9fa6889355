import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, match, object } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test } from '../harness/suite.ts';
import {
  createRules,
  editRules,
  makeRule,
  resultOf,
  timestamp,
  timestampUtc,
  uuid,
  withId,
} from './requests.ts';

type Id = KnownRequirementId;

/** Three rules that differ in every member. */
async function threeBodies(t: TestContext) {
  const config = await t.config();
  const operation = await t.operation({ method: 'GET', endpoint: t.path('/login') });
  return [
    t.ruleBody({
      description: 'The first of three',
      action: 'block',
      enabled: true,
      expression: `is_jwt_valid("${config.id}")`,
      selector: {
        include: [{ host: [t.host('a'), t.host('b')] }],
        exclude: [{ operation_ids: [operation.operation_id] }],
      },
    }),
    t.ruleBody({
      description: 'The second of three',
      action: 'log',
      enabled: true,
      expression: `is_jwt_present("${config.id}") or not http.host eq "never.example.com"`,
      selector: { include: [{ host: [t.host('c')] }], exclude: [] },
    }),
    t.ruleBody({
      description: 'The third of three',
      action: 'block',
      enabled: false,
      expression: `is_jwt_valid("${config.id}") or not is_jwt_present("${config.id}")`,
      selector: { include: [{ host: [t.host('a')] }], exclude: [] },
    }),
  ];
}

/** Members of a rule that hold values which are refused. */
const faults: readonly (readonly [id: Id, member: string, values: readonly unknown[]])[] = [
  ['TV-RULE-24', 'title', [42, true, null, ['title'], { text: 'title' }]],
  ['TV-RULE-28', 'description', [42, false, null, ['description'], { text: 'description' }]],
  ['TV-RULE-31', 'action', ['allow', 'challenge', 'BLOCK', 'skip', '', 1, null]],
  ['TV-RULE-34', 'enabled', ['true', 'false', 1, 0, null, []]],
  ['TV-RULE-36', 'expression', [42, true, null, ['is_jwt_valid'], { expression: 'http.host eq "a"' }]],
  ['TV-RULE-38', 'selector', ['api.example.com', 42, true, [{ include: [] }]]],
];

/** Members that a creation may not leave out. */
const required: readonly (readonly [id: Id, member: string])[] = [
  ['TV-RULE-55', 'title'],
  ['TV-RULE-56', 'description'],
  ['TV-RULE-57', 'action'],
  ['TV-RULE-58', 'enabled'],
  ['TV-RULE-59', 'expression'],
  ['TV-RULE-60', 'selector'],
];

/** Sends two valid rules, then the same with one member of the second replaced, or left out. */
const refusesMember = (t: TestContext, member: string, values: readonly unknown[], good: object = {}) => {
  const send = (change: object) => createRules(t, [t.ruleBody(), { ...t.ruleBody(), ...good, ...change }]);
  return t.refused({
    good: () => send({}),
    bad: values.map((value) => ({
      what: value === undefined ? `without ${member}` : `with ${member} ${JSON.stringify(value)}`,
      send: () => send({ [member]: value }),
    })),
    pointer: `/1/${member}`,
    snapshot: () => t.snapshot('rule'),
  });
};

/** Creation of token validation rules: what it answers, and what it refuses. */
export const rulesSuite = defineSuite({
  name: 'token-validation/rules',
  tests: [
    {
      title: 'creates several rules in one call and answers them in the order of the request',
      requirements: [
        'TV-RULE-1',
        'TV-RULE-2',
        'TV-RULE-3',
        'TV-RULE-19',
        'TV-RULE-21',
        'TV-RULE-25',
        'TV-RULE-29',
        'TV-RULE-30',
        'TV-RULE-32',
        'TV-RULE-33',
        'TV-RULE-35',
        'TV-RULE-37',
        'TV-RULE-39',
        'TV-RULE-40',
        'TV-RULE-41',
        'TV-RULE-44',
        'TV-RULE-54',
      ],
      run: async (t) => {
        const bodies = await threeBodies(t);
        const reply = await createRules(t, bodies);
        expectSuccess(reply, 'the bulk creation');
        const rules = array(resultOf(reply), 'result').map((rule) => object(rule, 'a created rule'));
        const all = (member: string) => rules.map((rule) => rule[member]);
        const sent = (member: string) => bodies.map((body) => Reflect.get(body, member));
        const same = (id: Id, member: string) =>
          t.check(id, () => equal(all(member), sent(member), `the members ${member} of the created rules`));
        await t.check('TV-RULE-2', () => equal(rules.length, 3, 'the number of created rules'));
        await t.check('TV-RULE-3', () => equal(all('title'), sent('title'), 'the titles in their order'));
        await t.check('TV-RULE-19', () => {
          for (const id of all('id')) match(id, uuid, 'the id of a created rule');
          equal(new Set(all('id')).size, 3, 'the number of different ids');
        });
        await same('TV-RULE-21', 'title');
        await same('TV-RULE-25', 'description');
        await same('TV-RULE-29', 'action');
        await same('TV-RULE-30', 'action');
        await same('TV-RULE-32', 'enabled');
        await same('TV-RULE-33', 'enabled');
        await same('TV-RULE-35', 'expression');
        await same('TV-RULE-37', 'selector');
        for (const [id, utc, member] of [
          ['TV-RULE-39', 'TV-RULE-54', 'created_at'],
          ['TV-RULE-40', 'TV-RULE-54', 'last_updated'],
        ] as const) {
          for (const value of all(member)) {
            await t.check(id, () => match(value, timestamp, `${member} of a created rule`));
            await t.check(utc, () => match(value, timestampUtc, `${member} of a created rule`));
          }
        }
        await t.check('TV-RULE-41', () => {
          for (const value of all('modified_by')) match(value, /./, 'modified_by of a created rule');
        });
        await t.check('TV-RULE-44', () => equal(reply.status, 200, 'the status'));
        // A bulk edit that sends nothing new answers what is stored.
        const items = rules.map(({ id, enabled }) => ({ id, enabled }));
        await t.check('TV-RULE-1', async () => {
          const stored = array(resultOf(await editRules(t, items)), 'result of a bulk edit');
          for (const { id, title } of rules)
            equal(withId(stored, String(id))['title'], title, 'the title of a stored rule');
        });
      },
    },
    {
      title: 'creates one rule in a bulk call',
      requirements: ['TV-RULE-1'],
      run: async (t) => {
        const title = t.title();
        equal((await makeRule(t, { title })).title, title, 'the title of the created rule');
      },
    },
    {
      title: 'refuses a bulk creation whose body is no array',
      requirements: ['TV-RULE-4'],
      run: async (t) => {
        await t.refused({
          good: () => createRules(t, [t.ruleBody()]),
          bad: [
            { what: 'with one rule', send: () => createRules(t, t.ruleBody()) },
            { what: 'with rules in an object', send: () => createRules(t, { rules: [t.ruleBody()] }) },
            { what: 'with a text', send: () => createRules(t, 'rules') },
          ],
        });
      },
    },
    {
      title: 'accepts a rule title of 50 characters',
      requirements: ['TV-RULE-22'],
      run: async (t) => {
        const title = t.title(50);
        equal((await makeRule(t, { title })).title, title, 'the title of the created rule');
      },
    },
    {
      title: 'refuses a rule title of 51 characters',
      requirements: ['TV-RULE-23'],
      run: (t) => refusesMember(t, 'title', [t.title(51)], { title: t.title(50) }),
    },
    {
      title: 'accepts a rule description of 500 characters',
      requirements: ['TV-RULE-26'],
      run: async (t) => {
        const description = 'd'.repeat(500);
        equal((await makeRule(t, { description })).description, description, 'the description');
      },
    },
    {
      title: 'refuses a rule description of 501 characters',
      requirements: ['TV-RULE-27'],
      run: (t) => refusesMember(t, 'description', ['d'.repeat(501)], { description: 'd'.repeat(500) }),
    },
    ...faults.map(
      ([id, member, values]): Test<Id> => ({
        title: `refuses a rule whose ${member} is none`,
        requirements: [id],
        run: (t) => refusesMember(t, member, values),
      }),
    ),
    ...required.map(
      ([id, member]): Test<Id> => ({
        title: `refuses a rule without ${member}`,
        requirements: [id],
        run: (t) => refusesMember(t, member, [undefined]),
      }),
    ),
    {
      title: 'creates no rule when one of a bulk creation is faulty',
      requirements: ['TV-RULE-70'],
      run: async (t) => {
        const before = await t.list('token-validation.rule.list');
        for (const faulty of [{ action: 'allow' }, { expression: 'http.host eq' }]) {
          const items = [t.ruleBody(), { ...t.ruleBody(), ...faulty }, t.ruleBody()];
          t.expectFailure(await createRules(t, items));
        }
        equal(await t.list('token-validation.rule.list'), before, 'the rules of the zone');
      },
    },
    {
      title: 'refuses an empty bulk creation',
      requirements: ['TV-RULE-72'],
      run: async (t) => t.expectFailure(await createRules(t, [])),
    },
  ],
});
