import { equal } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, type Guard, guard, isJwtPresent, needsSharedKids } from './guard.ts';
import { editRule, makeRule, needsWorking } from './requests.ts';
import { type ConfigKey, foreignTo, newKey, type SigningKey } from './signing-key.ts';

const send = (
  t: TestContext,
  operation: 'token-validation.credentials.replace' | 'token-validation.credentials.edit',
  { config }: Guard,
  keys: readonly ConfigKey[],
) => t.call(operation, { params: { zone_id: t.zoneId, config_id: config.id }, body: { keys: [...keys] } });

const put = (t: TestContext, gate: Guard, ...keys: SigningKey[]) =>
  send(
    t,
    'token-validation.credentials.replace',
    gate,
    keys.map(({ jwk }) => jwk),
  );
const patch = (t: TestContext, gate: Guard, ...keys: ConfigKey[]) =>
  send(t, 'token-validation.credentials.edit', gate, keys);

function withoutSecret({ jwk: { k: _, ...rest } }: SigningKey): ConfigKey {
  return rest;
}

/** Sends keys without their secrets; their tokens must stay valid. */
async function keepsSecrets(t: TestContext, key: SigningKey, other: SigningKey): Promise<void> {
  const guess = await newKey('HS256', key.kid);
  const gate = await guard(t, { keys: [key, other] });
  const token = bearer(await key.sign());
  await gate.admits(token, 'the key before the PATCH');
  await patch(t, gate, withoutSecret(key), withoutSecret(other));
  await gate.admits(token, 'the old token');
  await gate.admits(bearer(await key.sign({ sub: 'user-2' })), 'a new token');
  await gate.admits(bearer(await other.sign()), `the key ${other.kid} of ${other.alg}`);
  await gate.blocks(bearer(await guess.sign()), 'another secret');
}

/** A change of configurations, keys and rules applies to the next request. */
export const edgeChangesSuite = defineSuite('token-validation/edge-changes', [
  test('TV-EDGE-22', 'validates a request as soon as the configuration is created', async (t) => {
    for (const host of ['api', 'shop', 'www']) {
      const key = await newKey('ES256', host);
      const foreign = await newKey('ES256', host);
      const [token, forged] = [await key.sign(), await foreign.sign()];
      const { admits, blocks } = await guard(t, { keys: [key], host });
      await blocks(bearer(forged), `an invalid token for ${host}`);
      await admits(bearer(token), `a valid token for ${host}`);
    }
  }),
  test('TV-CRED-20', 'refuses a token of a key that a PUT removed', async (t) => {
    const [old, kept] = [await newKey('ES256', 'old'), await newKey('ES256', 'kept')];
    const gate = await guard(t, { keys: [old, kept] });
    await gate.admits(bearer(await old.sign()), 'the key before the PUT');
    await put(t, gate, kept);
    await gate.blocks(bearer(await old.sign()), 'the removed key');
    await gate.admits(bearer(await kept.sign()), 'the kept key');
    await put(t, gate, await newKey('ES256', 'kept'));
    await gate.blocks(bearer(await kept.sign()), 'a replaced key of the same name');
  }),
  test('TV-CRED-21', 'accepts a token of a key that a PUT added', async (t) => {
    const [kept, added] = [await newKey('ES256', 'kept'), await newKey('RS256', 'added')];
    const gate = await guard(t, { keys: [kept] });
    await gate.blocks(bearer(await added.sign()), 'the key before the PUT');
    await put(t, gate, kept, added);
    await gate.admits(bearer(await added.sign()), 'the added key');
    const rotated = await foreignTo(added);
    await put(t, gate, kept, rotated);
    await gate.admits(bearer(await rotated.sign()), 'a key that replaces one of the same name');
  }),
  test('TV-CRED-22', 'accepts a token of an HMAC key whose k a PATCH omitted', async (t) => {
    await keepsSecrets(t, await newKey('HS256', 'one'), await newKey('HS256', 'two'));
  }),
  test('TV-CRED-22', 'keeps the secrets of two HMAC keys with one kid apart', async (t) => {
    const keys = [await newKey('HS256', 'one'), await newKey('HS384', 'one')] as const;
    await needsSharedKids(t, keys);
    await keepsSecrets(t, ...keys);
  }),
  test('TV-CRED-23', 'refuses a token of the old secret after a PATCH with a new k', async (t) => {
    const [old, fresh] = [await newKey('HS256'), await newKey('HS256')];
    const gate = await guard(t, { keys: [old] });
    await gate.admits(bearer(await old.sign()), 'the old secret before the PATCH');
    await patch(t, gate, fresh.jwk);
    await gate.blocks(bearer(await old.sign()), 'the old secret');
  }),
  test('TV-CRED-24', 'accepts a token of the new secret after a PATCH with a new k', async (t) => {
    const [old, fresh] = [await newKey('HS384'), await newKey('HS384')];
    const gate = await guard(t, { keys: [old] });
    await gate.blocks(bearer(await fresh.sign()), 'the new secret before the PATCH');
    await patch(t, gate, fresh.jwk);
    await gate.admits(bearer(await fresh.sign()), 'the new secret');
  }),
  test('TV-CRED-25', 'refuses a token of a key that a PATCH omitted', async (t) => {
    const keys = [await newKey('ES256', 'out'), await newKey('HS256', 'out'), await newKey('HS256', 'kept')];
    const [gone, secret, kept] = keys as [SigningKey, SigningKey, SigningKey];
    const gate = await guard(t, { keys });
    await gate.admits(bearer(await gone.sign()), 'the EC key before the PATCH');
    await gate.admits(bearer(await secret.sign()), 'the HMAC key before the PATCH');
    await patch(t, gate, withoutSecret(kept));
    await gate.blocks(bearer(await gone.sign()), 'the omitted EC key');
    await gate.blocks(bearer(await secret.sign()), 'the omitted HMAC key');
    await gate.admits(bearer(await kept.sign()), 'the kept key');
  }),
  test('TV-RULE-43', 'blocks no request with a disabled rule', async (t) => {
    const [{ host, path }] = await t.operations({});
    const expression = isJwtPresent((await t.config()).id);
    const rule = await makeRule(t, {
      action: 'block',
      enabled: true,
      expression,
      selector: { include: [{ host: [host] }] },
    });
    await t.blocked({ host, path });
    const set = (enabled: boolean) =>
      needsWorking('a bulk edit', async () =>
        equal((await editRule(t, rule.id, { enabled }))['enabled'], enabled, 'enabled of the edited rule'),
      );
    await set(false);
    await t.reachesOrigin({ host, path });
    await set(true);
    await t.blocked({ host, path });
  }),
]);

/** Blocks every request for an operation of `t.host()`, except for the excluded ones. */
const blockAll = (t: TestContext, ...excluded: string[]) =>
  makeRule(t, {
    action: 'block',
    enabled: true,
    expression: 'http.request.method eq "PUT"',
    selector: {
      include: [{ host: [t.host()] }],
      exclude: excluded.length > 0 ? [{ operation_ids: excluded }] : [],
    },
  });

/** The operation that a request matches. */
export const edgeOperationsSuite = defineSuite('token-validation/edge-operations', [
  test('TV-SEL-24', 'matches a variable with exactly one non-empty segment', async (t) => {
    const endpoint = t.path('/orders/{id}/items/{item}');
    const others = [
      '/orders/1/items',
      '/orders/1/items/',
      '/orders//items/2',
      '/orders/1/2/items/3',
      '/orders/1/items/2/3',
    ];
    for (const path of others) await t.learn({ path: t.path(path) });
    await t.operation({ endpoint });
    await blockAll(t);
    for (const path of ['/orders/1/items/2', '/orders/a.b-c/items/%20', '/orders/{id}/items/{item}']) {
      await t.blocked({ path: t.path(path) });
    }
    for (const path of others) await t.reachesOrigin({ path: t.path(path) });
  }),
  test('TV-SEL-25', 'ignores the query string', async (t) => {
    const path = t.path('/orders');
    await t.operation({ endpoint: path });
    await blockAll(t);
    for (const query of ['', '?', '?page=2', '?next=/other/path']) await t.blocked({ path: path + query });
  }),
  test('TV-SEL-26', 'matches by the method', async (t) => {
    const path = t.path('/orders');
    await t.learn({ path, method: 'POST' });
    await t.learn({ path, method: 'DELETE' });
    await t.operation({ method: 'GET', endpoint: path });
    await blockAll(t);
    await t.blocked({ path });
    await t.reachesOrigin({ path, method: 'POST' });
    await t.reachesOrigin({ path, method: 'DELETE' });
  }),
  test('TV-SEL-27', 'chooses the more literal of two matching operations', async (t) => {
    const [any, literal] = [t.path('/orders/{id}'), t.path('/orders/new')];
    const anyId = (await t.operation({ endpoint: any })).operation_id;
    const literalId = (await t.operation({ endpoint: literal })).operation_id;
    const first = await blockAll(t, literalId);
    await t.reachesOrigin({ path: literal });
    await t.blocked({ path: t.path('/orders/7') });
    await t.call('token-validation.rule.delete', { params: { zone_id: t.zoneId, rule_id: first.id } });
    await blockAll(t, anyId);
    await t.blocked({ path: literal });
    await t.reachesOrigin({ path: t.path('/orders/7') });
  }),
]);
