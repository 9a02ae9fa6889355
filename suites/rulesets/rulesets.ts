import type { Reply } from '../../spec/client.ts';
import type { BodyInput, Contract, ResultOf } from '../../spec/contract.ts';
import { array, isObject, mistaken, object } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { ConformanceFailure } from '../harness/errors.ts';

export type Ruleset = ResultOf<Contract['rulesets.zone.get']>;
export type Rule = NonNullable<Ruleset['rules']>[number];
export type RuleInput = BodyInput<Contract['rulesets.zone.rule.create']>;
export type Phase = Ruleset['phase'];

/** The phase of custom rules. */
export const custom = 'http_request_firewall_custom';
/** The phase of configuration rules. */
export const config = 'http_config_settings';

/** A rule that blocks a unique path; members override the defaults. */
export function blockRule(t: TestContext, path: string, more: RuleInput = {}): RuleInput {
  return { action: 'block', expression: `http.request.uri.path eq "${t.path(path)}"`, ...more };
}

/** A rule that switches the converter on for a unique host; members override the defaults. */
export function configRule(t: TestContext, label: string, more: RuleInput = {}): RuleInput {
  return {
    action: 'set_config',
    action_parameters: { content_converter: true },
    expression: `http.host eq "${t.host(label)}"`,
    ...more,
  };
}

/** The ruleset in an answer. */
export function createRuleset({ body }: Pick<Reply, 'body'>): Ruleset {
  const result = isObject(body) ? body['result'] : undefined;
  if (!isObject(result)) throw mistaken('result', result, 'a ruleset');
  return result as Ruleset; // compared with the contract on its way here
}

/** The rules of a ruleset; a missing list is empty (Cloudflare docs, Ruleset JSON object). */
export const getRules = ({ rules = [] }: Ruleset): Rule[] => rules;

/** The rule at an index of a ruleset. */
export function ruleAt(ruleset: Ruleset, index: number): Rule {
  const rule = getRules(ruleset)[index];
  if (!rule) throw new ConformanceFailure(`the ruleset has ${getRules(ruleset).length} rules, no ${index}`);
  return rule;
}

/** A ruleset in a zone for one test. */
export interface OpenedRuleset {
  readonly zone_id: string;
  /** The entry point as it was created. */
  readonly ruleset: Ruleset;
  readonly params: { readonly zone_id: string; readonly ruleset_id: string };
  /** Reads the current ruleset. */
  read(): Promise<Ruleset>;
  /** The current order: the descriptions of the rules. */
  order(): Promise<(string | undefined)[]>;
}

/** Creates a zone with an entry point of these rules. */
export async function openRuleset(
  t: TestContext,
  rules: readonly RuleInput[],
  ruleset_phase: Phase = custom,
): Promise<OpenedRuleset> {
  const { id: zone_id } = await t.zone();
  const reply = await t.call('rulesets.zone.entrypoint.update', {
    params: { zone_id, ruleset_phase },
    body: { rules: [...rules] },
  });
  const ruleset = createRuleset(reply);
  const params = { zone_id, ruleset_id: ruleset.id };
  const read = async () => createRuleset(await t.call('rulesets.zone.get', { params }));
  return {
    zone_id,
    ruleset,
    params,
    read,
    order: async () => getRules(await read()).map(({ description }) => description),
  };
}

/** The ids of the entries of a list. */
export function getIds({ body }: Pick<Reply, 'body'>): string[] {
  const result = array(isObject(body) ? body['result'] : undefined, 'result');
  return result.map((entry) => String(object(entry, 'an entry')['id']));
}

/** Creates a custom ruleset of the account and removes it after the test. */
export async function customRuleset(t: TestContext, phase: Phase = custom): Promise<Ruleset> {
  const account_id = t.accountId;
  const made = createRuleset(
    await t.call('rulesets.account.create', {
      params: { account_id },
      body: { name: t.title('rules'), kind: 'custom', phase },
    }),
  );
  t.after(() => t.ask('rulesets.account.delete', { params: { account_id, ruleset_id: made.id } }));
  return made;
}

/**
 * Adds rules to an entry point of the target's zone, after the existing ones, and restores it after the test. Only the
 * PUT must work, and its answer is not read, since no seed shows it.
 *
 * @throws SkipTest where the target has no such phase, and no seed names it
 */
export async function putRules(
  t: TestContext,
  ruleset_phase: Phase,
  rules: readonly RuleInput[],
): Promise<Reply> {
  const write = await entrypointWrite(t, ruleset_phase, rules);
  const reply = await write.send();
  t.expectSuccess(reply, 'the write of the rules');
  return reply;
}

/** The same, for tests that need the ruleset of the answer. */
export const addToEntrypoint = async (t: TestContext, ruleset_phase: Phase, rules: readonly RuleInput[]) =>
  createRuleset(await putRules(t, ruleset_phase, rules));

/** Prepares the write of {@link putRules}; the entry point is restored after the test. */
export async function entrypointWrite(t: TestContext, ruleset_phase: Phase, rules: readonly unknown[]) {
  const params = { zone_id: t.zoneId, ruleset_phase };
  const found = await t.send({
    method: 'GET',
    path: `/zones/${t.zoneId}/rulesets/phases/${ruleset_phase}/entrypoint`,
  });
  const before = rulesIn(found);
  const remove = async (ruleset_id: string) =>
    succeeded(await t.ask('rulesets.zone.delete', { params: { zone_id: t.zoneId, ruleset_id } }));
  const put = (list: readonly unknown[]) =>
    t.ask('rulesets.zone.entrypoint.update', { params, body: { rules: list } });
  let id: string | undefined;
  t.after(async () => {
    if (found.status === 404 && id !== undefined && (await remove(id))) return;
    const made = idIn(await put(before));
    if (found.status === 404 && made !== undefined) await remove(made);
  });
  /** Sends the rules of the write, or others instead. */
  const send = async (list = rules): Promise<Reply> => {
    const reply = await put([...before, ...list]);
    id = succeeded(reply) ? idIn(reply) : id;
    const { status } = reply;
    if (ruleset_phase === config || succeeded(reply) || (status >= 500 && status !== 501)) return reply;
    if ([404, 405, 501].includes(status) || !succeeded(await put(before)))
      t.skip(`the target has no way to write rules of the phase ${ruleset_phase}, which no seed names`);
    return reply;
  };
  return { send };
}

/** The rules in an answer; empty if it shows none. */
function rulesIn(reply: Reply): readonly unknown[] {
  const result = succeeded(reply) && isObject(reply.body) ? reply.body['result'] : undefined;
  return isObject(result) && Array.isArray(result['rules']) ? result['rules'] : [];
}

function idIn({ body }: Reply): string | undefined {
  const result = isObject(body) ? body['result'] : undefined;
  return isObject(result) && typeof result['id'] === 'string' ? result['id'] : undefined;
}
