import { base64url, importJWK, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { type JwtVector, requestHeaders, resolveClaims, signTemplate } from './jwt.ts';

const keys = { secret: { kty: 'oct', k: base64url.encode(new Uint8Array(32).fill(7)) } };
const template = {
  key: 'secret',
  header: { alg: 'HS256', kid: 'hs256' },
  claims: { sub: 'user-1', exp: { offset: 30 }, nbf: { offset: -0.5 }, nested: { offset: 'text' } },
};

describe('resolveClaims', () => {
  it('adds offsets to now and leaves other claims unchanged', () => {
    expect(resolveClaims(template.claims, 1000)).toEqual({
      sub: 'user-1',
      exp: 1030,
      nbf: 999.5,
      nested: { offset: 'text' },
    });
  });
});

describe('signTemplate', () => {
  it('signs with the key and header of the template', async () => {
    const token = await signTemplate(template, keys, 1000);
    const options = { currentDate: new Date(1_000_000) };
    const { payload, protectedHeader } = await jwtVerify(
      token,
      await importJWK(keys.secret, 'HS256'),
      options,
    );
    expect(protectedHeader).toEqual(template.header);
    expect(payload).toMatchObject({ sub: 'user-1', exp: 1030 });
  });

  it('refuses an unknown key', async () => {
    await expect(signTemplate({ ...template, key: 'other' }, keys, 1000)).rejects.toThrow(
      'There is no key other among secret',
    );
  });
});

describe('requestHeaders', () => {
  const vector: JwtVector = {
    id: 'one',
    class: 'time',
    title: '',
    requirement: '',
    certainty: { present: 'seed', valid: 'seed' },
    configuration: '',
    request: {
      method: 'GET',
      path: '/',
      headers: [
        ['authorization', 'Bearer {{token}}'],
        ['x', '{{other}}'],
      ],
    },
    expected: { present: true, valid: true, reason: null },
    templates: { token: template },
    witnesses: { jose: true, 'fast-jwt': true },
  };

  it('inserts signed templates and leaves other texts unchanged', async () => {
    const token = await signTemplate(template, keys, 1000);
    expect(await requestHeaders(vector, keys, 1000)).toEqual([
      ['authorization', `Bearer ${token}`],
      ['x', '{{other}}'],
    ]);
  });
});
