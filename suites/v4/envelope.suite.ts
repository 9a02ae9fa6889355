import { toSegment } from '../../spec/endpoint.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, match, object, ok, show } from '../harness/assertions.ts';
import { succeeded } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { editRule, getMeaning, makeRule, without } from '../token-validation/requests.ts';
import { getSecret, hmacKey, sampleKey } from '../token-validation/sample-keys.ts';
import {
  type Answer,
  bodyWithMessage,
  getEntries,
  judgeEach,
  refusals,
  sendJson,
  successes,
  validationPath,
} from './answers.ts';

/** RFC 6901: empty, or tokens that begin with a slash and escape `~`. */
const jsonPointer = /^(?:\/(?:[^~/]|~0|~1)*)*$/;

const all = async (t: TestContext): Promise<Answer[]> => [...(await successes(t)), ...(await refusals(t))];

/** Entries of `errors` in all refusals, or of `messages` in an answer with one. */
async function entries(t: TestContext, member: 'errors' | 'messages') {
  const answers = member === 'errors' ? await refusals(t) : await successes(t);
  const found = answers.flatMap(({ reply }) => getEntries(object(reply.body, 'the body'), member));
  ok(found.length > 0, `No answer has an entry in ${member}`);
  return found;
}

const code = (value: unknown, what: string) =>
  ok(
    Number.isInteger(value) && Number(value) >= 1000,
    `${what} is ${show(value)}, expected an integer of at least 1000`,
  );

const text = (value: unknown, what: string) =>
  ok(typeof value === 'string', `${what} is ${show(value)}, expected a string`);

const judged = (title: string, requirement: KnownRequirementId, run: (t: TestContext) => Promise<void>) =>
  test(requirement, title, run);

/** The envelope of every answer. */
export const envelopeSuite = defineSuite('v4/envelope', [
  judged('has a result on success', 'V4-ENV-1', async (t) =>
    judgeEach(await successes(t), (body) => ok('result' in body, 'result is absent')),
  ),
  judged('has success as a boolean', 'V4-ENV-2', async (t) =>
    judgeEach(await all(t), ({ success }) =>
      ok(typeof success === 'boolean', `success is ${show(success)}, expected a boolean`),
    ),
  ),
  judged('has errors as an array', 'V4-ENV-3', async (t) =>
    judgeEach(await all(t), ({ errors }) => array(errors, 'errors')),
  ),
  judged('has messages as an array', 'V4-ENV-4', async (t) =>
    judgeEach(await all(t), ({ messages }) => array(messages, 'messages')),
  ),
  judged('has result_info for requested pages', 'V4-ENV-5', async (t) => {
    for (const query of ['page=1', 'per_page=5', 'page=1&per_page=5', 'page=1000']) {
      const reply = await sendJson(t, 'POST', `${validationPath(t)}/rules/preview?${query}`, {});
      // A page past the end may be refused.
      if (query === 'page=1000' && !succeeded(reply)) continue;
      t.expectSuccess(reply, query);
      object(object(reply.body, `the body of ${query}`)['result_info'], `result_info of ${query}`);
    }
  }),
  judged('returns success true for a successful request', 'V4-ENV-6', async (t) =>
    judgeEach(await successes(t), ({ success }) => equal(success, true, 'success')),
  ),
  judged('returns success false for a failed request', 'V4-ENV-7', async (t) =>
    judgeEach(await refusals(t), ({ success }) => equal(success, false, 'success')),
  ),
  judged('returns errors for a failed request', 'V4-ENV-8', async (t) =>
    judgeEach(await refusals(t), ({ errors }) => ok(array(errors, 'errors').length > 0, 'errors is empty')),
  ),
  judged('keeps everything unchanged after a failed write', 'V4-ENV-9', async (t) => {
    const secret = hmacKey('secret', 'HS256', getSecret(32));
    const key = sampleKey('ec-p256', 'public', { alg: 'ES256' });
    const config = await t.config({ credentials: { keys: [key, secret] } });
    const rule = await makeRule(t, { enabled: false });
    const root = validationPath(t);
    const credentials = `${root}/config/${toSegment(config.id)}/credentials`;
    const keys = [{ ...key, kid: 'new' }, hmacKey('no-secret', 'HS256')];
    const faulty = [
      ['POST', `${root}/config`, { ...t.configBody(), token_sources: [] }],
      ['PUT', credentials, { keys }],
      ['PATCH', credentials, { keys }],
      ['POST', `${root}/rules/bulk`, [{ ...(await t.ruleBody()), action: 'allow' }]],
      ['PATCH', `${root}/rules/bulk`, [{ id: rule.id, title: t.title(), enabled: 'yes' }]],
    ] as const;
    for (const [method, path, body] of faulty) {
      const before = await t.snapshot('configuration', 'rule');
      const reply = await sendJson(t, method, path, body);
      // A key without its secret may be dropped instead.
      if (path === credentials && succeeded(reply)) continue;
      t.expectFailure(reply);
      equal(
        await t.snapshot('configuration', 'rule'),
        before,
        `the contents of the zone after ${method} ${path}`,
      );
      if (path !== credentials) continue;
      // Where configurations are not read: a PATCH only omits the secret of a stored key.
      const again = { keys: [key, without(secret, 'k')] };
      t.expectSuccess(
        await sendJson(t, 'PATCH', path, again),
        `a PATCH of the previous keys, after ${method}`,
      );
    }
    const now = await editRule(t, rule.id, { enabled: false });
    equal(getMeaning(now), getMeaning(rule), 'the rule of a refused change');
  }),
  judged('returns no messages for a failed request', 'V4-ENV-10', async (t) =>
    judgeEach(await refusals(t), ({ messages }) => equal(messages, [], 'messages')),
  ),
  judged('returns a null result for a failed request', 'V4-ENV-11', async (t) =>
    judgeEach(await refusals(t), ({ result }) => equal(result, null, 'result')),
  ),
  judged('numbers errors from 1000', 'V4-ENV-12', async (t) => {
    for (const entry of await entries(t, 'errors')) code(entry['code'], 'the code of an error');
  }),
  judged('describes errors in words', 'V4-ENV-13', async (t) => {
    for (const entry of await entries(t, 'errors')) text(entry['message'], 'the message of an error');
  }),
  judged('numbers messages from 1000', 'V4-ENV-14', async (t) => {
    for (const entry of await entries(t, 'messages')) code(entry['code'], 'the code of a message');
  }),
  judged('describes messages in words', 'V4-ENV-15', async (t) => {
    for (const entry of await entries(t, 'messages')) text(entry['message'], 'the message of a message');
  }),
  test(['V4-ENV-16', 'V4-ENV-17'], 'has JSON pointers and text links', async (t) => {
    const found = [...(await entries(t, 'errors')), ...(await entries(t, 'messages'))];
    await t.check('V4-ENV-16', () => {
      for (const { source } of found) {
        if (source === undefined) continue;
        const { pointer } = object(source, 'the source of an entry');
        if (pointer !== undefined) match(pointer, jsonPointer, 'the pointer of an entry');
      }
    });
    await t.check('V4-ENV-17', () => {
      for (const { documentation_url: url } of found) {
        if (url !== undefined) text(url, 'the documentation_url of an entry');
      }
    });
  }),
  test(['V4-ENV-18', 'V4-ENV-19'], 'returns 400 and points to the faulty member', async (t) => {
    const create = (body: unknown) =>
      t.ask('token-validation.config.create', { params: { zone_id: t.zoneId }, body });
    const body = t.configBody();
    const [source = ''] = body.token_sources;
    await t.refused({
      good: () => create(body),
      bad: [
        { what: 'with a number as title', pointer: '/title', send: () => create({ ...body, title: 1 }) },
        {
          what: 'with a number as second source',
          pointer: '/token_sources/1',
          send: () => create({ ...body, token_sources: [source, 2] }),
        },
      ],
    });
  }),
  judged('returns no errors on success', 'V4-ENV-20', async (t) =>
    judgeEach(await successes(t), ({ errors }) => equal(errors, [], 'errors')),
  ),
  judged('uses the content type of JSON for JSON', 'V4-ENV-22', async (t) =>
    judgeEach(await all(t), (_, { headers }) =>
      match(headers.get('content-type'), /^application\/json\s*(?:;|$)/i, 'the content type'),
    ),
  ),
  judged('never fails with 5xx, whatever is sent', 'V4-ENV-21', async (t) => {
    const root = validationPath(t);
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const bodies = [
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '{"title":{}}',
      '{"__proto__":{"title":"t"}}',
      '[[]]',
      deep,
      '\u0000',
    ];
    const paths = [
      ['POST', `${root}/config`],
      ['POST', `${root}/rules/bulk`],
      ['PATCH', `${root}/rules/bulk`],
      ['POST', `${root}/rules/preview`],
      ['PUT', `${root}/config/4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7/credentials`],
    ] as const;
    const queries = [
      '?page=',
      '?page=-1',
      '?per_page=1e9',
      '?page=1&page=2',
      '?%',
      '?__proto__=1',
      '?page=%00',
    ];
    const answers: Answer[] = [];
    const headers = { 'content-type': 'application/json' };
    for (const [method, path] of paths) {
      for (const body of bodies) {
        const reply = await t.send({ method, path, headers, body });
        answers.push({
          what: `${method} ${path.slice(root.length)} with ${show(body.slice(0, 20))}`,
          reply,
        });
      }
    }
    for (const query of queries) {
      answers.push({
        what: `GET /config${query}`,
        reply: await t.send({ method: 'GET', path: `${root}/config${query}` }),
      });
    }
    answers.push({
      what: 'the body with a message',
      reply: await sendJson(t, 'POST', `${root}/config`, bodyWithMessage(t)),
    });
    judgeEach(answers, (_, { status }) => ok(status < 500, `the status is ${status}`));
  }),
  // These apply to every answer of every test; here is one answer of each kind.
  judged('answers a documented operation by its document', 'V4-SHAPE-1', async (t) => {
    await t.call('token-validation.config.list', { params: { zone_id: t.zoneId } });
  }),
  judged('answers an inferred operation as this project infers', 'V4-SHAPE-2', async (t) => {
    const { operation_id } = await t.operation();
    const params = { zone_id: t.zoneId };
    await t.call('api-gateway.operation.delete-many', { params, body: [{ operation_id }] });
  }),
  judged('refuses in an envelope outside of token validation too', 'V4-ENV-23', async (t) => {
    const params = { zone_id: t.zoneId, setting_id: 'content_converter' };
    t.expectFailure(await t.ask('settings.setting.edit', { params, body: { value: 'perhaps' } }));
  }),
  judged('refuses in the error shape of the operation', 'V4-SHAPE-3', async (t) => {
    const params = { account_id: t.accountId, namespace: 'default', repo_name: t.gatewayId() };
    t.expectFailure(await t.ask('artifacts.repos.get', { params }));
  }),
]);
