import { equal, isObject, match, object } from '../harness/assertions.ts';
import { defineSuite } from '../harness/suite.ts';
import { blockRule, custom, openDesk, rulesetOf, rulesOf } from './rulesets.ts';

/** Entry points: the one ruleset of a phase that runs by itself. */
export const entrypointsSuite = defineSuite({
  name: 'rulesets/entrypoints',
  tests: [
    {
      title: 'makes an entry point with the first PUT, and replaces its rules with the next',
      requirements: ['RS-ENTRY-1', 'RS-ENTRY-2', 'RS-ENTRY-3', 'RS-ENTRY-4', 'RS-ENTRY-5', 'RS-ENTRY-7'],
      run: async (t) => {
        const { zone_id, ruleset } = await openDesk(t, [blockRule(t, '/one')]);
        equal(ruleset.phase, custom, 'the phase');
        await t.check('RS-ENTRY-3', () => equal(ruleset.kind, 'zone', 'the kind'));
        await t.check('RS-ENTRY-7', () => equal(ruleset.name, 'default', 'the name'));
        const params = { zone_id, ruleset_phase: custom } as const;
        const reply = await t.call('rulesets.zone.entrypoint.update', {
          params,
          body: { rules: [blockRule(t, '/two'), blockRule(t, '/three')] },
        });
        const replaced = rulesetOf(reply);
        const before = new Set(rulesOf(ruleset).map(({ id }) => id));
        await t.check('RS-ENTRY-2', () => {
          equal(rulesOf(replaced).length, 2, 'the number of rules');
          equal(
            rulesOf(replaced).filter(({ id }) => before.has(id)),
            [],
            'the rules of before',
          );
        });
        await t.check('RS-ENTRY-5', () => equal(replaced.id, ruleset.id, 'the id'));
        const read = rulesetOf(await t.call('rulesets.zone.entrypoint.get', { params }));
        await t.check('RS-ENTRY-4', () => equal(read, replaced, 'what is read'));
      },
    },
    {
      title: 'finds no entry point where none was made',
      requirements: ['RS-ENTRY-6'],
      run: async (t) => {
        const { id: zone_id } = await t.zone();
        const params = { zone_id, ruleset_phase: custom };
        const reply = await t.ask('rulesets.zone.entrypoint.get', { params });
        t.expectFailure(reply, { status: 404, code: 10003 });
        const errors = isObject(reply.body) ? reply.body['errors'] : undefined;
        const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
        match(String(object(first, 'the error')['message']), new RegExp(custom), 'the message');
      },
    },
    {
      title: 'makes entry points of the kind root in an account',
      requirements: ['RS-ENTRY-8'],
      exclusive: 'account',
      run: async (t) => {
        const account_id = t.accountId;
        const params = { account_id, ruleset_phase: custom } as const;
        const found = await t.send({
          method: 'GET',
          path: `/accounts/${account_id}/rulesets/phases/${custom}/entrypoint`,
        });
        if (found.status === 200) {
          equal(rulesetOf(found).kind, 'root', 'the kind');
          return;
        }
        const made = rulesetOf(await t.call('rulesets.account.entrypoint.update', { params, body: {} }));
        t.after(() => t.ask('rulesets.account.delete', { params: { account_id, ruleset_id: made.id } }));
        equal(made.kind, 'root', 'the kind');
      },
    },
  ],
});
