import type { KnownRequirementId } from '../../spec/requirements.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { bearer, blocksAll, guard, needsSharedKids } from './guard.ts';
import { type Alg, foreignTo, newKey } from './signing-key.ts';

const getValid = (alg: Alg, requirement: KnownRequirementId) =>
  test(requirement, `accepts a token that a configured key signed with ${alg}`, async (t) => {
    const key = await newKey(alg);
    // A key of the same name and algorithm: a server that accepts its tokens too checks no signature.
    const foreign = await foreignTo(key);
    const { admits, blocks } = await guard(t, { keys: [key] });
    await blocks(bearer(await foreign.sign()), 'the signature of a foreign key');
    await admits(bearer(await key.sign()));
  });

/** Choice of the key by `kid` and `alg`, and every algorithm with its own key. */
export const edgeKeysSuite = defineSuite('token-validation/edge-keys', [
  getValid('RS256', 'TV-ALG-1'),
  getValid('RS384', 'TV-ALG-2'),
  getValid('RS512', 'TV-ALG-3'),
  getValid('PS256', 'TV-ALG-4'),
  getValid('PS384', 'TV-ALG-5'),
  getValid('PS512', 'TV-ALG-6'),
  getValid('ES256', 'TV-ALG-7'),
  getValid('ES384', 'TV-ALG-8'),
  getValid('HS256', 'TV-ALG-9'),
  getValid('HS384', 'TV-ALG-10'),
  getValid('HS512', 'TV-ALG-11'),
  test('TV-EDGE-1', 'refuses a token with the kid of no configured key', async (t) => {
    const key = await newKey('ES256', 'Key-1');
    const gate = await guard(t, { keys: [key] });
    await gate.admits(bearer(await key.sign()));
    const withKid = async (kid: unknown) => bearer(await key.sign({ sub: 'user-1' }, { kid }));
    await blocksAll(gate, {
      'another kid': await withKid('key-2'),
      'a kid in another case': await withKid('key-1'),
      'a kid with more text after it': await withKid('Key-1 '),
      'an empty kid': await withKid(''),
    });
  }),
  test('TV-EDGE-2', 'refuses a token without a kid', async (t) => {
    const key = await newKey();
    const { admits, blocks } = await guard(t, { keys: [key] });
    await admits(bearer(await key.sign()));
    await blocks(bearer(await key.sign({ sub: 'user-1' }, { kid: undefined })));
  }),
  {
    title: 'refuses a token with another alg than its key, even if the key could verify it',
    requirements: ['TV-EDGE-3'],
    run: async (t) => {
      const key = await newKey('RS256');
      const gate = await guard(t, { keys: [key] });
      await gate.admits(bearer(await key.sign()));
      const signedWith = async (alg: Alg) => {
        const [header = '', payload = ''] = (await key.sign({ sub: 'user-1' }, { alg })).split('.');
        return bearer(`${header}.${payload}.${await key.signature(`${header}.${payload}`, alg)}`);
      };
      await blocksAll(gate, {
        'alg and signature RS512': await signedWith('RS512'),
        'alg and signature PS256': await signedWith('PS256'),
        'alg RS384 and signature RS256': bearer(await key.sign({ sub: 'user-1' }, { alg: 'RS384' })),
        'alg rs256': bearer(await key.sign({ sub: 'user-1' }, { alg: 'rs256' })),
        'no alg': bearer(await key.sign({ sub: 'user-1' }, { alg: undefined })),
      });
    },
  },
  test('TV-KEY-50', 'refuses RS512 by a key whose algorithm was defaulted to RS256', async (t) => {
    const key = await newKey('RS256');
    const { alg: _, ...jwk } = key.jwk;
    const { admits, blocks } = await guard(t, { keys: [{ jwk }] });
    await admits(bearer(await key.sign()));
    const [header = '', payload = ''] = (await key.sign({ sub: 'user-1' }, { alg: 'RS512' })).split('.');
    const signature = await key.signature(`${header}.${payload}`, 'RS512');
    await blocks(bearer(`${header}.${payload}.${signature}`));
  }),
  test('TV-EDGE-6', 'uses the key with the alg of the token, of two keys with one kid', async (t) => {
    const first = await newKey('ES256', 'shared');
    const second = await newKey('RS256', 'shared');
    const third = await newKey('HS256', 'shared');
    const keys = [first, second, third];
    await needsSharedKids(t, keys);
    const { admits, blocks } = await guard(t, { keys });
    for (const key of keys) await admits(bearer(await key.sign()), key.alg);
    await blocks(bearer(await (await newKey('ES256', 'shared')).sign()), 'a foreign key of that kid');
  }),
  test('TV-EDGE-7', 'refuses a token signed by another key than the one it names', async (t) => {
    const first = await newKey('ES256', 'first');
    const second = await newKey('ES256', 'second');
    const gate = await guard(t, { keys: [first, second] });
    await gate.admits(bearer(await first.sign()));
    await gate.admits(bearer(await second.sign()));
    const foreign = await newKey('ES256', 'first');
    await blocksAll(gate, {
      'the kid of the second by the first': bearer(await first.as('second').sign()),
      'the kid of the first by the second': bearer(await second.as('first').sign()),
      'the kid of the first by a key that is not configured': bearer(await foreign.sign()),
    });
  }),
  test('TV-EDGE-23', 'refuses a token of one configuration for another', async (t) => {
    const [mine, theirs] = [await newKey('ES256', 'key'), await newKey('ES256', 'key')];
    const [named] = [await newKey('ES256', 'named')];
    const api = await guard(t, { keys: [mine] });
    const shop = await guard(t, { keys: [theirs, named], host: 'shop' });
    await api.admits(bearer(await mine.sign()), 'the first configuration and its token');
    await shop.admits(bearer(await theirs.sign()), 'the second configuration and its token');
    await blocksAll(api, {
      'the token of the second configuration': bearer(await theirs.sign()),
      'a token whose kid only the second configuration has': bearer(await named.sign()),
    });
    await blocksAll(shop, { 'the token of the first configuration': bearer(await mine.sign()) });
  }),
]);
