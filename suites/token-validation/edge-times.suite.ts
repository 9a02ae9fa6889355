import type { KnownRequirementId } from '../../spec/requirements.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { admitsAll, bearer, blocksAll, guard } from './guard.ts';
import { newKey } from './signing-key.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Claims by time: `at(-75)` is 75 seconds ago by the clock of the target. */
type Timed = (at: (offset: number) => number) => Readonly<Record<string, Claims>>;

interface Judged {
  readonly title: string;
  readonly requirements: readonly KnownRequirementId[];
  readonly features?: readonly string[];
  readonly valid?: Timed;
  readonly invalid?: Timed;
}

/** A guard, the target's time, and a function that puts claims into signed tokens in a header. */
async function timed(t: TestContext) {
  const key = await newKey();
  const gate = await guard(t, { keys: [key] });
  const getHeaders = async (cases: Readonly<Record<string, Claims>>) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(cases).map(async ([what, claims]) => [what, bearer(await key.sign(claims))] as const),
      ),
    );
  return { key, gate, getHeaders };
}

/** Each of these tests also sends a valid and an invalid token, so that a server with only one verdict fails. */
const judged = ({
  title,
  requirements,
  features = [],
  valid,
  invalid,
}: Judged): Test<KnownRequirementId> => ({
  title,
  requirements,
  features,
  run: async (t) => {
    const { gate, getHeaders } = await timed(t);
    const now = Math.floor((await t.now()) / 1000);
    const at = (offset: number) => now + offset;
    const always = { 'no claims about time': {} };
    const never = { 'exp an hour ago': { exp: at(-3600) } };
    await admitsAll(gate, await getHeaders(valid?.(at) ?? always));
    await blocksAll(gate, await getHeaders(invalid?.(at) ?? never));
  },
});

/** `exp`, `nbf`, and claims that do not affect validity. */
export const edgeTimesSuite = defineSuite('token-validation/edge-times', [
  judged({
    title: 'refuses a token whose exp is more than a minute ago',
    requirements: ['TV-EDGE-15'],
    invalid: (at) => ({
      'exp 75 seconds ago': { exp: at(-75) },
      'exp a day ago': { exp: at(-86_400) },
      'exp in 1970': { exp: 1 },
      'exp a day ago and nbf before it': { nbf: at(-90_000), exp: at(-86_400) },
    }),
  }),
  judged({
    title: 'accepts a token with a future exp',
    requirements: ['TV-EDGE-16'],
    valid: (at) => ({
      'exp in 30 seconds': { exp: at(30) },
      'exp in ten years': { exp: at(315_360_000) },
    }),
  }),
  judged({
    title: 'accepts a token without exp',
    requirements: ['TV-EDGE-17'],
    valid: (at) => ({ 'nbf and iat alone': { nbf: at(-3600), iat: at(-3600) }, 'no claims': {} }),
  }),
  judged({
    title: 'refuses a token whose nbf is more than a minute ahead',
    requirements: ['TV-EDGE-18'],
    invalid: (at) => ({
      'nbf in 75 seconds': { nbf: at(75) },
      'nbf in a year': { nbf: at(31_536_000) },
      'nbf in an hour and exp after it': { nbf: at(3600), exp: at(7200) },
    }),
  }),
  judged({
    title: 'accepts a token with a past nbf',
    requirements: ['TV-EDGE-19'],
    valid: (at) => ({
      'nbf 30 seconds ago': { nbf: at(-30) },
      'nbf years ago and a future exp': { nbf: at(-315_360_000), exp: at(3600) },
    }),
    invalid: (at) => ({ 'nbf in an hour': { nbf: at(3600) } }),
  }),
  judged({
    title: 'accepts a token without nbf',
    requirements: ['TV-EDGE-20'],
    valid: (at) => ({ 'exp alone': { exp: at(3600) }, 'no claims': {} }),
    invalid: (at) => ({ 'nbf in an hour': { nbf: at(3600) } }),
  }),
  judged({
    title: 'accepts a token whose exp is 30 seconds ago, with leeway',
    requirements: ['TV-EDGE-24'],
    features: ['edge'],
    valid: (at) => ({ 'exp 30 seconds ago': { exp: at(-30) } }),
    invalid: (at) => ({ 'exp 75 seconds ago': { exp: at(-75) } }),
  }),
  judged({
    title: 'accepts a token whose nbf is 30 seconds ahead, with leeway',
    requirements: ['TV-EDGE-25'],
    features: ['edge'],
    valid: (at) => ({ 'nbf in 30 seconds': { nbf: at(30) } }),
    invalid: (at) => ({ 'nbf in 75 seconds': { nbf: at(75) } }),
  }),
  judged({
    title: 'accepts valid tokens whatever iss, aud, sub and jti say',
    requirements: ['TV-EDGE-26'],
    valid: () => ({
      'none of them': {},
      'an unknown issuer': { iss: 'https://nobody.example.com' },
      'an audience of another service': { aud: 'another-service' },
      'a list of audiences': { aud: ['one', 'two'] },
      'an empty subject': { sub: '' },
      'an id': { jti: '1' },
    }),
  }),
  judged({
    title: 'treats valid tokens the same, whatever they claim',
    requirements: ['TV-EDGE-21'],
    valid: () => ({
      'no claims': {},
      'a subject': { sub: 'user-1' },
      'another subject': { sub: 'user-2' },
      'a role': { role: 'admin' },
      'scopes that grant nothing': { scope: '', permissions: [] },
      'nested claims': { user: { email: 'user@example.com', tags: [1, null, true] } },
      'claims in another script': { name: '\u7528\u6237 \u{1F511}' },
    }),
  }),
  test('TV-EDGE-29', 'takes a token again', async (t) => {
    const { key, gate } = await timed(t);
    const headers = bearer(await key.sign({ jti: 'once', exp: Math.floor((await t.now()) / 1000) + 600 }));
    for (const time of ['first', 'second', 'third']) await gate.admits(headers, `the ${time} use`);
    await gate.blocks({}, 'no token');
  }),
]);
