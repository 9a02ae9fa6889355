import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  addToEntrypoint,
  createRuleset,
  custom,
  customRuleset,
  getRules,
  type Rule,
  type RuleInput,
  type Ruleset,
} from './rulesets.ts';
import { addCustomRules, openSite, type Site } from './waf.ts';

/** A block with its own status. */
const blockWith = (status_code: number): RuleInput => ({
  action: 'block',
  action_parameters: { response: { status_code, content: 'no', content_type: 'text/plain' } },
});

/** Adds a rule to the account's entry point until the end of the test. */
async function addToAccount(t: TestContext, rule: RuleInput): Promise<void> {
  const params = { account_id: t.accountId, ruleset_phase: custom } as const;
  const found = await t.send({
    method: 'GET',
    path: `/accounts/${t.accountId}/rulesets/phases/${custom}/entrypoint`,
  });
  const before = found.status === 200 ? getRules(createRuleset(found)) : [];
  t.after(async () => {
    const reply = await t.ask('rulesets.account.entrypoint.update', { params, body: { rules: before } });
    if (found.status !== 404 || reply.status !== 200) return;
    const ruleset_id = createRuleset(reply).id;
    await t.ask('rulesets.account.delete', { params: { account_id: t.accountId, ruleset_id } });
  });
  await t.call('rulesets.account.entrypoint.update', { params, body: { rules: [...before, rule] } });
}

/** Runs a custom ruleset of the account with these rules for the requests to a site. */
async function execute(t: TestContext, site: Site, ...rules: readonly RuleInput[]): Promise<Ruleset> {
  const made = await customRuleset(t);
  const params = { account_id: t.accountId, ruleset_id: made.id };
  const body = { rules: rules.map((rule) => ({ expression: site.here, ...rule })) };
  const filled = createRuleset(await t.call('rulesets.account.update', { params, body }));
  await addToAccount(t, {
    action: 'execute',
    action_parameters: { id: made.id },
    expression: `${site.here} and cf.zone.plan eq "ENT"`,
  });
  return filled;
}

/** The rule of a ruleset with a description. */
function described(ruleset: Ruleset, description: string): Rule {
  const found = getRules(ruleset).find((rule) => rule.description === description);
  if (!found) throw new ConformanceFailure(`the ruleset has no rule ${description}`);
  return found;
}

/** Rules of the account, which come before those of the zone, and skips of both. */
export const wafScopesSuite = defineSuite({ name: 'rulesets/waf-scopes', exclusive: 'account' }, [
  {
    title: 'runs a custom ruleset that a rule of the account executes',
    requirements: ['RS-EVAL-13'],
    // The account's rules apply to the requests of all its zones.

    run: async (t) => {
      const [site, other] = [await openSite(t), await openSite(t, '/other')];
      await execute(t, site, { action: 'block' });
      await site.blocks();
      await other.admits();
    },
  },
  test('RS-EVAL-16', 'runs the rules of the account before those of the zone', async (t) => {
    const site = await openSite(t);
    await addCustomRules(t, { ...blockWith(451), expression: site.here });
    equal((await site.send()).status, 451, 'the status before the account has rules');
    await execute(t, site, blockWith(410));
    equal((await site.send()).status, 410, 'the status');
  }),
  test('RS-EVAL-10', 'skips the rules of the zone when the account skips the phase', async (t) => {
    const site = await openSite(t);
    await addCustomRules(t, { action: 'block', expression: site.here });
    await site.blocks();
    await execute(t, site, { action: 'skip', action_parameters: { phase: 'current' } });
    await site.admits();
  }),
  test('RS-EVAL-9', 'continues with the zone when the account skips the current ruleset', async (t) => {
    const site = await openSite(t);
    await addCustomRules(t, { ...blockWith(451), expression: site.here });
    const skip: RuleInput = { action: 'skip', action_parameters: { ruleset: 'current' } };
    await execute(t, site, skip, blockWith(410));
    equal((await site.send()).status, 451, 'the status');
  }),
  test('RS-EVAL-14', 'omits a skipped ruleset', async (t) => {
    const site = await openSite(t);
    const own = await addToEntrypoint(t, custom, [{ action: 'block', expression: site.here }]);
    const skip: RuleInput = { action: 'skip', action_parameters: { rulesets: [own.id] } };
    await execute(t, site, {
      ...skip,
      expression: `${site.here} and http.request.uri.query eq "friend"`,
    });
    await site.admits({ path: `${site.path}?friend` });
    await site.blocks();
  }),
  test('RS-EVAL-11', 'omits only the skipped rules', async (t) => {
    const site = await openSite(t);
    const own = await addToEntrypoint(t, custom, [
      { ...blockWith(410), expression: site.here, description: 'left out' },
      { ...blockWith(451), expression: site.here, description: 'kept' },
    ]);
    equal((await site.send()).status, 410, 'the status before the skip');
    const rules = { [own.id]: [described(own, 'left out').id] };
    await execute(t, site, { action: 'skip', action_parameters: { rules } });
    equal((await site.send()).status, 451, 'the status');
  }),
]);
