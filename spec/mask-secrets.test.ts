import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { maskText } from './mask-secrets.ts';
import { secret, secretPlaces } from './secret.ts';

const mask = { text: '(masked)' };
const shown = (text: string) => maskText(text, mask);
const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.c2VjcmV0';
const everyCharacter = (text: string) =>
  [...text].map((one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

describe('maskText', () => {
  it.each([
    ['the secret of a key', '{"kty":"oct","k":"AyM1","kid":"a"}', '{"kty":"oct","k":"(masked)","kid":"a"}'],
    ['a text with escapes', String.raw`{"k" : "sec\"ret\\", "a": "b"}`, '{"k" : "(masked)", "a": "b"}'],
    ['a name with escapes', String.raw`{"\u006b":"secret"}`, String.raw`{"\u006b":"(masked)"}`],
    ['a member of any depth', '[{"a":{"client_secret":"x1"}}]', '[{"a":{"client_secret":"(masked)"}}]'],
    ['JSON in JSON', String.raw`{"body":"{\"k\":\"AyM1\"}"}`, String.raw`{"body":"{\"k\":\"(masked)\"}"}`],
    ['JSON in words', 'it says {"secret":"x1"} here', 'it says {"secret":"(masked)"} here'],
    ['JSON that is cut off', '{"a":1,"k":"AyM1…', '{"a":1,"k":"(masked)…'],
    ['an event', 'data: {"k":"AyM1"}\n\n', 'data: {"k":"(masked)"}\n\n'],
    ['a token', `a ${jwt} b`, 'a (masked) b'],
    ['a token without a signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzZWNyZXQifQ.', '(masked)'],
    ['a token that is cut off', `"${jwt.slice(0, 30)}…`, '"(masked)…'],
    ['an encrypted token', `${jwt}.c2Vj.cmV0`, '(masked)'],
    ['a token whose points are percent-encoded', `?a=${jwt.replaceAll('.', '%2E')}&b=1`, '?a=(masked)&b=1'],
    ['a percent-encoded token', `/p?a=${everyCharacter(jwt)}`, '/p?a=(masked)'],
    [
      'a token that is percent-encoded twice',
      `?a=${everyCharacter(jwt).replaceAll('%', '%25')}`,
      '?a=(masked)',
    ],
    [
      'parameters of a query',
      '/a?b=1&access_token=x1&key=x2#c',
      '/a?b=1&access_token=(masked)&key=(masked)#c',
    ],
    ['a parameter by its decoded name', '/a?%74oken=x1', '/a?%74oken=(masked)'],
    ['a password in a URL', 'https://me:x1@example.com/a', 'https://(masked)@example.com/a'],
    ['a token of a repository', `a art_v2_x_${'0'.repeat(40)}?expires=1`, 'a (masked)?expires=1'],
    [
      'a private key',
      '-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----(masked)-----END PRIVATE KEY-----',
    ],
  ])('hides %s', (_, text, expected) => expect(shown(text)).toBe(expected));

  it.each([
    '{"k":null,"secret":true,"password":""}',
    '{"max_tokens":5,"token":" the","logprob":-0.1}',
    '{"title":"a","key":"b","kid":"c"}',
    'keyJson.value and e.g. eyJ',
    'a?b=c&page=2',
    'http://localhost:4800/client/v4/zones',
    '"',
    '',
  ])('leaves %s', (text) => expect(shown(text)).toBe(text));

  it('hides what the contract marks, and everything inside it', () => {
    const places = secretPlaces(
      z.object({
        cookies: z.array(z.object({ name: z.string(), value: secret(z.string()) })),
        headers: z.record(z.string(), secret(z.string())),
      }),
    );
    const text =
      '{"cookies":[{"name":"a","value":"b"}],"headers":{"X":"y","Z":[1,{"w":"v"}]},"value":"free"}';
    expect(maskText(text, mask, places)).toBe(
      '{"cookies":[{"name":"a","value":"(masked)"}],"headers":{"X":"(masked)","Z":["(masked)",{"w":"(masked)"}]},"value":"free"}',
    );
  });

  it('hides a secret wherever its JSON is cut off', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (before, cut) => {
        const text = `{"a":${before},"secret":"ßßß"}`;
        expect(shown(text.slice(0, cut % (text.length + 1)))).not.toMatch(/ß/);
      }),
    );
  });

  it('masks tokens with their own text', () => {
    const token = (header: string) => `<${decodeURIComponent(header)}>`;
    expect(maskText(`a=${everyCharacter(jwt)}`, { text: '-', token })).toBe('a=<eyJhbGciOiJub25lIn0>');
  });
});
