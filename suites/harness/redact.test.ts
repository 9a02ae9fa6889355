import { describe, expect, test } from 'vitest';
import { createRedactor } from './redact.ts';

const base64url = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const jwt = `${base64url({ alg: 'ES256', kid: 'key-1' })}.${base64url({ sub: 'someone' })}.c2lnbmF0dXJl`;

describe('createRedactor', () => {
  const redactor = createRedactor(['s3cret-token', 's3cret', 's3cret token', '']);

  test.each([
    ['a secret of the target anywhere', 'x s3cret-token y', 'x <redacted> y'],
    ['the secret of an HMAC key', '{"kty":"oct","k":"AyM1"}', '{"kty":"oct","k":"<redacted>"}'],
    ['a secret in JSON inside of JSON', '"{\\"k\\":\\"AyM1\\"}"', '"{\\"k\\":\\"<redacted>\\"}"'],
    ['a truncated secret', '{"k":"AyM1... is wrong', '{"k":"<redacted>... is wrong'],
    ['the private part of a key', '{"d" : "abc"}', '{"d" : "<redacted>"}'],
    ['a token, except for what it says about its key', `a ${jwt} b`, 'a <jwt alg=ES256 kid=key-1> b'],
    ['the beginning of a truncated secret', 'it is s3cret-to', 'it is <redacted>'],
    [
      'such a beginning before dots',
      'it is s3cret-to... (90 characters)',
      'it is <redacted>... (90 characters)',
    ],
    [
      'a private key',
      '{"key":"-----BEGIN EC PRIVATE KEY-----\\nabc\\n-----END EC PRIVATE KEY-----"}',
      '{"key":"-----BEGIN EC PRIVATE KEY-----<redacted>-----END EC PRIVATE KEY-----"}',
    ],
    ['the signature of a URL', '/a?X-Amz-Signature=12ab&b=1', '/a?X-Amz-Signature=<redacted>&b=1'],
    ['a broken token', 'eyJhbGciOi.x.y', '<jwt>'],
    [
      'a percent-encoded token',
      `?jwt=${jwt.replaceAll('.', '%2E').replace('e', '%65')}`,
      '?jwt=<jwt alg=ES256 kid=key-1>',
    ],
    ['a member named secret', '{"secret":"abc","alias":"a"}', '{"secret":"<redacted>","alias":"a"}'],
    ['a percent-encoded secret of the target', 'a=s3cret%20token', 'a=<redacted>'],
  ])('removes %s from text', (_, text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  test('removes what the contract marks as secret from a body', () => {
    const url = 'https://api.example/base/accounts/0123/artifacts/namespaces/default/repos';
    const answer = '{"result":{"name":"a","token":"abc"}}';
    expect(redactor.body(answer, 'answer', 'POST', url)).toBe('{"result":{"name":"a","token":"<redacted>"}}');
    expect(redactor.body(answer, 'request', 'POST', url)).toBe(answer);
    expect(redactor.body(answer, 'answer', 'GET', url)).toBe(answer);
  });

  test('keeps a null secret visible, since null is the fault', () => {
    expect(redactor.text('{"k":null}')).toBe('{"k":null}');
  });

  test.each([
    ['Authorization', 'Bearer anything', 'Bearer <redacted>'],
    ['authorization', 'anything', '<redacted>'],
    ['cf-aig-authorization', 'Bearer anything', 'Bearer <redacted>'],
    ['X-Auth-Key', 'abc', '<redacted>'],
    ['Cookie', `session=${jwt}; other=1`, 'session=<jwt alg=ES256 kid=key-1>; other=<redacted>'],
    ['set-cookie', 'session=abc; Path=/; Secure', 'session=<redacted>; Path=/; Secure'],
    ['authorization', `Bearer ${jwt}`, 'Bearer <jwt alg=ES256 kid=key-1>'],
    ['X-Request', 'with s3cret-token inside', 'with <redacted> inside'],
    ['Accept', '*/*', '*/*'],
  ])('shows the header %s: %s as %s', (name, value, expected) => {
    expect(redactor.header(name, value)).toBe(expected);
  });
});
