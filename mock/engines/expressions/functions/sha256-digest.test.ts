import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultOf } from '../testing/call.ts';
import { hmacSha256, sha256Digest } from './sha256-digest.ts';

describe('SHA-256', () => {
  it('agrees with WebCrypto on any message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (message) => {
        const expected = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
        expect(sha256Digest(message)).toEqual(expected);
      }),
    );
  });

  it('agrees with WebCrypto as an HMAC, with keys shorter and longer than a block', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 130 }),
        fc.uint8Array(),
        async (key, message) => {
          const imported = await crypto.subtle.importKey(
            'raw',
            key,
            { name: 'HMAC', hash: 'SHA-256' },
            false,
            ['sign'],
          );
          const expected = new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
          expect(hmacSha256(key, message)).toEqual(expected);
        },
      ),
    );
  });

  it('is a function of the language', () => {
    expect(resultOf('encode_base64(sha256("my-token"))')).toBe('/s5Q0ih/ckWupYGbdfle6L7ClaFPjvHnox8X8drp30Q');
    expect(resultOf('len(sha256(str))', { str: 'é' })).toBe(32);
  });
});
