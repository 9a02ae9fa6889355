import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const base64url = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const jwt = `${base64url({ alg: 'ES256', kid: 'key-1' })}.${base64url({ sub: 'someone' })}.c2lnbmF0dXJl`;

describe('createRedactor', () => {
  const redactor = createRedactor(['s3cret-token', 's3cret', '']);

  test.each([
    ['a secret of the target anywhere', 'x s3cret-token y', 'x <redacted> y'],
    ['the secret of an HMAC key', '{"kty":"oct","k":"AyM1"}', '{"kty":"oct","k":"<redacted>"}'],
    ['a secret in JSON inside of JSON', '"{\\"k\\":\\"AyM1\\"}"', '"{\\"k\\":\\"<redacted>\\"}"'],
    ['a secret that is cut off', '{"k":"AyM1... is wrong', '{"k":"<redacted>... is wrong'],
    ['the private part of a key', '{"d" : "abc"}', '{"d" : "<redacted>"}'],
    ['a token, except for what it says about its key', `a ${jwt} b`, 'a <jwt alg=ES256 kid=key-1> b'],
    ['a broken token', 'eyJhbGciOi.x.y', '<jwt>'],
  ])('takes %s out of text', (_, text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  test('leaves a null secret visible, since the fault is that it is null', () => {
    expect(redactor.text('{"k":null}')).toBe('{"k":null}');
  });

  test.each([
    ['Authorization', 'Bearer anything', '<redacted>'],
    ['X-Auth-Key', 'abc', '<redacted>'],
    ['Cookie', `session=${jwt}; other=1`, '<jwt alg=ES256 kid=key-1>'],
    ['authorization', `Bearer ${jwt}`, '<jwt alg=ES256 kid=key-1>'],
    ['X-Request', 'with s3cret-token inside', 'with <redacted> inside'],
    ['Accept', '*/*', '*/*'],
  ])('shows the header %s: %s as %s', (name, value, expected) => {
    expect(redactor.header(name, value)).toBe(expected);
  });
});
