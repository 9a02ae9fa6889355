import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { admitsAll, authorization, bearer, blocksAll, guard } from './guard.ts';
import { newKey } from './signing-key.ts';

const header = (name: string, index = 0) => `http.request.headers["${name}"][${index}]`;
const cookie = (name: string) => `http.request.cookies["${name}"][0]`;

/** A guard over sources, a valid token for it, and one of a foreign key. */
async function sourced(t: TestContext, ...sources: string[]) {
  const key = await newKey();
  const foreign = await newKey('ES256', key.kid);
  const gate = await guard(t, { keys: [key], sources });
  return { gate, valid: await key.sign(), invalid: await foreign.sign() };
}

/** Where and in which order tokens are looked for, and what may precede one. */
export const edgeSourcesSuite = defineSuite('token-validation/edge-sources', [
  test('TV-SRC-13', 'finds a token in the header that a source names', async (t) => {
    const { gate, valid, invalid } = await sourced(t, header('x-token'));
    await gate.admits({ 'x-token': valid });
    await gate.blocks({ 'x-token': invalid }, 'an invalid token');
  }),
  test('TV-SRC-14', 'finds a token in the cookie that a source names', async (t) => {
    const { gate, valid, invalid } = await sourced(t, cookie('session'));
    await admitsAll(gate, {
      'one cookie': { cookie: `session=${valid}` },
      'the second of three cookies': { cookie: `theme=dark; session=${valid}; lang=en` },
    });
    await gate.blocks({ cookie: `session=${invalid}` }, 'an invalid token');
  }),
  test('TV-SRC-15', 'does not find a token outside of its sources', async (t) => {
    const { gate, valid } = await sourced(t, header('x-token'), cookie('session'));
    await t.config({ token_sources: [header('x-elsewhere')] });
    await gate.admits({ 'x-token': valid });
    await blocksAll(gate, {
      'the authorization header': bearer(valid),
      'a header that another configuration names': { 'x-elsewhere': valid },
      'another header': { 'x-token-2': valid },
      'a header with the name of the cookie': { session: valid },
      'another cookie': { cookie: `session2=${valid}` },
      'a cookie with the name of the header': { cookie: `x-token=${valid}` },
    });
  }),
  test('TV-SRC-16', 'uses the second source when the first is absent', async (t) => {
    const { gate, valid, invalid } = await sourced(t, header('x-one'), cookie('two'));
    await gate.admits({ cookie: `two=${valid}` });
    await gate.blocks({ cookie: `two=${invalid}` }, 'an invalid token');
  }),
  test('TV-SRC-17', 'uses the second source when the first contains an invalid token', async (t) => {
    const { gate, valid, invalid } = await sourced(
      t,
      header('x-one'),
      header('x-two'),
      cookie('three'),
      cookie('four'),
    );
    await admitsAll(gate, {
      'an invalid token first': { 'x-one': invalid, 'x-two': valid },
      'something other than a token first': { 'x-one': 'no token', 'x-two': valid },
      'a valid token at the last of four sources': {
        'x-one': invalid,
        'x-two': invalid,
        cookie: `three=${invalid}; four=${valid}`,
      },
    });
    await gate.blocks({ 'x-one': invalid, 'x-two': invalid }, 'two invalid tokens');
  }),
  test('TV-SRC-18', 'uses the first source when the second contains an invalid token', async (t) => {
    const { gate, valid, invalid } = await sourced(t, header('x-one'), header('x-two'));
    await admitsAll(gate, {
      'an invalid token second': { 'x-one': valid, 'x-two': invalid },
      'something other than a token second': { 'x-one': valid, 'x-two': 'no token' },
    });
    await gate.blocks({ 'x-one': invalid, 'x-two': invalid }, 'two invalid tokens');
  }),
  test('TV-SRC-19', 'never joins a token from two sources', async (t) => {
    const { gate, valid } = await sourced(t, header('x-one'), header('x-two'));
    await gate.admits({ 'x-one': valid }, 'the whole token at the first source');
    await gate.admits({ 'x-two': valid }, 'the whole token at the second source');
    const [head, payload, signature] = valid.split('.');
    await blocksAll(gate, {
      'its two halves': { 'x-one': valid.slice(0, 40), 'x-two': valid.slice(40) },
      'header and payload, then the signature': {
        'x-one': `${head}.${payload}`,
        'x-two': `${signature}`,
      },
      'header and payload, then a dot and the signature': {
        'x-one': `${head}.${payload}`,
        'x-two': `.${signature}`,
      },
      'Bearer, then the token without its first part': {
        'x-one': `Bearer ${head}`,
        'x-two': `${payload}.${signature}`,
      },
    });
  }),
  test('TV-SRC-20', 'accepts the token alone', async (t) => {
    const { gate, valid, invalid } = await sourced(t, authorization, cookie('session'));
    await admitsAll(gate, {
      'a header': { authorization: valid },
      'a cookie': { cookie: `session=${valid}` },
    });
    await gate.blocks({ authorization: invalid }, 'an invalid token');
  }),
  test('TV-SRC-21', 'accepts the token after Bearer and one space', async (t) => {
    const { gate, valid, invalid } = await sourced(t, authorization, header('x-token'));
    await admitsAll(gate, {
      authorization: { authorization: `Bearer ${valid}` },
      'a header of another name': { 'x-token': `Bearer ${valid}` },
    });
    await gate.blocks(bearer(invalid), 'an invalid token');
  }),
  ...(
    [
      ['bearer in lower case', 'TV-SRC-22', (token: string) => [`bearer ${token}`, `BEARER ${token}`]],
      ['Bearer and a colon', 'TV-SRC-23', (token: string) => [`Bearer: ${token}`, `Bearer:${token}`]],
      ['Bearer and two spaces', 'TV-SRC-24', (token: string) => [`Bearer  ${token}`, `Bearer   ${token}`]],
      ['Bearer without a space', 'TV-SRC-25', (token: string) => [`Bearer${token}`, `Bearer.${token}`]],
    ] as const
  ).map(([what, requirement, values]) =>
    test(requirement, `refuses a valid token after ${what}`, async (t: TestContext) => {
      const { gate, valid } = await sourced(t, authorization);
      await gate.admits(bearer(valid));
      const variants = values(valid).map((value) => [
        JSON.stringify(value.slice(0, 9)),
        { authorization: value },
      ]);
      await blocksAll(gate, Object.fromEntries(variants));
    }),
  ),
  test('TV-SRC-27', 'matches a lower-case header name with any case', async (t) => {
    const { gate, valid, invalid } = await sourced(t, header('x-token'));
    await admitsAll(gate, {
      'x-token': { 'x-token': valid },
      'X-Token': { 'X-Token': valid },
      'X-TOKEN': { 'X-TOKEN': valid },
    });
    await gate.blocks({ 'X-Token': invalid }, 'an invalid token');
  }),
  test('TV-SRC-28', 'never matches a header name with an upper-case letter', async (t) => {
    const { gate, valid } = await sourced(t, header('X-Token'), cookie('session'));
    await gate.admits({ cookie: `session=${valid}` }, 'the other source');
    await blocksAll(gate, {
      'X-Token': { 'X-Token': valid },
      'x-token': { 'x-token': valid },
    });
  }),
  test('TV-SRC-29', 'compares the name of a cookie case-sensitively', async (t) => {
    const { gate, valid } = await sourced(t, cookie('Session'));
    await gate.admits({ cookie: `Session=${valid}` });
    await blocksAll(gate, {
      session: { cookie: `session=${valid}` },
      SESSION: { cookie: `SESSION=${valid}` },
    });
  }),
  test('TV-SRC-30', 'decodes the name of a cookie before comparing it', async (t) => {
    const { gate, valid, invalid } = await sourced(t, cookie('my[session]'));
    await gate.admits({ cookie: `my%5Bsession%5D=${valid}` });
    await gate.blocks({ cookie: `my%5Bsession%5D=${invalid}` }, 'an invalid token');
  }),
  test('TV-SRC-31', 'does not decode the value of a cookie', async (t) => {
    const { gate, valid } = await sourced(t, cookie('session'));
    await gate.admits({ cookie: `session=${valid}` });
    await gate.blocks({ cookie: `session=${valid.replaceAll('.', '%2E')}` }, 'encoded dots');
  }),
  test('TV-SRC-38', 'keeps the quotes around the value of a cookie', async (t) => {
    const { gate, valid } = await sourced(t, cookie('session'));
    await gate.admits({ cookie: `session=${valid}` });
    await gate.blocks({ cookie: `session="${valid}"` }, 'double quotes');
  }),
  {
    title: 'keeps the values of a repeated header separate',
    requirements: ['TV-SRC-39'],
    // In headers that came through `fetch`, the two are joined.
    features: ['header-lines'],
    run: async (t) => {
      const key = await newKey();
      const valid = await key.sign();
      const first = await guard(t, { keys: [key], sources: [header('x-token')] });
      const second = await guard(t, { keys: [key], sources: [header('x-token', 1)], host: 'second' });
      const lines = (...values: readonly string[]) => values.map((value) => ['X-Token', value] as const);
      await first.admits(lines(valid, 'other'), 'the token on the first of two lines');
      await first.blocks(lines('other', valid), 'the token on the second of two lines');
      await second.admits(lines('other', valid), 'the token on the second of two lines');
      await second.blocks(lines(valid, 'other'), 'the token on the first of two lines');
      await second.blocks(lines(valid), 'one line');
    },
  },
  test('TV-SRC-37', 'uses the first of two cookies with one name', async (t) => {
    const { gate, valid, invalid } = await sourced(t, cookie('session'));
    await gate.admits({ cookie: `session=${valid}; session=${invalid}` }, 'the valid one first');
    await gate.blocks({ cookie: `session=${invalid}; session=${valid}` }, 'the invalid one first');
  }),
  test('TV-SRC-32', 'does not find a token in the query string', async (t) => {
    const { gate, valid } = await sourced(t, authorization, header('token'));
    await gate.admits(bearer(valid));
    for (const name of ['authorization', 'token', 'access_token']) {
      await t.blocked({ path: `${gate.path}?${name}=${valid}` });
    }
  }),
  test('TV-SRC-33', 'does not find a token in the body', async (t) => {
    const key = await newKey();
    const token = await key.sign();
    const path = t.path('/sign-in');
    await t.operation({ method: 'POST', endpoint: path });
    const gate = await guard(t, { keys: [key], sources: [authorization, header('token')] });
    const send = (headers: Record<string, string>, body: string) => ({
      method: 'POST',
      path,
      headers,
      body,
    });
    await t.reachesOrigin(send(bearer(token), '{}'));
    const json = { 'content-type': 'application/json' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await t.blocked(send(json, JSON.stringify({ token, authorization: `Bearer ${token}` })));
    await t.blocked(send(form, `token=${token}&authorization=${encodeURIComponent(`Bearer ${token}`)}`));
    await t.blocked(send({ 'content-type': 'text/plain' }, token));
    await gate.admits(bearer(token), 'the same token in the header');
  }),
]);
