import { describe, expect, test } from 'vitest';
import { allowedOrigins, allowOrigins, type CorsOption } from './cors.ts';

const page = 'http://localhost:5173';

describe('a page', () => {
  test.each<[string, CorsOption | undefined, boolean]>([
    ['http://localhost:5173', undefined, true],
    ['https://localhost', true, true],
    ['http://127.0.0.1:3000', true, true],
    ['http://[::1]:3000', true, true],
    ['http://app.localhost:3000', true, true],
    ['http://localhost.evil.example', true, false],
    ['http://127.0.0.1.evil.example', true, false],
    ['https://app.example', true, false],
    ['null', true, false],
    ['file://localhost', true, false],
    ['', true, false],
    ['http://localhost:5173', false, false],
    ['https://app.example', ['https://app.example'], true],
    ['https://app.example', ['https://APP.example'], true],
    ['https://app.example:8443', ['https://app.example'], false],
    ['http://app.example', ['https://app.example'], false],
    ['tauri://localhost', ['tauri://localhost'], true],
    ['null', ['null'], true],
    ['http://localhost:5173', ['https://app.example'], true],
    ['https://any.example', ['*'], true],
    ['null', ['*'], true],
  ])('of the origin %j with cors %j may call: %j', (origin, option, allowed) => {
    const isAllowed = allowedOrigins(option);
    expect([isAllowed(origin), isAllowed('https://evil.example'), isAllowed(origin)]).toEqual([
      allowed,
      option !== undefined && option !== true && option !== false && option.includes('*'),
      allowed,
    ]);
  });
});

const answered = new TextEncoder().encode('answered');
const seen: string[] = [];
const fetch = allowOrigins(async ({ method }) => {
  seen.push(method);
  return new Response(answered, { headers: { etag: '"1"', 'touchstone-basis': 'seed', vary: 'Accept' } });
}, allowedOrigins());

const preflight = {
  method: 'OPTIONS',
  headers: {
    origin: page,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,x-any',
  },
};

describe('an allowed origin', () => {
  test('gets an answer to a preflight request, which goes no further', async () => {
    seen.length = 0;
    const answer = await fetch(new Request('http://localhost:4800/any', preflight));
    expect([answer.status, await answer.text(), seen]).toEqual([204, '', []]);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PATCH',
      'access-control-allow-headers': 'authorization,x-any',
      'access-control-max-age': '7200',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    });
  });

  test('may read an answer with all of its headers', async () => {
    const answer = await fetch(new Request('http://localhost:4800/any', { headers: { origin: page } }));
    expect(await answer.text()).toBe('answered');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'etag, touchstone-basis, vary',
      vary: 'Accept, Origin',
    });
  });

  test('gets an answer with CORS headers of its own as it is', async () => {
    const own = { 'access-control-allow-origin': '*', etag: '"1"' };
    const open = allowOrigins(async () => new Response(null, { headers: own }), allowedOrigins());
    const { headers } = await open(new Request('http://localhost/', { headers: { origin: page } }));
    expect(Object.fromEntries(headers)).toEqual(own);
  });

  test('still sees a dropped connection', async () => {
    const drop = allowOrigins(async () => Response.error(), allowedOrigins());
    const answer = await drop(new Request('http://localhost/', { headers: { origin: page } }));
    expect(answer.type).toBe('error');
  });
});

test.each<[string, RequestInit]>([
  ['without an origin', {}],
  ['of another origin', { headers: { origin: 'https://evil.example' } }],
  [
    'of another origin, which asks first',
    { ...preflight, headers: { ...preflight.headers, origin: 'https://evil.example' } },
  ],
  ['with OPTIONS that is no preflight request', { method: 'OPTIONS' }],
])('a request %s is answered as if there were no CORS', async (_, init) => {
  const answer = await fetch(new Request('http://localhost:4800/any', init));
  expect(await answer.text()).toBe('answered');
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
