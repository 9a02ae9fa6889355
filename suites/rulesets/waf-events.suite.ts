import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { isJwtValid } from '../token-validation/guard.ts';
import { makeRule } from '../token-validation/requests.ts';
import { addToEntrypoint, custom, type RuleInput } from './rulesets.ts';
import { addCustomRules, openIssuer, openSite } from './waf.ts';

type Id = KnownRequirementId;

const skip = { action: 'skip', action_parameters: { ruleset: 'current' } } as const;

/** Source and action of the events of one request to a site with these rules, in order. */
async function recorded(t: TestContext, ...rules: readonly RuleInput[]) {
  const site = await openSite(t);
  const complete = rules.map((rule) => ({ expression: site.here, ...rule }));
  const ruleset = await addToEntrypoint(t, custom, complete);
  const reply = await site.send();
  return { ruleset, events: await t.events(reply, 1) };
}

const describe = (events: readonly SecurityEvent[]) =>
  events.map(({ source, action }) => `${source} ${action}`);

const getAction = (action: RuleInput['action'], expected: string): Test<Id> => ({
  title: `records ${action} as ${expected}`,
  requirements: ['RS-EVT-1', 'RS-EVT-2'],
  features: ['edge'],
  run: async (t) => {
    const rule = action === 'skip' ? skip : { action };
    const { events } = await recorded(t, rule as RuleInput); // the table holds actions of custom rules alone
    equal(describe(events), [`firewallCustom ${expected}`], 'the events of the request');
  },
});

/** Events of requests that custom rules act on. */
export const wafEventsSuite = defineSuite({ name: 'rulesets/waf-events', features: ['edge'] }, [
  getAction('block', 'block'),
  getAction('challenge', 'challenge'),
  getAction('js_challenge', 'jschallenge'),
  getAction('managed_challenge', 'managedchallenge'),
  getAction('log', 'log'),
  getAction('skip', 'skip'),
  test('RS-EVT-3', 'names the rule and its ruleset', async (t) => {
    const { ruleset, events } = await recorded(t, { action: 'log', description: t.title('watch') });
    const rule = ruleset.rules?.find(({ description }) => description?.endsWith('watch'));
    const [event] = events;
    if (!rule || !event) throw new ConformanceFailure('the rule or its event is missing');
    const { ruleId, rulesetId, ref, description } = event;
    equal(
      { ruleId, rulesetId, ref, description },
      { ruleId: rule.id, rulesetId: ruleset.id, ref: rule.ref, description: rule.description },
      'the event',
    );
  }),
  test('RS-EVT-4', 'records nothing for a rule that does not match', async (t) => {
    const { events } = await recorded(t, { action: 'log', expression: 'false' }, { action: 'log' });
    equal(describe(events), ['firewallCustom log'], 'the events of the request');
  }),
  test('RS-EVT-5', 'records no skip with logging off', async (t) => {
    const quiet: RuleInput = {
      ...skip,
      action_parameters: { products: ['waf'] },
      logging: { enabled: false },
    };
    const { events } = await recorded(t, quiet, { action: 'log' });
    equal(describe(events), ['firewallCustom log'], 'the events of the request');
  }),
  {
    title: 'records a custom rule before the token rule, and only the custom rule when it blocks the request',
    requirements: ['RS-EVT-6', 'RS-EVT-7'],

    run: async (t) => {
      const site = await openSite(t, '/orders');
      await t.operation({ host: site.host, endpoint: site.path });
      const { config } = await openIssuer(t);
      await makeRule(t, {
        action: 'block',
        expression: isJwtValid(config.id),
        selector: { include: [{ host: [site.host] }] },
      });
      const query = `${site.here} and http.request.uri.query`;
      await addCustomRules(
        t,
        { action: 'log', expression: `${query} eq "log"` },
        { action: 'block', expression: `${query} eq "block"` },
      );
      const logged = await t.events(await site.blocks({ path: `${site.path}?log` }), 2);
      await t.check('RS-EVT-7', () =>
        equal(describe(logged), ['firewallCustom log', 'apiShieldTokenValidation block'], 'the events'),
      );
      const blocked = await t.events(await site.blocks({ path: `${site.path}?block` }), 1);
      await t.check('RS-EVT-6', () => equal(describe(blocked), ['firewallCustom block'], 'the events'));
    },
  },
]);
