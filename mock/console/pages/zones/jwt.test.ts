import { importJWK, jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { makeToken, privateJwk } from '../../../engines/jwt/testing/test-keys.ts';
import {
  generateKey,
  readPrivateJwk,
  readToken,
  signToken,
  unsignedToken,
  withBrokenSignature,
} from './jwt.ts';

const payload = '{"sub":"ada"}';

it('makes a key and signs tokens that another library verifies', async () => {
  const { privateJwk: key, publicJwk } = await generateKey('key-1');
  expect(publicJwk).not.toHaveProperty('d');
  const token = await signToken('{ "alg": "ES256", "kid": "key-1" }', payload, key);
  const verified = await jwtVerify(token, await importJWK(publicJwk, 'ES256'));
  expect(verified).toMatchObject({
    payload: { sub: 'ada' },
    protectedHeader: { alg: 'ES256', kid: 'key-1' },
  });
  const broken = withBrokenSignature(token);
  await expect(jwtVerify(broken, await importJWK(publicJwk, 'ES256'))).rejects.toThrow('signature');
});

it.each([
  ['oct32', 'HS256'],
  ['rsa2048', 'RS256'],
  ['rsa2048', 'PS256'],
  ['p384', 'ES384'],
] as const)('signs with a pasted key: %s with %s', async (name, alg) => {
  const key = readPrivateJwk(JSON.stringify({ ...privateJwk(name), alg }));
  const token = await signToken(JSON.stringify({ alg }), payload, key);
  const { d: _, p: __, q: ___, dp: ____, dq: _____, qi: ______, ...open } = privateJwk(name);
  expect((await jwtVerify(token, await importJWK({ ...open }, alg))).payload).toEqual({ sub: 'ada' });
});

it('reads the header and the payload of a token', async () => {
  const token = await makeToken({
    key: 'oct32',
    alg: 'HS256',
    header: { alg: 'HS256' },
    payload: { sub: 'é' },
  });
  expect(readToken(`Bearer ${token}`)).toEqual({
    header: '{\n  "alg": "HS256"\n}',
    payload: '{\n  "sub": "é"\n}',
  });
  expect(readToken('garbage')).toBeUndefined();
  expect(unsignedToken('{"alg":"none"}', payload)).toBe('eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.');
});

it.each([
  ['{', 'The key is not JSON'],
  ['[]', 'The key is not a JSON object.'],
  ['{"kty":"EC"}', 'it is not private'],
])('says what is wrong with a key: %s', (text, problem) => {
  expect(() => readPrivateJwk(text)).toThrow(problem);
});

it('says that a key can not sign', async () => {
  await expect(signToken('{}', '{}', { kty: 'EC', crv: 'P-256', d: 'x' })).rejects.toThrow("can't sign");
  await expect(signToken('{}', '{}', { kty: 'oct', alg: 'none', k: 'x' })).rejects.toThrow('algorithm none');
});
