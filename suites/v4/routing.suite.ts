import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok, oneOf, show } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { type Answer, getEntries, judgeEach, validationPath } from './answers.ts';

const uuid = '4a7ee8d3-dd63-4ceb-9d5f-c27831854ce7';

const unknownPaths = (t: TestContext) => [
  '/no-such-thing',
  '/zones/no/such/thing',
  `/zones/${t.zoneId}/no_such_thing`,
  `${validationPath(t)}/no_such_thing`,
  `${validationPath(t)}/config/${uuid}/no_such_thing`,
];

const malformedZones = () =>
  ['0', 'zone', '0'.repeat(31), '0'.repeat(33), `${'0'.repeat(31)}g`, uuid].map(
    (id) => `/zones/${id}/token_validation/config`,
  );

/** Paths that exist, with a method that they lack. */
const lackingMethods = (t: TestContext): readonly (readonly [method: string, path: string])[] => [
  ['PUT', `${validationPath(t)}/config/${uuid}`],
  ['DELETE', `${validationPath(t)}/config`],
  ['PUT', `${validationPath(t)}/rules/${uuid}`],
  ['GET', `${validationPath(t)}/config/${uuid}/credentials`],
  ['PATCH', `/zones/${t.zoneId}/api_gateway/operations`],
];

const get = async (t: TestContext, paths: readonly string[]): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const path of paths) {
    answers.push({ what: `GET ${path}`, reply: await t.send({ method: 'GET', path }) });
  }
  return answers;
};

const sendLacking = async (t: TestContext): Promise<Answer[]> => {
  const answers: Answer[] = [];
  for (const [method, path] of lackingMethods(t)) {
    answers.push({ what: `${method} ${path}`, reply: await t.send({ method, path }) });
  }
  return answers;
};

const hasCode = (body: Readonly<Record<string, unknown>>, code: number) =>
  ok(
    getEntries(body, 'errors').some((one) => one['code'] === code),
    `errors is ${show(body['errors'])}, expected one with code ${code}`,
  );

const about = (
  title: string,
  requirement: KnownRequirementId,
  send: (t: TestContext) => Promise<Answer[]>,
  judge: Parameters<typeof judgeEach>[1],
) => test(requirement, title, async (t) => judgeEach(await send(t), judge));

/** Existing and missing paths and methods. */
export const routingSuite = defineSuite('v4/routing', [
  test('V4-ROUTE-1', 'has a base URL that ends in v4', async (t) => {
    const path = `${validationPath(t)}/rules/preview`;
    const preview = (prefix: string) => {
      const headers = { 'content-type': 'application/json' };
      return t.send({ method: 'POST', path: `${prefix}${path}`, headers, body: '{}' });
    };
    t.expectSuccess(await preview(''), 'the preview below the base URL');
    // `..` removes the last segment of the base URL, so this is the same URL only if that was `v4`.
    t.expectSuccess(await preview('/../v4'), 'the preview below a base URL whose last segment is v4');
  }),
  about(
    'returns 400 or 404 for a path without an endpoint',
    'V4-ROUTE-2',
    (t) => get(t, unknownPaths(t)),
    (_, { status }) => oneOf(status, [400, 404], 'the status'),
  ),
  about(
    'returns code 7003 for a path without an endpoint',
    'V4-ROUTE-3',
    (t) => get(t, unknownPaths(t)),
    (body) => hasCode(body, 7003),
  ),
  about(
    'returns code 7003 for a malformed zone id',
    'V4-ROUTE-4',
    (t) => get(t, malformedZones()),
    (body) => hasCode(body, 7003),
  ),
  about(
    'names the path that it could not route',
    'V4-ROUTE-5',
    (t) => get(t, [...unknownPaths(t), ...malformedZones()]),
    (body, _, what) => {
      const error = getEntries(body, 'errors').find((one) => one['code'] === 7003);
      const message = error?.['message'];
      match(
        message,
        /^Could not route to \/\S*, perhaps your object identifier is invalid\?$/,
        'the message of error 7003',
      );
      const path = what.slice('GET '.length);
      ok(message.includes(`${path},`), `the message names another path than ${path}: ${message}`);
    },
  ),
  about('returns 405 for a method that a path lacks', 'V4-ROUTE-6', sendLacking, (_, { status }) =>
    equal(status, 405, 'the status'),
  ),
  about('names the method that a path lacks', 'V4-ROUTE-7', sendLacking, (body, _, what) => {
    const method = what.split(' ')[0];
    const expected = {
      code: 10000,
      message: `${method} method not allowed for the api_token authentication scheme`,
    };
    const errors = getEntries(body, 'errors').map(({ code, message }) => ({ code, message }));
    equal(errors[0], expected, 'the first error');
  }),
]);
