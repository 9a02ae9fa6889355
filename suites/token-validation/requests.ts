import type { Reply } from '../../spec/client.ts';
import { array, equal, isObject, match, object, ok, pointerToken } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule, RuleBody } from '../harness/creation.ts';
import { ConformanceFailure } from '../harness/errors.ts';

/** The 36-character text of a UUID. */
export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A timestamp, in any of the forms that the seed leaves open. */
export const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;

/** RFC 3339 in UTC with a final `Z`. */
export const timestampUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Sends a body, whatever it is, to the creation of a configuration. */
export const createConfig = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.config.create', { params: { zone_id: t.zoneId }, body });

/** Creates a configuration with the given keys, whatever they are. */
export const createWithKeys = (t: TestContext, keys: readonly unknown[]): Promise<Reply> =>
  createConfig(t, { ...t.configBody(), credentials: { keys } });

/** What sends a configuration another complete key set, whatever the keys are. */
export const keySetRequests = (t: TestContext, configId: string) => {
  const params = { zone_id: t.zoneId, config_id: configId };
  const send =
    (operation: 'token-validation.credentials.replace' | 'token-validation.credentials.edit') =>
    (keys: readonly unknown[]): Promise<Reply> =>
      t.ask(operation, { params, body: { keys } });
  return {
    PATCH: send('token-validation.credentials.edit'),
    PUT: send('token-validation.credentials.replace'),
  };
};

/** Sends a body, whatever it is, to the bulk creation of rules: the one creation that the seed describes. */
export const createRules = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.rule.bulk-create', { params: { zone_id: t.zoneId }, body });

/** Sends a body, whatever it is, to the bulk edit of rules. */
export const editRules = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.rule.bulk-edit', { params: { zone_id: t.zoneId }, body });

/** Makes one rule per item in one bulk creation. */
export async function makeRules(t: TestContext, ...items: readonly Partial<RuleBody>[]): Promise<Rule[]> {
  const body = items.map((overrides) => t.ruleBody(overrides));
  const params = { zone_id: t.zoneId };
  const rules = array(
    (await t.call('token-validation.rule.bulk-create', { params, body })).body.result,
    'result',
  );
  equal(rules.length, items.length, 'the number of created rules');
  for (const rule of rules) match(object(rule, 'a created rule')['id'], /./, 'the id of a created rule');
  return rules as Rule[]; // its other members were compared with the contract
}

/** Makes one rule by a bulk creation. */
export async function makeRule(t: TestContext, overrides: Partial<RuleBody> = {}): Promise<Rule> {
  const [rule] = await makeRules(t, overrides);
  if (!rule) throw new ConformanceFailure('the bulk creation created no rule');
  return rule;
}

/** The rule with an id in the answer to a bulk edit. */
export function editedRule(reply: Reply, id: string): Readonly<Record<string, unknown>> {
  expectSuccess(reply, 'the bulk edit');
  return withId(array(resultOf(reply), 'result'), id);
}

/** All rules of the zone, or undefined where the target lists none: the seed does not say how it would. */
export async function listedRules(t: TestContext): Promise<unknown[] | undefined> {
  const id = 'token-validation.rule.list';
  return succeeded(await t.ask(id, { params: { zone_id: t.zoneId } })) ? t.list(id) : undefined;
}

/** Changes one rule by a bulk edit and gives it as it was answered. */
export async function editRule(t: TestContext, id: string, change: Readonly<Record<string, unknown>>) {
  return editedRule(await editRules(t, [{ id, ...change }]), id);
}

/** The id of the configuration that an answer is about. */
export const configIdOf = (reply: Reply): string => String(object(resultOf(reply), 'result')['id']);

/** `result` of an answer; undefined when there is none. */
export const resultOf = ({ body }: Reply): unknown => (isObject(body) ? body['result'] : undefined);

/** The texts of `messages` of an answer. */
export const messagesOf = ({ body }: Reply): string[] =>
  array(isObject(body) ? body['messages'] : undefined, 'messages').map((entry) =>
    String(object(entry, 'an entry of messages')['message']),
  );

/** The record with an id. */
export function withId(records: readonly unknown[], id: string): Readonly<Record<string, unknown>> {
  const found = records.find((record) => isObject(record) && record['id'] === id);
  if (found === undefined) throw new ConformanceFailure(`no record has the id ${id}`);
  return object(found, 'the record');
}

/** Whether one of the records has an id. */
export const hasId = (records: readonly unknown[], id: string): boolean =>
  records.some((record) => isObject(record) && record['id'] === id);

/** The records with these ids, in the order in which they are listed. */
export const idsAmong = (records: readonly unknown[], ids: readonly string[]): string[] =>
  records.flatMap((record) => {
    const id = isObject(record) ? record['id'] : undefined;
    return typeof id === 'string' && ids.includes(id) ? [id] : [];
  });

/** The keys that the answer to a creation (`result.credentials.keys`) or an update (`result.keys`) carries. */
export function keysOf(reply: Reply): Readonly<Record<string, unknown>>[] {
  expectSuccess(reply, 'the request');
  const result = object(resultOf(reply), 'result');
  const holder = 'credentials' in result ? object(result['credentials'], 'result.credentials') : result;
  return array(holder['keys'], 'the keys of the answer').map((key) => object(key, 'a key of the answer'));
}

/** The kids of an answer's keys, in alphabetical order. */
export const kidsOf = (reply: Reply): unknown[] =>
  keysOf(reply)
    .map(({ kid }) => kid)
    .sort();

/** The key with a kid in an answer. */
export function keyNamed(reply: Reply, kid: string): Readonly<Record<string, unknown>> {
  const found = keysOf(reply).find((key) => key['kid'] === kid);
  if (!found) throw new ConformanceFailure(`the answer carries no key with the kid ${kid}`);
  return found;
}

/** Fails when an answer holds a member `k` anywhere, or one of these secrets in its text. */
export function carriesNoSecret(reply: Reply, ...secrets: readonly string[]): void {
  equal(placesOf(reply.body, 'k', ''), [], 'the list of places with a member k');
  ok(!secrets.some((secret) => reply.text.includes(secret)), 'the answer holds the secret of a key');
}

function placesOf(value: unknown, member: string, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesOf(item, member, `${path}/${index}`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const place = `${path}/${pointerToken(name)}`;
    return [...(name === member ? [place] : []), ...placesOf(item, member, place)];
  });
}

/** A body without one member. */
export function without(body: object, member: string): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...body };
  delete copy[member];
  return copy;
}
