import { describe, expect, it } from 'vitest';
import { parseCompactJws } from './compact-jws.ts';
import { encodePart } from './testing/make-token.ts';

const HEADER = { alg: 'RS256', kid: 'key-1' };
const header = encodePart(HEADER);
const payload = encodePart({ sub: 'user-1' });

describe('parseCompactJws', () => {
  it('decodes the three parts and keeps what was signed', () => {
    expect(parseCompactJws(`${header}.${payload}.AQID`)).toEqual({
      header: HEADER,
      payload: new TextEncoder().encode('{"sub":"user-1"}'),
      signature: new Uint8Array([1, 2, 3]),
      signingInput: new TextEncoder().encode(`${header}.${payload}`),
    });
  });

  it.each([
    ['the empty text', ''],
    ['no dots', 'abc'],
    ['dots only', '..'],
    ['two parts', `${header}.${payload}`],
    ['four parts', `${header}.${payload}.AQID.AQID`],
    ['five parts, as an encrypted token has', `${header}.AQID.AQID.AQID.AQID`],
    ['an empty header', `.${payload}.AQID`],
    ['an empty payload, as a detached one has', `${header}..AQID`],
    ['an empty signature', `${header}.${payload}.`],
    ['a dot at the end', `${header}.${payload}.AQID.`],
    ['a dot at the beginning', `.${header}.${payload}.AQID`],
    ['a space at the end', `${header}.${payload}.AQID `],
    ['a space at the beginning', ` ${header}.${payload}.AQID`],
    ['a line end inside', `${header}.${payload}.AQ\nID`],
    ['padding in the header', `${header}=.${payload}.AQID`],
    ['padding in the payload', `${header}.${payload}==.AQID`],
    ['padding in the signature', `${header}.${payload}.AQ==`],
    ['trailing bits in the signature', `${header}.${payload}.AQJ`],
    ['a header that is not base64url', `{}.${payload}.AQID`],
    ['a payload that is not base64url', `${header}.{}.AQID`],
    ['a flattened JSON serialisation', JSON.stringify({ protected: header, payload, signature: 'AQID' })],
    ['a header that is not JSON', `${encodePart('alg: RS256')}.${payload}.AQID`],
    ['a header that is cut off', `${encodePart('{"alg":"RS256"')}.${payload}.AQID`],
    ['a header with a byte order mark', `${encodePart('\uFEFF{"alg":"RS256"}')}.${payload}.AQID`],
    ['a header that is not UTF-8', `${encodePart(new Uint8Array([0x7b, 0xff, 0x7d]))}.${payload}.AQID`],
    ['a header that is an array', `${encodePart('["RS256"]')}.${payload}.AQID`],
    ['a header that is a string', `${encodePart('"RS256"')}.${payload}.AQID`],
    ['a header that is null', `${encodePart('null')}.${payload}.AQID`],
    ['a header nested too deep to parse', `${encodePart('['.repeat(200_000))}.${payload}.AQID`],
    ['no alg', `${encodePart({ kid: 'key-1' })}.${payload}.AQID`],
    ['a null alg', `${encodePart({ alg: null, kid: 'key-1' })}.${payload}.AQID`],
    ['an alg that is an array', `${encodePart({ alg: ['RS256'], kid: 'key-1' })}.${payload}.AQID`],
    ['a kid that is a number', `${encodePart({ alg: 'RS256', kid: 1 })}.${payload}.AQID`],
    ['a null kid', `${encodePart({ alg: 'RS256', kid: null })}.${payload}.AQID`],
    ['an alg inside __proto__', `${encodePart('{"__proto__":{"alg":"RS256"}}')}.${payload}.AQID`],
  ])('calls a token with %s malformed', (_, token) => {
    expect(parseCompactJws(token)).toBe('malformed_token');
  });

  it.each([
    ['crit', { crit: ['exp'] }],
    ['an empty crit', { crit: [] }],
    ['a crit that is no array', { crit: 'exp' }],
    ['a null crit', { crit: null }],
    ['crit for b64', { b64: false, crit: ['b64'] }],
    ['crit for a b64 that changes nothing', { b64: true, crit: ['b64'] }],
    ['b64 false without crit', { b64: false }],
  ])('refuses %s', (_, more) => {
    expect(parseCompactJws(`${encodePart({ ...HEADER, ...more })}.${payload}.AQID`)).toBe(
      'unsupported_critical_header',
    );
  });

  it.each([
    ['zip', { zip: 'DEF' }],
    ['typ and cty', { typ: 'at+jwt', cty: 'JWT' }],
    ['keys and addresses of keys', { jwk: {}, jku: 'https://a.example', x5u: 'https://a.example', x5c: [] }],
    ['b64 true', { b64: true }],
    ['a parameter that nobody knows', { 'https://a.example/x': { crit: ['y'] } }],
  ])('ignores %s in the header', (_, more) => {
    expect(parseCompactJws(`${encodePart({ ...HEADER, ...more })}.${payload}.AQID`)).toMatchObject({
      header: HEADER,
    });
  });

  it('takes the last of repeated header parameters', () => {
    const repeated = encodePart('{"alg":"none","kid":"other","alg":"RS256","kid":"key-1"}');
    expect(parseCompactJws(`${repeated}.${payload}.AQID`)).toMatchObject({ header: HEADER });
  });
});
