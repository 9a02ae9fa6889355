import { v4Limits } from '../../spec/limits.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import {
  type Answer,
  getEntries,
  judgeEach,
  refusals,
  sendJson,
  successes,
  validationPath,
} from './answers.ts';

const json = { 'content-type': 'application/json' };

/** Sends a text as the body of a creation. */
const post = (t: TestContext, body: string, headers: Readonly<Record<string, string>> = json) =>
  t.send({ method: 'POST', path: `${validationPath(t)}/config`, headers, body });

const notJson = ['{', '{"title":', "{'title': 't'}", '{"title":"t",}', 'title=t', 'undefined', '{} {}'];

const unparsable = async (t: TestContext): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const body of notJson) answers.push({ what: show(body), reply: await post(t, body) });
  return answers;
};

/** Operations that require a body, sent without one. */
const bodyless = async (t: TestContext): Promise<Answer[]> => {
  const config = await t.config();
  const requests = [
    ['POST', `${validationPath(t)}/config`],
    ['PUT', `${validationPath(t)}/config/${config.id}/credentials`],
    ['POST', `${validationPath(t)}/rules/bulk`],
    ['POST', `/zones/${t.zoneId}/api_gateway/operations`],
  ] as const;
  const answers: Answer[] = [];
  for (const [method, path] of requests) {
    answers.push({ what: `${method} ${path}`, reply: await t.send({ method, path }) });
  }
  return answers;
};

/** Accepted and refused bodies. */
export const bodiesSuite = defineSuite('v4/bodies', [
  test('V4-BODY-1', 'returns 400 for a body that is not JSON', async (t) =>
    judgeEach(await unparsable(t), (_, { status }) => equal(status, 400, 'the status')),
  ),
  test('V4-BODY-2', 'reports that a body is not JSON', async (t) =>
    judgeEach(await unparsable(t), (body) => {
      const errors = getEntries(body, 'errors').map(({ code, message }) => ({ code, message }));
      equal(errors[0], { code: 6007, message: 'Malformed JSON in request body' }, 'the first error');
    }),
  ),
  test('V4-BODY-3', 'returns 413 for a body that is too large', async (t) => {
    // Spaces after the JSON text change its size and nothing else.
    const sized = (bytes: number) => {
      const text = JSON.stringify(t.configBody());
      return text + ' '.repeat(bytes - text.length);
    };
    await t.refused({
      good: () => post(t, sized(v4Limits.bodyBytes)),
      bad: () => post(t, sized(v4Limits.bodyBytes + 1)),
      status: 413,
      snapshot: () => t.snapshot('configuration'),
    });
  }),
  test('V4-BODY-9', 'returns 400 for a body with too deeply nested lists', async (t) => {
    // The object around them is one level too. Members outside of the contract are ignored.
    const nested = (depth: number) => {
      const lists = `${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
      return JSON.stringify(t.configBody()).replace(/\}$/, `,"nested":${lists}}`);
    };
    await t.refused({
      good: () => post(t, nested(v4Limits.jsonDepth)),
      bad: () => post(t, nested(v4Limits.jsonDepth + 1)),
      status: 400,
      snapshot: () => t.snapshot('configuration'),
    });
  }),
  test('V4-BODY-5', 'returns 400 for a missing required body', async (t) =>
    judgeEach(await bodyless(t), (body, { status }) => {
      equal(status, 400, 'the status');
      equal(body['success'], false, 'success');
    }),
  ),
  test('V4-BODY-6', 'ignores members outside of the contract', async (t) => {
    const root = validationPath(t);
    const known = { ...t.configBody(), color: 'blue', nested: { a: [1] } };
    const config = await sendJson(t, 'POST', `${root}/config`, known);
    t.expectSuccess(config, 'the configuration with unknown members');
    const result = isObject(config.body) ? config.body['result'] : undefined;
    ok(isObject(result) && !('color' in result), 'the answer has an unknown member');
    const rule = { ...(await t.ruleBody({ enabled: false })), priority: 7 };
    t.expectSuccess(
      await sendJson(t, 'POST', `${root}/rules/bulk`, [rule]),
      'the rule with an unknown member',
    );
    t.expectSuccess(
      await sendJson(t, 'POST', `${root}/rules/preview`, { color: 'blue' }),
      'the preview with an unknown member',
    );
  }),
]);

/** A list of items, each a quoted name with two parameters in any order. */
const itemList = (a: string, b: string) => {
  const item = `"[^"]*"(?:;${a}=\\d+;${b}=\\d+|;${b}=\\d+;${a}=\\d+)(?:;[a-z]+=[^,;]+)*`;
  return new RegExp(`^${item}(?:\\s*,\\s*${item})*$`);
};

/** Successes, refusals, and answers outside of all endpoints. */
async function answers(t: TestContext): Promise<Answer[]> {
  const lost = await t.send({ method: 'GET', path: `/zones/${t.zoneId}/no_such_thing` });
  const lacking = await t.send({ method: 'PUT', path: `${validationPath(t)}/config` });
  return [
    ...(await successes(t)),
    ...(await refusals(t)),
    { what: 'GET of an unknown path', reply: lost },
    { what: 'PUT of a path without it', reply: lacking },
  ];
}

const has = (name: string, pattern: RegExp, requirement: KnownRequirementId) =>
  test(requirement, `sends ${name} with every answer`, async (t) =>
    judgeEach(await answers(t), (_, { headers }) => match(headers.get(name), pattern, `the header ${name}`)),
  );

/** The official client's headers, except for credentials and body: cloudflare-typescript. */
const clientHeaders = {
  accept: 'application/json',
  'api-version': new Date(0).toISOString().slice(0, 10),
  'user-agent': 'Cloudflare/JS 7.3.0',
  'x-stainless-arch': 'x64',
  'x-stainless-lang': 'js',
  'x-stainless-os': 'Linux',
  'x-stainless-package-version': '7.3.0',
  'x-stainless-retry-count': '0',
  'x-stainless-runtime': 'node',
  'x-stainless-runtime-version': 'v24.0.0',
  'x-stainless-timeout': '60',
};

/** Headers of answers, and optional headers of requests. */
export const headersSuite = defineSuite('v4/headers', [
  has('ratelimit', itemList('r', 't'), 'V4-HDR-1'),
  has('ratelimit-policy', itemList('q', 'w'), 'V4-HDR-2'),
  has('cf-ray', /^[0-9a-f]{16}-[A-Z]{3}$/, 'V4-HDR-5'),
  has('cf-auditlog-id', /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i, 'V4-HDR-6'),
  has('api-version', /^\d{4}-\d\d-\d\d\.epoch$/, 'V4-HDR-7'),
  test('V4-HDR-3', 'sends retry-after only with 429', async (t) =>
    judgeEach(
      (await answers(t)).filter(({ reply }) => reply.status !== 429),
      (_, { headers }) => equal(headers.get('retry-after'), null, 'the header retry-after'),
    ),
  ),
  test('V4-HDR-4', 'answers the same with the headers of the official client', async (t) => {
    const config = await t.config();
    const path = `${validationPath(t)}/config/${config.id}`;
    const read = (headers: Readonly<Record<string, string>>) => t.send({ method: 'GET', path, headers });
    const today = new Date(await t.now()).toISOString().slice(0, 10);
    const [plain, dressed] = [await read({}), await read({ ...clientHeaders, 'api-version': today })];
    equal(dressed.status, plain.status, 'the status of a read');
    equal(dressed.body, plain.body, 'the body of a read');
    const headers = { ...clientHeaders, 'api-version': today, 'content-type': 'application/json' };
    const root = `${validationPath(t)}/config`;
    const body = t.configBody();
    const created = await t.send({ method: 'POST', path: root, headers, body: JSON.stringify(body) });
    t.expectSuccess(created, 'a creation with these headers');
    const result = isObject(created.body) ? created.body['result'] : undefined;
    equal(isObject(result) && result['title'], body.title, 'result.title');
    const refused = await t.send({ method: 'POST', path: root, headers, body: '{}' });
    const plainly = await sendJson(t, 'POST', root, {});
    equal(refused.status, plainly.status, 'the status of a refusal');
    equal(refused.body, plainly.body, 'the body of a refusal');
  }),
]);
