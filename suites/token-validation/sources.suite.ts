import type { KnownRequirementId } from '../../spec/requirements.ts';
import { array, equal, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { createConfig, getConfigId, getResult, toMessages } from './requests.ts';

type Id = KnownRequirementId;

const header = 'http.request.headers["x-token"][0]';
const cookie = 'http.request.cookies["session"][0]';
const four = [
  'http.request.headers["x-d"][0]',
  'http.request.cookies["c"][0]',
  'http.request.headers["x-b"][0]',
  'http.request.cookies["a"][0]',
];

/** Sources that are accepted and returned. */
const accepted: readonly (readonly [what: string, id: Id, sources: readonly string[]])[] = [
  ['a request header', 'TV-SRC-1', [header, 'http.request.headers["x_token.2"][0]']],
  ['a request cookie', 'TV-SRC-2', [cookie, 'http.request.cookies["__Host-session.2"][0]']],
  ['four token sources', 'TV-SRC-7', four],
  ['a source with an index above 0', 'TV-SRC-34', ['http.request.headers["x-token"][1]']],
  ['a source with its key in single quotes', 'TV-SRC-35', ["http.request.headers['x-token'][0]"]],
];

/** Values of token_sources that are refused. */
const refused: readonly (readonly [what: string, id: Id, values: readonly unknown[]])[] = [
  [
    'a token source that is not an expression',
    'TV-SRC-10',
    [
      'http.request.headers["x-token"',
      'http.request.headers["x-token"][0',
      'http.request.headers[x-token][0]',
      `${header}]`,
      `${header} or`,
      'the Authorization header',
      '???',
      '',
    ].map((source) => [header, source]),
  ],
  [
    'a token source that names another field',
    'TV-SRC-11',
    [
      'http.request.uri.args["token"][0]',
      'http.request.headers.values[0]',
      'http.host',
      'http.cookie',
      'http.user_agent',
      'http.request.body.raw',
    ].map((source) => [header, source]),
  ],
  [
    'a token source that resolves to an array',
    'TV-SRC-12',
    ['http.request.headers["x-token"]', 'http.request.cookies["session"]']
      .flatMap((source) => [source, `${source}[*]`])
      .map((source) => [header, source]),
  ],
];

const withSources = (t: TestContext, token_sources: unknown) =>
  createConfig(t, { ...t.configBody(), token_sources });

/** Token sources of a configuration. Tests of the edge check what they find in a request. */
export const sourcesSuite = defineSuite('token-validation/sources', [
  ...accepted.map(([what, id, sources]) =>
    test(id, `accepts ${what}`, async (t) => {
      const reply = await withSources(t, sources);
      expectSuccess(reply, 'the creation');
      const stored = array(object(getResult(reply), 'result')['token_sources'], 'result.token_sources');
      equal(stored.toSorted(), sources.toSorted(), 'result.token_sources, sorted');
    }),
  ),
  test('TV-SRC-40', 'warns that a source with an upper-case header name matches nothing', async (t) => {
    const token_sources = [cookie, 'http.request.headers["X-Token"][0]'];
    const created = await withSources(t, token_sources);
    expectSuccess(created, 'the creation');
    const params = { zone_id: t.zoneId, config_id: getConfigId(created) };
    const changed = await t.ask('token-validation.config.edit', { params, body: { token_sources } });
    for (const [what, reply] of Object.entries({ creation: created, change: changed })) {
      const texts = toMessages(reply).join('\n');
      for (const part of ['token_sources[1]', '"x-token"']) {
        ok(texts.includes(part), `the messages of the ${what} don't name ${part}`);
      }
      ok(!texts.includes('token_sources[0]'), `the messages of the ${what} name token_sources[0]`);
    }
  }),
  ...refused.map(([what, id, values]) =>
    test(id, `refuses ${what}`, async (t) => {
      await t.refused({
        good: () => withSources(t, [header, cookie]),
        bad: values.map((value) => ({
          what: `with token_sources ${JSON.stringify(value)}`,
          send: () => withSources(t, value),
        })),
        pointer: '/token_sources/1',
        snapshot: () => t.snapshot('configuration'),
      });
    }),
  ),
]);
