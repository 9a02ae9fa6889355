import type { Reply } from '../../spec/client.ts';
import { rfc3339Pattern } from '../../spec/schema.ts';
import { array, equal, isObject, match, object, ok, pointerToken } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule, RuleBody } from '../harness/creation.ts';
import { ConformanceFailure, SkipTest } from '../harness/errors.ts';
import type { NeededOperation } from '../harness/needed/operations.ts';

/** A record of an answer. */
export type Members = Readonly<Record<string, unknown>>;

/** The 36-character text of a UUID. */
export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A timestamp, in any of the forms that the seed leaves open. */
export const timestamp = rfc3339Pattern;

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

/** Makes one rule per item in one bulk creation, and gives them in the order of the items. */
export async function makeRules(t: TestContext, ...items: readonly Partial<RuleBody>[]): Promise<Rule[]> {
  const body: RuleBody[] = [];
  for (const overrides of items) body.push(await t.ruleBody(overrides));
  const params = { zone_id: t.zoneId };
  const rules = createdRules(await t.call('token-validation.rule.bulk-create', { params, body }), body);
  for (const rule of rules) match(rule['id'], /./, 'the id of a created rule');
  return rules as readonly unknown[] as Rule[]; // its other members were compared with the contract
}

/** The rules that an answer says were created, in the order of the request: in which they are answered is open. */
export function createdRules(reply: Reply, sent: readonly { title: string }[]): Members[] {
  expectSuccess(reply, 'the bulk creation');
  const rules = array(getResult(reply), 'result').map((rule) => object(rule, 'a created rule'));
  equal(rules.length, sent.length, 'the number of created rules');
  const place = ({ title }: Members) => sent.findIndex((body) => body.title === title);
  return rules.toSorted((one, other) => place(one) - place(other));
}

/** Makes one rule by a bulk creation. */
export const makeRule = (t: TestContext, overrides: Partial<RuleBody> = {}): Promise<Rule> =>
  t.rule(overrides);

/** What the seed shows of a rule and a request may change, in a form in which equal rules are equal. */
export function getMeaning(rule: object): Members {
  const { title, description, action, enabled, expression, selector } = rule as Members; // any object can be read
  return {
    title,
    description,
    action,
    enabled,
    expression: getExpression(expression),
    selector: getSelector(selector),
  };
}

/** An expression without what may be written otherwise and means the same: spaces and parentheses. */
export const getExpression = (expression: unknown): unknown =>
  typeof expression === 'string' ? expression.replaceAll(/[\s()]/g, '') : expression;

/** What a selector names, however it is grouped and ordered. */
export function getSelector(selector: unknown): unknown {
  if (!isObject(selector)) return selector;
  const named = (list: unknown, member: string) =>
    (Array.isArray(list) ? list : []).flatMap((item) => (isObject(item) ? item[member] : [])).toSorted();
  return {
    hosts: named(selector['include'], 'host'),
    operations: named(selector['exclude'], 'operation_ids'),
  };
}

/** An operation of the zone, or none where the target has none and no way to save one: the seed shows none. */
export async function operationIfPossible(t: TestContext): Promise<NeededOperation | undefined> {
  const found = await t.operations({ method: 'any' }).catch(undefinedWhereSkipped);
  return found?.[0];
}

/** Lets a test go on without what the target lacks. */
export function undefinedWhereSkipped(error: unknown): undefined {
  if (!(error instanceof SkipTest)) throw error;
}

/** The rule with an id in the answer to a bulk edit. */
export function editedRule(reply: Reply, id: string): Members {
  expectSuccess(reply, 'the bulk edit');
  return withId(recordsIn(getResult(reply)), id);
}

/** The records of an answer, in a list of their own or in one that stands in `result`: the seed leaves it open. */
export const recordsIn = (result: unknown): unknown[] =>
  Array.isArray(result) ? result : isObject(result) ? [result, ...Object.values(result).flat()] : [];

/** All rules of the zone, or undefined where the target lists none: the seed does not say how it would. */
export async function listedRules(t: TestContext): Promise<unknown[] | undefined> {
  const id = 'token-validation.rule.list';
  return succeeded(await t.ask(id, { params: { zone_id: t.zoneId } })) ? t.list(id) : undefined;
}

/** Changes one rule by a bulk edit and gives it as it was answered. */
export async function editRule(t: TestContext, id: string, change: Members) {
  return editedRule(await editRules(t, [{ id, ...change }]), id);
}

/** Answers that show a stored configuration: where it is read alone, and the pages of the list as far as it. */
export async function readings(t: TestContext, id: string): Promise<Reply[]> {
  const params = { zone_id: t.zoneId };
  const alone = await t.ask('token-validation.config.get', { params: { ...params, config_id: id } });
  const found = succeeded(alone) ? [alone] : [];
  for (let page = 1; page <= mostPages; page++) {
    const reply = await t.ask('token-validation.config.list', { params, query: { page, per_page: 50 } });
    const result = getResult(reply);
    if (!succeeded(reply) || !Array.isArray(result) || result.length === 0) break;
    found.push(reply);
    if (hasId(result, id)) break;
  }
  return found;
}

/** Pages of a list that are read before it is taken for endless. */
const mostPages = 100;

/** The id of the configuration that an answer is about. */
export const getConfigId = (reply: Reply): string => String(object(getResult(reply), 'result')['id']);

/** `result` of an answer; undefined when there is none. */
export const getResult = ({ body }: Reply): unknown => (isObject(body) ? body['result'] : undefined);

/** The texts of `messages` of an answer. */
export const toMessages = ({ body }: Reply): string[] =>
  array(isObject(body) ? body['messages'] : undefined, 'messages').map((entry) =>
    String(object(entry, 'an entry of messages')['message']),
  );

/** The record with an id. */
export function withId(records: readonly unknown[], id: string): Members {
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

/**
 * The keys that an answer shows: in `result` or in its `credentials`, or beside `success`; undefined where it shows none.
 * Of new credentials the seed says that the answer has them, and not in which member.
 */
export function shownKeys({ body }: Reply): Members[] | undefined {
  const answer = isObject(body) ? body : {};
  const places = [answer['result'], answer].flatMap((holder) => {
    if (!isObject(holder)) return [holder];
    const { credentials, keys } = holder;
    return [isObject(credentials) ? credentials['keys'] : credentials, keys];
  });
  const found = places.find(Array.isArray);
  return found?.map((key) => object(key, 'a key of the answer'));
}

/**
 * The keys that the answer to a creation or an update shows.
 *
 * @throws SkipTest where it shows none: that it should is said once, by TV-CFG-8, TV-CRED-4 and TV-CRED-14
 */
export function getKeys(reply: Reply): Members[] {
  expectSuccess(reply, 'the request');
  const keys = shownKeys(reply);
  if (!keys) throw new SkipTest('the answer does not show which keys are stored');
  return keys;
}

/** Fails when a key set was not taken, or when the answer shows others than these kids, in alphabetical order. */
export function keeps(reply: Reply, kids: readonly string[]): void {
  expectSuccess(reply, 'the key set');
  if (shownKeys(reply)) equal(getKids(reply), kids, 'the kids of the stored keys');
}

/**
 * Fails when another key than these was stored. The seed says which keys there may be, and not which of the others are
 * dropped and which make the request fail, so both are right.
 */
export function keepsNoOther(t: TestContext, reply: Reply, kids: readonly string[], what: string): void {
  if (!succeeded(reply)) {
    t.expectFailure(reply);
    return;
  }
  const others = getKeys(reply).filter(({ kid }) => !kids.some((one) => one === kid));
  equal(others, [], `the keys that were stored ${what}`);
}

/** The kids of an answer's keys, in alphabetical order. */
export const getKids = (reply: Reply): unknown[] =>
  getKeys(reply)
    .map(({ kid }) => kid)
    .sort();

/** The key with a kid in an answer. */
export function keyNamed(reply: Reply, kid: string): Members {
  const found = getKeys(reply).find((key) => key['kid'] === kid);
  if (!found) throw new ConformanceFailure(`the answer carries no key with the kid ${kid}`);
  return found;
}

/** Fails when an answer holds a member `k` anywhere, or one of these secrets in its text. */
export function carriesNoSecret(reply: Reply, ...secrets: readonly string[]): void {
  equal(getPlaces(reply.body, ['k']), [], 'the list of places with a member k');
  ok(!secrets.some((secret) => reply.text.includes(secret)), 'the answer holds the secret of a key');
}

/** Where an answer holds one of these members, as JSON pointers. */
export function getPlaces(value: unknown, members: readonly string[], path = ''): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => getPlaces(item, members, `${path}/${index}`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const place = `${path}/${pointerToken(name)}`;
    return [...(members.includes(name) ? [place] : []), ...getPlaces(item, members, place)];
  });
}

/** A body without one member. */
export function without(body: object, member: string): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...body };
  delete copy[member];
  return copy;
}
