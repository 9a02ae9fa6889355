import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, match, object } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
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

/** Creation of token validation rules: what it answers. What it refuses follows from the contract. */
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
  ],
});
