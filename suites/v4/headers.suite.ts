import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, isObject, match } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type Answer, judgeEach, refusals, sendJson, successes, validationPath } from './answers.ts';

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
