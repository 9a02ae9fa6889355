import { array, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { runMark } from '../harness/resources.ts';
import { type FaultRecipe, recipe } from '../v4/faults.ts';
import {
  createRuleset,
  custom,
  customRuleset,
  getIds,
  openRuleset,
  type Ruleset,
  ruleAt,
} from './rulesets.ts';

/** A rule with every member that can be faulty. */
const rule = {
  ref: 'let-through',
  action: 'skip',
  action_parameters: { ruleset: 'current' },
  expression: 'ssl',
  description: 'Lets everything through',
  enabled: false,
  logging: { enabled: true },
} as const;

const placed = { ...rule, position: { index: 1 } };
const change = { description: 'Rules of a test', rules: [rule] };
const creation = { name: 'rules', kind: 'zone', phase: custom, ...change } as const;

const zone: readonly FaultRecipe[] = [
  recipe('rulesets.zone.create', {
    shape: creation,
    prepare: async (t) => {
      const params = { zone_id: (await t.zone()).id };
      return {
        params,
        body: creation,
        snapshot: async () => getIds(await t.ask('rulesets.zone.list', { params })),
      };
    },
  }),
  recipe('rulesets.zone.update', {
    shape: change,
    prepare: async (t) => {
      const { params, read } = await openRuleset(t, []);
      return { params, body: change, snapshot: read };
    },
  }),
  recipe('rulesets.zone.entrypoint.update', {
    shape: change,
    getLevel: () => 'should', // the seed says of this call only what it takes
    prepare: async (t) => {
      const { zone_id, read } = await openRuleset(t, []);
      return { params: { zone_id, ruleset_phase: custom }, body: change, snapshot: read };
    },
  }),
  recipe('rulesets.zone.rule.create', {
    shape: placed,
    prepare: async (t) => {
      const { params, read } = await openRuleset(t, []);
      return { params, body: placed, snapshot: read };
    },
  }),
  recipe('rulesets.zone.rule.edit', {
    shape: placed,
    prepare: async (t) => {
      const { params, ruleset, read } = await openRuleset(t, [rule]);
      return { params: { ...params, rule_id: ruleAt(ruleset, 0).id }, body: placed, snapshot: read };
    },
  }),
];

/** The rulesets of the account that this run created. */
async function mine(t: TestContext): Promise<unknown[]> {
  const params = { account_id: t.accountId };
  const { body } = await t.ask('rulesets.account.list', { params });
  const listed = array(object(body, 'the body')['result'], 'result');
  return listed.filter((entry) => JSON.stringify(entry).includes(runMark(t.run)));
}

/** A custom ruleset of the account to write to. */
async function accountDesk(t: TestContext) {
  const { id } = await customRuleset(t);
  const params = { account_id: t.accountId, ruleset_id: id };
  const read = async (): Promise<Ruleset> => createRuleset(await t.call('rulesets.account.get', { params }));
  return { params, read };
}

const account: readonly FaultRecipe[] = [
  recipe('rulesets.account.create', {
    exclusive: 'account',
    shape: { ...creation, kind: 'custom' },
    prepare: async (t) => {
      const account_id = t.accountId;
      t.after(async () => {
        for (const entry of await mine(t)) {
          const ruleset_id = String(object(entry, 'an entry')['id']);
          await t.ask('rulesets.account.delete', { params: { account_id, ruleset_id } });
        }
      });
      return {
        params: { account_id },
        body: { ...creation, kind: 'custom', name: t.title() },
        snapshot: () => mine(t),
      };
    },
  }),
  recipe('rulesets.account.update', {
    shape: change,
    prepare: async (t) => {
      const { params, read } = await accountDesk(t);
      return { params, body: change, snapshot: read };
    },
  }),
  recipe('rulesets.account.entrypoint.update', {
    exclusive: 'account',
    shape: change,
    prepare: async (t) => {
      const params = { account_id: t.accountId, ruleset_phase: custom } as const;
      const read = () => t.ask('rulesets.account.entrypoint.get', { params });
      const before = await read();
      if (before.status !== 404) t.skip('the account already has an entry point of this phase');
      t.after(async () => {
        const made = await read();
        if (made.status !== 200) return;
        const ruleset_id = createRuleset(made).id;
        await t.ask('rulesets.account.delete', { params: { account_id: t.accountId, ruleset_id } });
      });
      return { params, body: change, snapshot: async () => createRuleset(await read()) };
    },
  }),
  recipe('rulesets.account.rule.create', {
    shape: placed,
    prepare: async (t) => {
      const { params, read } = await accountDesk(t);
      return { params, body: placed, snapshot: read };
    },
  }),
  recipe('rulesets.account.rule.edit', {
    shape: placed,
    prepare: async (t) => {
      const { params, read } = await accountDesk(t);
      const made = createRuleset(await t.call('rulesets.account.rule.create', { params, body: rule }));
      return { params: { ...params, rule_id: ruleAt(made, 0).id }, body: placed, snapshot: read };
    },
  }),
];

/** How to send faulty bodies to the operations of rulesets. */
export const rulesetRecipes: readonly FaultRecipe[] = [...zone, ...account];
