import type { Reply } from '../../spec/client.ts';
import { toSegment } from '../../spec/endpoint.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, ok, show } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { makeRule } from '../token-validation/requests.ts';
import { type Answer, getEntries, judgeEach, sendJson, validationPath } from './answers.ts';

type Headers = Readonly<Record<string, string>>;

const unknownToken = 'touchstone-conform-token-that-nobody-issued';

/** A read with only these headers, without the target's credentials. */
const readWith = (t: TestContext, headers: Headers): Promise<Reply> =>
  t.as('none').send({ method: 'GET', path: `${validationPath(t)}/config`, headers });

const answersWith = async (t: TestContext, values: readonly Headers[]): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const headers of values) answers.push({ what: show(headers), reply: await readWith(t, headers) });
  return answers;
};

const malformed: readonly Headers[] = [
  'Token abcdefghijklmnopqrstuvwxyz0123456789',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'Bearer abcdefghijkl mnopqrstuvwxyz0123456789',
  'Bearer "abcdefghijklmnopqrstuvwxyz0123456789"',
  'Basic dXNlcjpwYXNz',
].map((authorization) => ({ authorization }));

const emptyBearer: readonly Headers[] = [{ authorization: 'Bearer' }, { authorization: 'Bearer ' }];

/** Fails unless one of the errors has this code and text. */
function hasError(body: Readonly<Record<string, unknown>>, code: number, message: string): void {
  const found = getEntries(body, 'errors').some((one) => one['code'] === code && one['message'] === message);
  ok(found, `errors is ${show(body['errors'])}, expected ${code} ${JSON.stringify(message)}`);
}

/** Fails unless one of the errors chains an entry with this code and text. */
function chains(body: Readonly<Record<string, unknown>>, code: number, message: string): void {
  const chained = getEntries(body, 'errors').flatMap(({ error_chain: chain }) =>
    Array.isArray(chain) ? chain : [],
  );
  const found = chained.some((one) => isObject(one) && one['code'] === code && one['message'] === message);
  ok(found, `errors is ${show(body['errors'])}, expected a chained ${code} ${JSON.stringify(message)}`);
}

/** A test of the answers to a read with each of several sets of headers. */
const about = (
  title: string,
  requirement: KnownRequirementId,
  headers: readonly Headers[],
  judge: Parameters<typeof judgeEach>[1],
) => test(requirement, title, async (t) => judgeEach(await answersWith(t, headers), judge));

const isRefused: Parameters<typeof judgeEach>[1] = (_, reply) =>
  ok(!succeeded(reply), `the answer has status ${reply.status}`);

/** Authentication and authorization. */
export const authenticationSuite = defineSuite('v4/authentication', [
  test('V4-AUTH-1', 'refuses every request without credentials and does nothing', async (t) => {
    if (t.apiHeaders().length === 0) t.skip('the target has no credentials to omit');
    const config = await t.config();
    const rule = await makeRule(t, { enabled: false });
    const root = validationPath(t);
    const credentials = `${root}/config/${toSegment(config.id)}/credentials`;
    const key = { ...t.configBody().credentials.keys[0], kid: 'another' };
    const requests = [
      ['POST', `${root}/config`, t.configBody()],
      ['PUT', credentials, { keys: [key] }],
      ['PATCH', credentials, { keys: [key] }],
      ['POST', `${root}/rules/bulk`, [await t.ruleBody()]],
      ['PATCH', `${root}/rules/bulk`, [{ id: rule.id, enabled: true }]],
      ['POST', `${root}/rules/preview`, {}],
      ['GET', `${root}/config`],
      ['GET', `${root}/config/${toSegment(config.id)}`],
      ['GET', `${root}/rules`],
    ] as const;
    const before = await t.snapshot();
    const answers: Answer[] = [];
    for (const [method, path, content] of requests) {
      const headers = { 'content-type': 'application/json' };
      const request = { method, path, headers, ...(content && { body: JSON.stringify(content) }) };
      answers.push({ what: `${method} ${path}`, reply: await t.as('none').send(request) });
    }
    judgeEach(answers, isRefused);
    equal(await t.snapshot(), before, 'the contents of the zone');
    // The same request with credentials succeeds, so the missing credentials caused the refusal.
    t.expectSuccess(await sendJson(t, 'POST', `${root}/rules/preview`, {}), 'the preview with credentials');
  }),
  test('V4-AUTH-2', 'accepts an API token as a Bearer token', async (t) => {
    await t.call('token-validation.config.list', { params: { zone_id: t.zoneId } });
    await t.config();
  }),
  test('V4-AUTH-3', 'accepts the pair of e-mail address and key', async (t) => {
    const { call } = t.as('legacy');
    const params = { zone_id: t.zoneId };
    const { body } = await call('token-validation.config.create', { params, body: t.configBody() });
    const { id } = body.result;
    const read = await call('token-validation.config.get', { params: { ...params, config_id: id } });
    equal(read.body.result.id, id, 'result.id');
  }),
  test('V4-AUTH-4', 'accepts a read with a read-only token', async (t) => {
    const config = await t.config();
    const { call } = t.as('read');
    const params = { zone_id: t.zoneId };
    const read = await call('token-validation.config.get', {
      params: { ...params, config_id: config.id },
    });
    equal(read.body.result.id, config.id, 'result.id');
    await call('token-validation.config.list', { params });
    await call('token-validation.rule.list', { params });
    await call('api-gateway.operation.list', { params });
  }),
  {
    title: 'refuses a write with a read-only token',
    requirements: ['V4-AUTH-5', 'V4-AUTH-18', 'V4-AUTH-19'],
    run: async (t) => {
      const config = await t.config();
      const rule = await t.rule({ enabled: false });
      const params = { zone_id: t.zoneId };
      const { ask } = t.as('read');
      const { keys } = t.configBody().credentials;
      const body = t.configBody();
      const before = await t.snapshot();
      const replies = {
        'create a configuration': await ask('token-validation.config.create', { params, body }),
        'replace credentials': await ask('token-validation.credentials.replace', {
          params: { ...params, config_id: config.id },
          body: { keys: keys.map((key) => ({ ...key, kid: 'another' })) },
        }),
        'create a rule': await ask('token-validation.rule.create', { params, body: await t.ruleBody() }),
        'edit a rule': await ask('token-validation.rule.bulk-edit', {
          params,
          body: [{ id: rule.id, enabled: true }],
        }),
        'delete a rule': await ask('token-validation.rule.delete', {
          params: { ...params, rule_id: rule.id },
        }),
        'save an operation': await ask('api-gateway.operation.create-item', {
          params,
          body: { method: 'GET', host: t.host(), endpoint: t.path('/orders') },
        }),
      };
      const answers = Object.entries(replies).map(([what, reply]) => ({ what, reply }));
      await t.check('V4-AUTH-5', async () => {
        judgeEach(answers, isRefused);
        equal(await t.snapshot(), before, 'the contents of the zone');
      });
      await t.check('V4-AUTH-18', () =>
        judgeEach(answers, (_, { status }) => equal(status, 401, 'the status')),
      );
      await t.check('V4-AUTH-19', () =>
        judgeEach(answers, (envelope) => hasError(envelope, 10000, 'Authentication error')),
      );
    },
  },
  about('returns 400 for a request without credentials', 'V4-AUTH-6', [{}], (_, { status }) =>
    equal(status, 400, 'the status'),
  ),
  about('names the missing headers', 'V4-AUTH-7', [{}], (body) =>
    hasError(body, 9106, 'Missing X-Auth-Key, X-Auth-Email or Authorization headers'),
  ),
  about('returns 400 for a malformed Authorization header', 'V4-AUTH-8', malformed, (_, { status }) =>
    equal(status, 400, 'the status'),
  ),
  about('reports that the headers are invalid', 'V4-AUTH-9', malformed, (body) =>
    hasError(body, 6003, 'Invalid request headers'),
  ),
  about('chains that the Authorization header is malformed', 'V4-AUTH-10', malformed, (body) =>
    chains(body, 6111, 'Invalid format for Authorization header'),
  ),
  about('treats an empty Bearer value as malformed', 'V4-AUTH-11', emptyBearer, (body, { status }) => {
    equal(status, 400, 'the status');
    hasError(body, 6003, 'Invalid request headers');
  }),
  about(
    'returns 401 for an unknown token',
    'V4-AUTH-12',
    [{ authorization: `Bearer ${unknownToken}` }],
    (_, { status }) => equal(status, 401, 'the status'),
  ),
  about(
    'reports that an unknown token does not authenticate',
    'V4-AUTH-13',
    [{ authorization: `Bearer ${unknownToken}` }],
    (body) => hasError(body, 10000, 'Authentication error'),
  ),
  about(
    'chains that the e-mail address is malformed',
    'V4-AUTH-14',
    [{ 'x-auth-email': 'user', 'x-auth-key': '0'.repeat(37) }],
    (body) => chains(body, 6102, 'Invalid format for X-Auth-Email header'),
  ),
  about(
    'chains that the key is malformed',
    'V4-AUTH-15',
    [{ 'x-auth-email': 'nobody@example.com', 'x-auth-key': 'a key' }],
    (body) => chains(body, 6103, 'Invalid format for X-Auth-Key header'),
  ),
  about(
    'returns 403 for an unknown pair',
    'V4-AUTH-16',
    [{ 'x-auth-email': 'nobody@example.com', 'x-auth-key': '0'.repeat(37) }],
    (_, { status }) => equal(status, 403, 'the status'),
  ),
  about(
    'reports that the pair is unknown',
    'V4-AUTH-17',
    [{ 'x-auth-email': 'nobody@example.com', 'x-auth-key': '0'.repeat(37) }],
    (body) => hasError(body, 9103, 'Unknown X-Auth-Key or X-Auth-Email'),
  ),
]);
