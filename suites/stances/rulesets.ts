import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { blockRule, customRuleset } from '../rulesets/rulesets.ts';
import {
  codeOfRefusal,
  getMember,
  getResult,
  isRefused,
  OtherBehaviour,
  type Probes,
  statusOfRefusal,
  succeeds,
} from './probe.ts';

/** Phases that zones seldom have rules for. */
const phases = ['http_response_compression', 'http_request_origin', 'http_custom_errors'] as const;

/** The refusal for a missing entry point. */
async function missingEntryPoint(t: TestContext) {
  for (const ruleset_phase of phases) {
    const params = { zone_id: t.zoneId, ruleset_phase };
    const reply = await t.ask('rulesets.zone.entrypoint.get', { params });
    if (!succeeded(reply)) return reply;
  }
  return t.skip(`the zone has an entry point for each of ${phases.join(', ')}`);
}

/** What happens to a rule in a ruleset of the account. */
async function writeRule(t: TestContext, more: Readonly<Record<string, unknown>>) {
  const { id: ruleset_id } = await customRuleset(t);
  const params = { account_id: t.accountId, ruleset_id };
  return t.ask('rulesets.account.update', {
    params,
    body: { rules: [{ ...blockRule(t, '/stance'), ...more }] },
  });
}

export const rulesetsProbes: Probes<'rulesets'> = {
  'rulesets.entry-point.missing.status': async (t) => statusOfRefusal(await missingEntryPoint(t)),
  'rulesets.entry-point.missing.code': async (t) => codeOfRefusal(await missingEntryPoint(t)),
  'rulesets.unknown.code': async (t) =>
    codeOfRefusal(
      await t.ask('rulesets.zone.get', {
        params: { zone_id: t.zoneId, ruleset_id: 'f0e1d2c3b4a5968778695a4b3c2d1e0f' },
      }),
    ),
  'rulesets.expression.code': async (t) => codeOfRefusal(await writeRule(t, { expression: 'and and' })),
  async 'rulesets.versions.order'(t) {
    const { id: ruleset_id } = await customRuleset(t);
    const params = { account_id: t.accountId, ruleset_id };
    await succeeds(t, 'rulesets.account.update', { params, body: { rules: [blockRule(t, '/stance')] } });
    const listed = getResult(await succeeds(t, 'rulesets.account.versions.list', { params }));
    const versions = Array.isArray(listed) ? listed.map((one) => Number(getMember(one, 'version'))) : [];
    const [first = 0, last = 0] = [versions[0], versions.at(-1)];
    if (first === last) return new OtherBehaviour(`lists ${versions.length} versions`);
    return first < last ? 'oldest first' : 'newest first';
  },
  'rulesets.unknown-member.refused': (t) =>
    isRefused(
      t,
      () => writeRule(t, {}),
      () => writeRule(t, { touchstone_member: true }),
    ),
};
