import type { Reply } from '../../spec/client.ts';
import { equal, object } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  blockRule,
  config,
  configRule,
  custom,
  getIds,
  type OpenedRuleset,
  openRuleset,
  ruleAt,
} from './rulesets.ts';

const query = { dry_run: true };

/** Every write that returns a ruleset, valid and faulty. */
const writes: readonly {
  readonly what: string;
  readonly send: (t: TestContext, opened: OpenedRuleset, faulty: boolean) => Promise<Reply>;
}[] = [
  {
    what: 'the creation of a ruleset',
    send: (t, { zone_id }, faulty) =>
      t.ask('rulesets.zone.create', {
        params: { zone_id },
        query,
        body: {
          name: 'tried',
          kind: 'zone',
          phase: config,
          rules: [configRule(t, 'docs', faulty ? { expression: '' } : {})],
        },
      }),
  },
  {
    what: 'the update of a ruleset',
    send: (t, { params }, faulty) =>
      t.ask('rulesets.zone.update', {
        params,
        query,
        body: { rules: [blockRule(t, '/new'), rule(t, faulty)] },
      }),
  },
  {
    what: 'the update of an entry point',
    send: (t, { zone_id }, faulty) =>
      t.ask('rulesets.zone.entrypoint.update', {
        params: { zone_id, ruleset_phase: custom },
        query,
        body: { rules: [rule(t, faulty)] },
      }),
  },
  {
    what: 'a new rule',
    send: (t, { params }, faulty) =>
      t.ask('rulesets.zone.rule.create', { params, query, body: rule(t, faulty) }),
  },
  {
    what: 'the replacement of a rule',
    send: (t, { params, ruleset }, faulty) =>
      t.ask('rulesets.zone.rule.edit', {
        params: { ...params, rule_id: ruleAt(ruleset, 0).id },
        query,
        body: rule(t, faulty),
      }),
  },
];

const rule = (t: TestContext, faulty: boolean) =>
  blockRule(t, '/tried', faulty ? { expression: 'htp.host eq "a"' } : {});

/** The rulesets of the zone, and the test's own ruleset with its rules. */
const getState = async (t: TestContext, { zone_id, read }: OpenedRuleset) => ({
  ids: getIds(await t.ask('rulesets.zone.list', { params: { zone_id } })),
  ruleset: await read(),
});

/** Dry runs of writes. */
export const dryRunSuite = defineSuite('rulesets/dry-run', [
  ...writes.map(({ what, send }) =>
    test(['RS-DRY-1', 'RS-DRY-3', 'RS-DRY-4'], `tries ${what} without storing it`, async (t) => {
      const opened = await openRuleset(t, [blockRule(t, '/one')]);
      const before = await getState(t, opened);
      const reply = await send(t, opened, false);
      equal(reply.status, 200, 'the status');
      equal(object(reply.body, 'the body')['result'], null, 'result');
      const after = await getState(t, opened);
      await t.check('RS-DRY-3', () => equal(after, before, 'the rulesets'));
      const refused = await send(t, opened, true);
      await t.check('RS-DRY-4', () => t.expectFailure(refused));
    }),
  ),
  {
    title: 'tries the deletion of a rule, a version and a ruleset without deleting it',
    requirements: ['RS-DRY-1', 'RS-DRY-2', 'RS-DRY-3'],
    run: async (t) => {
      const opened = await openRuleset(t, [blockRule(t, '/one')]);
      const { params, ruleset } = opened;
      await t.call('rulesets.zone.update', { params, body: { description: 'second' } });
      const before = await getState(t, opened);
      const rule_id = ruleAt(ruleset, 0).id;
      const gone = await t.ask('rulesets.zone.rule.delete', { params: { ...params, rule_id }, query });
      await t.check('RS-DRY-1', () =>
        equal([gone.status, object(gone.body, 'the body')['result']], [200, null], 'status and result'),
      );
      const version = { ...params, ruleset_version: ruleset.version };
      for (const [what, reply] of [
        ['a version', await t.ask('rulesets.zone.versions.delete', { params: version, query })],
        ['the ruleset', await t.ask('rulesets.zone.delete', { params, query })],
      ] as const) {
        await t.check('RS-DRY-2', () => equal(reply.status, 204, `the status for ${what}`));
      }
      const kept = await t.ask('rulesets.zone.versions.get', { params: version });
      await t.check('RS-DRY-3', async () => {
        t.expectSuccess(kept, 'reading the version');
        equal(await getState(t, opened), before, 'the rulesets');
      });
    },
  },
]);
