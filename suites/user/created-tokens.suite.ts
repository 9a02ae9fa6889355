import type { Reply } from '../../spec/client.ts';
import { equal, isObject, match, object, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';

interface Token {
  readonly id: string;
  readonly value: string;
  /** Sends a request with it. */
  send(path: string): Promise<Reply>;
}

/** Ids of permission groups, as documentation of the Terraform provider and the API names them. */
const groups = { dnsRead: '82e64a83756745bbbb1c9c2701bf816b', settings: 'c1fde68c7bcc44588cbb6ddbc16d6480' };

const body = (group: string, resource: string, more: object) => ({
  policies: [{ effect: 'allow', permission_groups: [{ id: group }], resources: { [resource]: '*' } }],
  // Nothing stays for long where a run is killed.
  expires_on: `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`,
  ...more,
});

const json = (method: 'POST' | 'PUT', path: string, sent: object) => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(sent),
});

const withToken = (t: TestContext, value: string) => (path: string) =>
  t.as('none').send({ method: 'GET', path, headers: { authorization: `Bearer ${value}` } });

/** Creates a token that ends with the test; skips it where the credential of the run may create none. */
async function create(
  t: TestContext,
  owner: 'user' | 'account',
  {
    group,
    resource,
    more = {},
  }: { readonly group: string; readonly resource: string; readonly more?: object },
): Promise<Token> {
  const path = owner === 'user' ? '/user/tokens' : `/accounts/${t.accountId}/tokens`;
  const reply = await t.send(json('POST', path, { name: t.title('token'), ...body(group, resource, more) }));
  if ([401, 403].includes(reply.status)) t.skip('the credential may not create tokens');
  t.expectSuccess(reply, 'the creation of a token');
  const { id, value } = object(object(reply.body, 'the body')['result'], 'result');
  ok(typeof id === 'string', `result.id is ${show(id)}`);
  t.after(() => t.send({ method: 'DELETE', path: `${path}/${id}` }));
  ok(typeof value === 'string', `result.value is ${show(value)}`);
  return { id, value, send: withToken(t, value) };
}

const zoneResource = (t: TestContext) => `com.cloudflare.api.account.zone.${t.zoneId}`;
const accountResource = (t: TestContext) => `com.cloudflare.api.account.${t.accountId}`;

const isRefused = ({ status, body }: Reply) =>
  [401, 403].includes(status) && isObject(body) && body['success'] === false;

const verify = '/user/tokens/verify';

/** Tokens that are made through the API. */
export const createdTokensSuite = defineSuite('user/created-tokens', [
  test(['US-TOKEN-6', 'US-TOKEN-7', 'US-TOKEN-8'], 'opens what its policy allows at its zone', async (t) => {
    const { id, value, send } = await create(t, 'user', { group: groups.dnsRead, resource: zoneResource(t) });
    await t.check('US-TOKEN-6', () => match(value, /^cfut_[A-Za-z0-9]{41,}$/, 'result.value'));
    await t.check('US-TOKEN-7', async () => {
      const read = await t.send({ method: 'GET', path: `/user/tokens/${id}` });
      t.expectSuccess(read, 'a GET of the token');
      ok(!read.text.includes(value), 'a later answer has the value');
    });
    await t.check('US-TOKEN-8', async () => {
      t.expectSuccess(await send(`/zones/${t.zoneId}/dns_records`), 'a GET of the DNS records');
      const other = await send(`/zones/${t.zoneId}/settings/content_converter`);
      ok(isRefused(other), `a GET of a setting got ${other.status}`);
    });
  }),
  test('US-TOKEN-9', 'has another value when it is rolled', async (t) => {
    const token = await create(t, 'user', { group: groups.dnsRead, resource: zoneResource(t) });
    const rolled = await t.send(json('PUT', `/user/tokens/${token.id}/value`, {}));
    t.expectSuccess(rolled, 'the roll');
    const value = object(rolled.body, 'the body')['result'];
    t.expectSuccess(await withToken(t, String(value))(verify), 'the verification of the new value');
    const before = await token.send(verify);
    ok(isRefused(before), `the verification of the old value got ${before.status}`);
  }),
  test('US-TOKEN-10', 'is refused when it is disabled, and when it is deleted', async (t) => {
    const { id, send } = await create(t, 'user', { group: groups.dnsRead, resource: zoneResource(t) });
    const path = `/user/tokens/${id}`;
    const change = (status: string) =>
      t.send(
        json('PUT', path, { name: t.title('token'), ...body(groups.dnsRead, zoneResource(t), { status }) }),
      );
    t.expectSuccess(await change('disabled'), 'the change');
    ok(isRefused(await send(verify)), 'a disabled token is accepted');
    t.expectSuccess(await change('active'), 'the change back');
    t.expectSuccess(await send(verify), 'the verification');
    t.expectSuccess(await t.send({ method: 'DELETE', path }), 'the deletion');
    ok(isRefused(await send(verify)), 'a deleted token is accepted');
  }),
  test('US-TOKEN-11', 'is refused from an address that its condition leaves out', async (t) => {
    const condition = { request_ip: { in: ['192.0.2.0/24'] } };
    const { send } = await create(t, 'user', {
      group: groups.dnsRead,
      resource: zoneResource(t),
      more: { condition },
    });
    const reply = await send(`/zones/${t.zoneId}/dns_records`);
    equal(reply.status, 403, 'the status');
    const [error] = object(reply.body, 'the body')['errors'] as readonly unknown[];
    equal(object(error, 'the error')['code'], 9109, 'errors[0].code');
    match(
      object(error, 'the error')['message'],
      /^Cannot use the access token from location: /,
      'the message',
    );
  }),
  test(['US-TOKEN-12', 'US-TOKEN-13'], 'belongs to an account', async (t) => {
    const { value, send } = await create(t, 'account', {
      group: groups.settings,
      resource: accountResource(t),
    });
    await t.check('US-TOKEN-12', () => match(value, /^cfat_[A-Za-z0-9]{41,}$/, 'result.value'));
    await t.check('US-TOKEN-13', async () => {
      t.expectSuccess(await send(`/accounts/${t.accountId}/tokens/verify`), 'the verification');
      const reply = await send('/user');
      equal(reply.status, 403, 'the status of a GET of /user');
    });
  }),
  test('US-TOKEN-14', 'lists permission groups with their scopes', async (t) => {
    const reply = await t.send({ method: 'GET', path: `/accounts/${t.accountId}/tokens/permission_groups` });
    if ([401, 403].includes(reply.status)) t.skip('the credential may not list permission groups');
    const list = object(reply.body, 'the body')['result'];
    ok(Array.isArray(list), `result is ${show(list)}`);
    const group = object(
      list.find((one) => isObject(one) && one['id'] === groups.dnsRead),
      'the group DNS Read',
    );
    equal(group['name'], 'DNS Read', 'its name');
    equal(group['scopes'], ['com.cloudflare.api.account.zone'], 'its scopes');
  }),
  test('US-ACCOUNT-1', 'describes an account', async (t) => {
    const reply = await t.send({ method: 'GET', path: `/accounts/${t.accountId}` });
    if ([401, 403].includes(reply.status)) t.skip('the credential may not read the account');
    const account = object(object(reply.body, 'the body')['result'], 'result');
    equal(account['id'], t.accountId, 'result.id');
    match(account['name'], /./, 'result.name');
    match(account['created_on'], /^\d{4}-\d\d-\d\dT/, 'result.created_on');
    object(account['settings'], 'result.settings');
  }),
]);
