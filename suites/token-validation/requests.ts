import type { Reply } from '../../spec/client.ts';
import { rfc3339Pattern } from '../../spec/schema.ts';
import { array, equal, isObject, match, object, ok, pointerToken } from '../harness/assertions.ts';
import { expectSuccess, succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import type { Rule, RuleBody } from '../harness/creation.ts';
import { ConformanceFailure, SkipTest } from '../harness/errors.ts';
import type { NeededOperation } from '../harness/needed/operations.ts';
import { readPages } from '../harness/snapshot.ts';

/** A record of an answer. */
export type Members = Readonly<Record<string, unknown>>;

/** The 36-character text of a UUID. */
export const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** An RFC 3339 timestamp. */
export const timestamp = rfc3339Pattern;

/** A timestamp in any common form, since the seed shows none: ISO 8601 or like it, HTTP and mail, Unix time. */
export const anyTimestamp =
  /^(?:\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d:?\d\d.{0,40}|[A-Z][a-z]{2},? .{5,20}\d\d:\d\d:\d\d.{0,20}|\d{10}(?:\d{3}|\.\d+)?)$/i;

/** RFC 3339 in UTC with a final `Z`. */
export const timestampUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** Sends any body to the creation of a configuration. */
export const createConfig = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.config.create', { params: { zone_id: t.zoneId }, body });

/** Creates a configuration with the given keys, valid or not. */
export const createWithKeys = (t: TestContext, keys: readonly unknown[]): Promise<Reply> =>
  createConfig(t, { ...t.configBody(), credentials: { keys } });

/** A request that sends a configuration another complete key set, valid or not. */
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

/** Sends any body to the bulk creation of rules, the only creation that the seed describes. */
export const createRules = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.rule.bulk-create', { params: { zone_id: t.zoneId }, body });

/** Sends any body to the bulk edit of rules. */
export const editRules = (t: TestContext, body: unknown): Promise<Reply> =>
  t.ask('token-validation.rule.bulk-edit', { params: { zone_id: t.zoneId }, body });

/** Creates one rule per item in one bulk creation, and returns them in the order of the items. */
export async function makeRules(t: TestContext, ...items: readonly Partial<RuleBody>[]): Promise<Rule[]> {
  const body: RuleBody[] = [];
  for (const overrides of items) body.push(await t.ruleBody(overrides));
  const params = { zone_id: t.zoneId };
  const rules = createdRules(await t.call('token-validation.rule.bulk-create', { params, body }), body);
  for (const rule of rules) match(rule['id'], /./, 'the id of a created rule');
  return rules as readonly unknown[] as Rule[]; // its other members were compared with the contract
}

/** The created rules in an answer, in the order of the request; the order of the answer is open. */
export function createdRules(reply: Reply, sent: readonly { title: string }[]): Members[] {
  expectSuccess(reply, 'the bulk creation');
  const rules = array(getResult(reply), 'result').map((rule) => object(rule, 'a created rule'));
  equal(rules.length, sent.length, 'the number of created rules');
  const place = ({ title }: Members) => sent.findIndex((body) => body.title === title);
  return rules.toSorted((one, other) => place(one) - place(other));
}

/** Creates one rule by a bulk creation. */
export const makeRule = (t: TestContext, overrides: Partial<RuleBody> = {}): Promise<Rule> =>
  t.rule(overrides);

/** The members of a rule that the seed shows and a request may change, normalized for comparison. */
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

/** An expression without insignificant spaces and parentheses. */
export const getExpression = (expression: unknown): unknown =>
  typeof expression === 'string' ? expression.replaceAll(/[\s()]/g, '') : expression;

/** The names in a selector, regardless of groups and order. */
export function getSelector(selector: unknown): unknown {
  if (!isObject(selector)) return selector;
  const named = (list: unknown, member: string) =>
    (Array.isArray(list) ? list : []).flatMap((item) => (isObject(item) ? item[member] : [])).toSorted();
  return {
    hosts: named(selector['include'], 'host'),
    operations: named(selector['exclude'], 'operation_ids'),
  };
}

/** An operation of the zone; undefined where the target has none and can't save one, which the seed does not show. */
export async function operationIfPossible(t: TestContext): Promise<NeededOperation | undefined> {
  const found = await t.operations({ method: 'any' }).catch(undefinedIfSkipped);
  return found?.[0];
}

/**
 * Runs requests of another method that show what a test judges. Where they fail by themselves, the test is skipped: the
 * tests of that method report the fault.
 */
export async function needsWorking<T>(method: string, control: () => Promise<T>): Promise<T> {
  try {
    return await control();
  } catch (error) {
    if (!(error instanceof ConformanceFailure)) throw error;
    throw new SkipTest(`${method} would show this, but fails by itself: ${error.message}`);
  }
}

/** Goes on with undefined where the target lacks an operation. */
export function undefinedIfSkipped(error: unknown): undefined {
  if (!(error instanceof SkipTest)) throw error;
}

/** The rule with an id in the answer to a bulk edit. */
export function editedRule(reply: Reply, id: string): Members {
  expectSuccess(reply, 'the bulk edit');
  return withId(recordsIn(getResult(reply)), id);
}

/** The records of an answer, in a list of their own or inside of `result`; the seed allows both. */
export const recordsIn = (result: unknown): unknown[] =>
  Array.isArray(result) ? result : isObject(result) ? [result, ...Object.values(result).flat()] : [];

/** All rules of the zone; undefined where the target lists none, which the seed does not describe. */
export async function listedRules(t: TestContext): Promise<unknown[] | undefined> {
  const id = 'token-validation.rule.list';
  return succeeded(await t.ask(id, { params: { zone_id: t.zoneId } })) ? t.list(id) : undefined;
}

/** Changes one rule by a bulk edit and returns it from the answer. */
export async function editRule(t: TestContext, id: string, change: Members) {
  return editedRule(await editRules(t, [{ id, ...change }]), id);
}

/** Answers that show a stored configuration: its own, and the pages of the list up to it. */
export async function readings(t: TestContext, id: string): Promise<Reply[]> {
  const params = { zone_id: t.zoneId };
  const alone = await t.ask('token-validation.config.get', { params: { ...params, config_id: id } });
  const found = succeeded(alone) ? [alone] : [];
  const per_page = 50;
  await readPages(t, 'the list of configurations', per_page, async (page) => {
    const reply = await t.ask('token-validation.config.list', { params, query: { page, per_page } });
    const result = getResult(reply);
    const records = succeeded(reply) && Array.isArray(result) ? result : [];
    if (records.length > 0) found.push(reply);
    return { records, isLast: hasId(records, id) };
  });
  return found;
}

/** The configuration id in an answer. */
export const getConfigId = (reply: Reply): string => String(object(getResult(reply), 'result')['id']);

/** `result` of an answer; undefined when it is missing. */
export const getResult = ({ body }: Reply): unknown => (isObject(body) ? body['result'] : undefined);

/** The texts in `messages` of an answer. */
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

/** Whether a record has the id. */
export const hasId = (records: readonly unknown[], id: string): boolean =>
  records.some((record) => isObject(record) && record['id'] === id);

/** The records with these ids, in the order of the list. */
export const idsAmong = (records: readonly unknown[], ids: readonly string[]): string[] =>
  records.flatMap((record) => {
    const id = isObject(record) ? record['id'] : undefined;
    return typeof id === 'string' && ids.includes(id) ? [id] : [];
  });

/**
 * The keys in an answer: in `result`, in its `credentials`, or next to `success`; undefined if it has none. The seed
 * does not name the member that has new credentials.
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
 * The keys in the answer to a creation or an update.
 *
 * @throws SkipTest where it has none; TV-CFG-8, TV-CRED-4 and TV-CRED-14 cover that already
 */
export function getKeys(reply: Reply): Members[] {
  expectSuccess(reply, 'the request');
  const keys = shownKeys(reply);
  if (!keys) throw new SkipTest('the answer does not show which keys are stored');
  return keys;
}

/** Fails when a key set was refused, or when the answer has other kids than these, in alphabetical order. */
export function keeps(reply: Reply, kids: readonly string[]): void {
  expectSuccess(reply, 'the key set');
  if (shownKeys(reply)) equal(getKids(reply), kids, 'the kids of the stored keys');
}

/**
 * Fails when a key other than these was stored. The seed says which keys are allowed, but not which of the others are
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
  if (!found) throw new ConformanceFailure(`the answer contains no key with the kid ${kid}`);
  return found;
}

/** Fails when an answer contains a member `k` anywhere, or one of these secrets in its text. */
export function carriesNoSecret(reply: Reply, ...secrets: readonly string[]): void {
  equal(getPlaces(reply.body, ['k']), [], 'the list of places with a member k');
  ok(!secrets.some((secret) => reply.text.includes(secret)), 'the answer contains the secret of a key');
}

/** JSON pointers to these members in an answer. */
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
