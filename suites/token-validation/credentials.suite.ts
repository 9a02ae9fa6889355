import type { Reply } from '../../spec/client.ts';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, object, ok } from '../harness/assertions.ts';
import { expectSuccess } from '../harness/caller.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, type Test, test } from '../harness/suite.ts';
import { oneEntryEach } from './defaulted-messages.ts';
import {
  carriesNoSecret,
  createWithKeys,
  getKids,
  getResult,
  keeps,
  keepsNoOther,
  needsWorking,
  shownKeys,
  without,
} from './requests.ts';
import { getSecret, hmacKey, type Jwk, sampleKey } from './sample-keys.ts';

type Id = KnownRequirementId;

/** The two requests with a complete key set. */
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

const secretA = getSecret(32, 1);
const secretB = getSecret(48, 2);
const keyA = hmacKey('key-a', 'HS256', secretA);
const keyB = hmacKey('key-b', 'HS384', secretB);
const ec = sampleKey('ec-p256', 'key-ec', { alg: 'ES256' });
const rsa = sampleKey('rsa-2048', 'key-rsa', { alg: 'PS256' });

const withoutK = (key: Jwk) => without(key, 'k');

/** Creates a configuration with keys, and returns functions that send it other keys. */
async function configuration(t: TestContext, ...keys: readonly Jwk[]) {
  const created = await createWithKeys(t, keys);
  expectSuccess(created, 'the creation');
  const params = { zone_id: t.zoneId, config_id: String(object(getResult(created), 'result')['id']) };
  const send = (operation: (typeof methods)[number]['operation']) => (body: unknown) =>
    t.ask(operation, { params, body });
  return {
    put: (...sent: readonly unknown[]) => send('token-validation.credentials.replace')({ keys: sent }),
    patch: (...sent: readonly unknown[]) => send('token-validation.credentials.edit')({ keys: sent }),
    send,
  };
}

/**
 * Fails if the configuration still stores a secret for the identity of a key: a PATCH may omit `k` of stored keys only.
 * This checks the stored secrets without reading the configuration.
 *
 * @param kept a stored HMAC key
 */
async function isGone(
  t: TestContext,
  patch: (...keys: readonly unknown[]) => Promise<Reply>,
  key: Jwk,
  kept: Jwk,
) {
  const reply = await t.step(`patch that omits k of ${key.kid}`, () => patch(withoutK(key), withoutK(kept)));
  keepsNoOther(t, reply, [kept.kid], 'although they had been removed');
}

/** Skips a test of PUT where PATCH, which shows the stored secrets, does not work in a configuration of its own. */
async function needsPatch(t: TestContext, method: string): Promise<void> {
  if (method === 'PATCH') return;
  const { patch } = await configuration(t, keyA, keyB);
  await needsWorking('a PATCH', async () => {
    const reply = await t.step('control: patch without k', () => patch(withoutK(keyA), withoutK(keyB), ec));
    keeps(reply, ['key-a', 'key-b', 'key-ec']);
  });
}

/** Tests that PUT and PATCH share. */
const shared = methods.flatMap(
  ({ method, operation, stores, removes, answers, messages, hides, status }): Test<Id>[] => [
    test([stores, answers, status], `${method} stores the keys that it sends`, async (t) => {
      const { send, patch } = await configuration(t, ec);
      const reply = await send(operation)({ keys: [keyA, { ...rsa, ext: true }] });
      expectSuccess(reply, `the ${method}`);
      await t.check(answers, () => {
        const keys = shownKeys(reply);
        ok(keys, 'The answer shows no keys');
        equal(getKids(reply), ['key-a', 'key-rsa'], 'the kids of the answered keys');
        equal(keys.filter((key) => 'ext' in key).length, 0, 'the number of keys with an unneeded member');
      });
      await t.check(stores, async () => {
        await needsPatch(t, method);
        // An answer may differ from what is stored; but only a stored secret can be omitted.
        keeps(await patch(withoutK(keyA), rsa), ['key-a', 'key-rsa']);
      });
      await t.check(status, () => equal(reply.status, 200, 'the status'));
    }),
    test(removes, `${method} removes the keys that it omits`, async (t) => {
      await needsPatch(t, method);
      const { send, patch } = await configuration(t, keyA, keyB, ec);
      keeps(await send(operation)({ keys: [keyB, rsa] }), ['key-b', 'key-rsa']);
      await isGone(t, patch, keyA, keyB);
      // The kept key proves that the refusal is about the other one.
      keeps(await patch(withoutK(keyB)), ['key-b']);
    }),
    test(messages, `${method} reports each defaulted algorithm in one message`, async (t) => {
      const { send } = await configuration(t, ec);
      const some = await send(operation)({
        keys: [ec, sampleKey('rsa-2048', 'plain-rsa'), keyA, sampleKey('ec-p384', 'plain-ec')],
      });
      expectSuccess(some, `the ${method}`);
      oneEntryEach(some, [
        { index: 1, kid: 'plain-rsa', alg: 'RS256' },
        { index: 3, kid: 'plain-ec', alg: 'ES384' },
      ]);
      const keys = shownKeys(some)?.filter(({ kid }) => String(kid).startsWith('plain'));
      const algorithms = keys?.map(({ alg }) => alg).toSorted();
      if (algorithms) equal(algorithms, ['ES384', 'RS256'], 'the defaulted algorithms of the answered keys');
      const none = await send(operation)({ keys: [ec, rsa] });
      expectSuccess(none, `the ${method}`);
      oneEntryEach(none, []);
    }),
    test(hides, `${method} never returns a secret`, async (t) => {
      const { send } = await configuration(t, keyA);
      const reply = await send(operation)({ keys: [keyA, keyB, { ...rsa, k: getSecret(40, 9) }] });
      keeps(reply, ['key-a', 'key-b', 'key-rsa']);
      carriesNoSecret(reply, secretA, secretB, getSecret(40, 9));
    }),
  ],
);

/** Key sets that omit a secret which is not stored, and the same sets without this fault. */
const withoutSecret: readonly {
  readonly id: Id;
  readonly title: string;
  readonly method: 'put' | 'patch';
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}[] = [
  {
    id: 'TV-CRED-3',
    title: 'PUT never stores a known HMAC key without k',
    method: 'put',
    good: [ec, keyA],
    bad: [ec, withoutK(keyA)],
  },
  {
    id: 'TV-CRED-10',
    title: 'PATCH never stores an HMAC key of a new kid without k',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...withoutK(keyA), kid: 'key-new' }],
  },
  {
    id: 'TV-CRED-10',
    title: 'PATCH never stores an HMAC key of a stored kid in another case without k',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...withoutK(keyA), kid: 'Key-A' }],
  },
  {
    id: 'TV-CRED-11',
    title: 'PATCH never stores an HMAC key of a stored kid and another alg without k',
    method: 'patch',
    good: [ec, withoutK(keyB)],
    // The stored secret is long enough for HS256, so a server that only compares kids accepts it.
    bad: [ec, { ...withoutK(keyB), alg: 'HS256' }],
  },
  {
    id: 'TV-CRED-13',
    title: 'PATCH never stores a key whose k is null',
    method: 'patch',
    good: [ec, withoutK(keyA)],
    bad: [ec, { ...keyA, k: null }],
  },
];

/** Replacing (PUT) and editing (PATCH) the key set of a configuration. */
export const credentialsSuite = defineSuite('token-validation/credentials', [
  ...shared,
  ...withoutSecret.map(({ id, title, method, good, bad }) =>
    test(id, title, async (t) => {
      const { [method]: send } = await configuration(t, keyA, keyB, ec);
      expectSuccess(
        await t.step('valid twin', () => send(...good)),
        'the key set with the secret or its key',
      );
      keepsNoOther(t, await t.step('faulty twin', () => send(...bad)), [ec.kid], 'without a secret');
    }),
  ),
  test('TV-CRED-26', 'PUT refuses two keys of the same alg and kid', async (t) => {
    const { put } = await configuration(t, ec);
    const other = sampleKey('ec-p256', 'key-2', { alg: 'ES256' });
    await t.refused({ good: () => put(ec, other), bad: () => put(ec, ec) });
  }),
  test('TV-CRED-8', 'PATCH may omit k of stored HMAC keys', async (t) => {
    const { patch } = await configuration(t, keyA, keyB);
    keeps(await patch(withoutK(keyA), withoutK(keyB), ec), ['key-a', 'key-b', 'key-ec']);
    keeps(await patch(withoutK(keyB)), ['key-b']);
  }),
  test('TV-CRED-9', 'PATCH may send a new k for a stored HMAC key', async (t) => {
    const { patch } = await configuration(t, keyA);
    keeps(await patch({ ...keyA, k: getSecret(64, 4) }), ['key-a']);
  }),
  test('TV-CRED-12', 'PATCH with a new HMAC key and its k adds the key', async (t) => {
    const { patch } = await configuration(t, keyA);
    keeps(await patch(withoutK(keyA), keyB), ['key-a', 'key-b']);
    keeps(await patch(withoutK(keyB)), ['key-b']);
  }),
  test('TV-CRED-29', 'PUT changes the keys of a read configuration', async (t) => {
    const config = await t.config({ credentials: { keys: [keyA] } });
    const params = { zone_id: t.zoneId, config_id: config.id };
    await t.call('token-validation.credentials.replace', { params, body: { keys: [rsa, keyB] } });
    const read = await t.call('token-validation.config.get', { params });
    equal(getKids(read), ['key-b', 'key-rsa'], 'the kids of the read configuration');
    equal(read.body.result.title, config.title, 'the title of the read configuration');
  }),
  test('TV-CRED-30', 'PUT returns 404 for an unknown id', async (t) => {
    const params = { zone_id: t.zoneId, config_id: crypto.randomUUID() };
    const body = { keys: [ec] };
    const reply = await t.ask('token-validation.credentials.replace', { params, body });
    t.expectFailure(reply, { status: 404 });
  }),
]);
