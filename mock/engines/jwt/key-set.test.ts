import { describe, expect, it } from 'vitest';
import { importKeys } from './key-set.ts';
import { normalizeKeys } from './normalize-keys.ts';
import { jwk } from './testing/test-keys.ts';

describe('importKeys', () => {
  it('finds a key by kid and alg together', async () => {
    const { keys } = await normalizeKeys(
      [
        jwk('rsa2048', 'a', 'RS256'),
        jwk('rsa3072', 'a', 'PS256'),
        jwk('p256', 'b'),
        jwk('oct64', 'c', 'HS256'),
      ],
      { mode: 'create' },
    );
    const keySet = await importKeys(keys);
    expect(keySet.size).toBe(4);
    expect(keySet.find('a', 'RS256')).toMatchObject({ kid: 'a', alg: 'RS256', signatureBytes: 256 });
    expect(keySet.find('a', 'PS256')).toMatchObject({ kid: 'a', alg: 'PS256', signatureBytes: 384 });
    expect(keySet.find('b', 'ES256')).toMatchObject({ signatureBytes: 64 });
    expect(keySet.find('c', 'HS256')).toMatchObject({ signatureBytes: 32 });
    for (const [kid, alg] of [
      ['a', 'ES256'],
      ['b', 'RS256'],
      ['', 'RS256'],
      ['d', 'RS256'],
      ['a', ''],
    ] as const) {
      expect(keySet.find(kid, alg)).toBeUndefined();
    }
  });

  it('finds nothing without keys', async () => {
    expect((await importKeys([])).find('a', 'RS256')).toBeUndefined();
  });

  it('imports secrets so that they cannot be read back', async () => {
    const { keys } = await normalizeKeys([jwk('oct32', 'a', 'HS256')], { mode: 'create' });
    const key = (await importKeys(keys)).find('a', 'HS256');
    expect(key?.cryptoKey.extractable).toBe(false);
  });
});
