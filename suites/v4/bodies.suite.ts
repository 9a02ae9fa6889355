import { v4Limits } from '../../spec/limits.ts';
import { equal, isObject, ok, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type Answer, getEntries, judgeEach, sendJson, validationPath } from './answers.ts';

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
