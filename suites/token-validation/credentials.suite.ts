import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, object } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { oneEntryEach } from './defaulted-messages.ts';
import { carriesNoSecret, createWithKeys, keysOf, kidsOf, resultOf, without } from './requests.ts';
import { hmacKey, type Jwk, sampleKey, secretOf } from './sample-keys.ts';

type Id = KnownRequirementId;

/** The two requests that send a complete key set. */
const methods = [
  {
    method: 'PUT',
    operation: 'token-validation.credentials.replace',
    stores: 'TV-CRED-1',
    removes: 'TV-CRED-2',
    answers: 'TV-CRED-4',
    messages: 'TV-CRED-5',
    hides: 'TV-CRED-18',
    status: 'TV-CRED-27',
  },
  {
    method: 'PATCH',
    operation: 'token-validation.credentials.edit',
    stores: 'TV-CRED-6',
    removes: 'TV-CRED-7',
    answers: 'TV-CRED-14',
    messages: 'TV-CRED-15',
    hides: 'TV-CRED-19',
    status: 'TV-CRED-28',
  },
] as const;

const secretA = secretOf(32, 1);
const secretB = secretOf(48, 2);
const keyA = hmacKey('key-a', 'HS256', secretA);
const keyB = hmacKey('key-b', 'HS384', secretB);
const ec = sampleKey('ec-p256', 'key-ec', { alg: 'ES256' });
const rsa = sampleKey('rsa-2048', 'key-rsa', { alg: 'PS256' });

const withoutK = (key: Jwk) => without(key, 'k');

/** Creates a configuration with keys and gives what sends it other ones. */
async function configuration(t: TestContext, ...keys: readonly Jwk[]) {
  const created = await createWithKeys(t, keys);
  expectSuccess(created, 'the creation');
  const params = { zone_id: t.zoneId, config_id: String(object(resultOf(created), 'result')['id']) };
  const send = (operation: (typeof methods)[number]['operation']) => (body: unknown) =>
    t.ask(operation, { params, body });
  return {
    put: (...sent: readonly unknown[]) => send('token-validation.credentials.replace')({ keys: sent }),
    patch: (...sent: readonly unknown[]) => send('token-validation.credentials.edit')({ keys: sent }),
    send,
  };
}

/**
 * Fails unless the configuration holds no secret under the identity of a key: a PATCH may leave out `k` of
 * a stored key only. This shows what is stored without reading the configuration.
 */
async function isGone(t: TestContext, patch: (...keys: readonly unknown[]) => Promise<Reply>, key: Jwk) {
  const reply = await t.step(`patch that leaves out k of ${key.kid}`, () => patch(withoutK(key)));
  t.expectFailure(reply);
}

/** What a PUT and a PATCH have in common. */
const shared = methods.flatMap(
  ({ method, operation, stores, removes, answers, messages, hides, status }): Test<Id>[] => [
    test([stores, answers, status], `${method} stores the keys that it sends`, async (t) => {
      const { send, patch } = await configuration(t, ec);
      const reply = await send(operation)({ keys: [keyA, { ...rsa, ext: true }] });
      expectSuccess(reply, `the ${method}`);
      await t.check(answers, () => {
        const keys = object(resultOf(reply), 'result')['keys'];
        equal(Array.isArray(keys), true, 'whether result.keys is an array');
        equal(kidsOf(reply), ['key-a', 'key-rsa'], 'the kids of result.keys');
        equal(
          keysOf(reply).flatMap((key) => Object.keys(key).filter((member) => member === 'ext')),
          [],
          'the unneeded members that came back',
        );
      });
      await t.check(stores, async () => {
        // What the answer shows may not be what was stored: only a stored secret can be left out.
        equal(kidsOf(await patch(withoutK(keyA), rsa)), ['key-a', 'key-rsa'], 'the kids after a PATCH');
      });
      await t.check(status, () => equal(reply.status, 200, 'the status'));
    }),
    test(removes, `${method} removes the keys that it leaves out`, async (t) => {
      const { send, patch } = await configuration(t, keyA, keyB, ec);
      equal(kidsOf(await send(operation)({ keys: [keyB, rsa] })), ['key-b', 'key-rsa'], 'the stored kids');
      await isGone(t, patch, keyA);
      // The one that was kept proves that the refusal is about the other.
      equal(kidsOf(await patch(withoutK(keyB))), ['key-b'], 'the kids after a PATCH');
    }),
    test(messages, `${method} tells of each defaulted algorithm in one message`, async (t) => {
      const { send } = await configuration(t, ec);
      const some = await send(operation)({
        keys: [ec, sampleKey('rsa-2048', 'plain-rsa'), keyA, sampleKey('ec-p384', 'plain-ec')],
      });
      expectSuccess(some, `the ${method}`);
      oneEntryEach(some, [
        { index: 1, kid: 'plain-rsa', alg: 'RS256' },
        { index: 3, kid: 'plain-ec', alg: 'ES384' },
      ]);
      equal(
        keysOf(some)
          .filter(({ kid }) => String(kid).startsWith('plain'))
          .map(({ alg }) => alg)
          .toSorted(),
        ['ES384', 'RS256'],
        'the defaulted algorithms of result.keys',
      );
      const none = await send(operation)({ keys: [ec, rsa] });
      expectSuccess(none, `the ${method}`);
      oneEntryEach(none, []);
    }),
    test(hides, `${method} never answers a secret`, async (t) => {
      const { send } = await configuration(t, keyA);
      const reply = await send(operation)({ keys: [keyA, keyB, { ...rsa, k: secretOf(40, 9) }] });
      equal(kidsOf(reply), ['key-a', 'key-b', 'key-rsa'], 'the kids of result.keys');
      carriesNoSecret(reply, secretA, secretB, secretOf(40, 9));
    }),
  ],
);

/** Key sets that are refused for one HMAC key. */
const refusals: readonly {
  readonly id: Id;
  readonly title: string;
  readonly method: 'put' | 'patch';
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}[] = [
  {
    id: 'TV-CRED-3',
    title: 'PUT without k of a known HMAC key is refused',
    method: 'put',
    good: [ec, keyA],
    bad: [ec, withoutK(keyA)],
  },
  {
    id: 'TV-CRED-10',
    title: 'PATCH with an HMAC key of a new kid and no k is refused',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...withoutK(keyA), kid: 'key-new' }],
  },
  {
    id: 'TV-CRED-10',
    title: 'PATCH with an HMAC key of a stored kid in another case and no k is refused',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...withoutK(keyA), kid: 'Key-A' }],
  },
  {
    id: 'TV-CRED-11',
    title: 'PATCH with an HMAC key of a stored kid, another alg and no k is refused',
    method: 'patch',
    good: [ec, withoutK(keyB)],
    // The stored secret is long enough for HS256: a server that looks at the kid alone takes it.
    bad: [ec, { ...withoutK(keyB), alg: 'HS256' }],
  },
  {
    id: 'TV-CRED-13',
    title: 'PATCH with k null is refused',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...keyA, k: null }],
  },
  {
    id: 'TV-CRED-26',
    title: 'PUT with two keys of the same alg and kid is refused',
    method: 'put',
    good: [ec, sampleKey('ec-p256', 'key-2', { alg: 'ES256' })],
    bad: [ec, ec],
  },
];

/** Replacing (PUT) and editing (PATCH) the key set of a configuration. */
export const credentialsSuite = defineSuite('token-validation/credentials', [
  ...shared,
  ...refusals.map(({ id, title, method, good, bad }) =>
    test(id, title, async (t) => {
      const { put, patch } = await configuration(t, keyA, keyB, ec);
      const send = { put, patch }[method];
      await t.refused({ good: () => send(...good), bad: () => send(...bad) });
    }),
  ),
  test('TV-CRED-8', 'PATCH may leave out k of stored HMAC keys', async (t) => {
    const { patch } = await configuration(t, keyA, keyB);
    equal(
      kidsOf(await patch(withoutK(keyA), withoutK(keyB), ec)),
      ['key-a', 'key-b', 'key-ec'],
      'the stored kids',
    );
    equal(kidsOf(await patch(withoutK(keyB))), ['key-b'], 'the kids after a second PATCH');
  }),
  test('TV-CRED-9', 'PATCH may send a new k for a stored HMAC key', async (t) => {
    const { patch } = await configuration(t, keyA);
    const reply = await patch({ ...keyA, k: secretOf(64, 4) });
    equal(keysOf(reply), [withoutK(keyA)], 'result.keys');
  }),
  test('TV-CRED-12', 'PATCH with a new HMAC key and its k adds the key', async (t) => {
    const { patch } = await configuration(t, keyA);
    equal(kidsOf(await patch(withoutK(keyA), keyB)), ['key-a', 'key-b'], 'the stored kids');
    equal(kidsOf(await patch(withoutK(keyB))), ['key-b'], 'the kids after a PATCH without k');
  }),
  test('TV-CRED-29', 'PUT changes what a read configuration carries', async (t) => {
    const config = await t.config({ credentials: { keys: [keyA] } });
    const params = { zone_id: t.zoneId, config_id: config.id };
    await t.call('token-validation.credentials.replace', { params, body: { keys: [rsa, keyB] } });
    const read = await t.call('token-validation.config.get', { params });
    equal(kidsOf(read), ['key-b', 'key-rsa'], 'the kids of the read configuration');
    equal(read.body.result.title, config.title, 'the title of the read configuration');
  }),
  test('TV-CRED-30', 'PUT for an id that was never given is answered with 404', async (t) => {
    const params = { zone_id: t.zoneId, config_id: crypto.randomUUID() };
    const body = { keys: [ec] };
    const reply = await t.ask('token-validation.credentials.replace', { params, body });
    t.expectFailure(reply, { status: 404 });
  }),
]);
