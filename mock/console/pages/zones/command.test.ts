import { expect, it } from 'vitest';
import { toCommand } from './command.ts';
import { readSource, toHeaders } from './zone-types.ts';

const edge = 'http://localhost:4801';

it('writes a name below localhost into the address, and any other as a header', () => {
  const headers = { authorization: 'Bearer a' };
  expect(toCommand({ method: 'GET', url: 'http://api.example.localhost/a?b=1', headers }, edge)).toBe(
    "curl -i \\\n  -H 'authorization: Bearer a' \\\n  'http://api.example.localhost:4801/a?b=1'",
  );
  expect(toCommand({ method: 'POST', url: 'http://shop.test/', headers: {}, body: "it's" }, edge)).toBe(
    "curl -i \\\n  -H 'host: shop.test' \\\n  --data-raw 'it'\\''s' \\\n  http://localhost:4801/",
  );
  expect(toCommand({ method: 'GET', url: 'http://shop.test/', headers: {} }, null)).toBe(
    'curl -i \\\n  http://shop.test/',
  );
});

it.each([
  ['http.request.headers["authorization"][0]', 'a.b.c', { authorization: 'Bearer a.b.c' }],
  ['http.request.headers["authorization"][0]', 'Basic a', { authorization: 'Basic a' }],
  ['http.request.headers["x-token"][0]', 'a.b.c', { 'x-token': 'a.b.c' }],
  ['http.request.cookies["jwt"][0]', 'a.b.c', { cookie: 'jwt=a.b.c' }],
  ['http.request.cookies["jwt"][0]', '', {}],
])('puts a token where %s reads it: %s', (text, token, headers) => {
  const source = readSource(text);
  expect(source && toHeaders(source, token)).toEqual(headers);
});

it('leaves out a source of another form', () => {
  expect(readSource('lower(http.host)')).toBeUndefined();
});
