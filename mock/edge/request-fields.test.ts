import { describe, expect, it } from 'vitest';
import { inProcess } from '../api/app.ts';
import { RequestContext, type RequestContextParts } from './request-context.ts';
import { claimFields, type RequestFacts } from './request-fields.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import { getContext, ZoneFixture } from './testing/zone-fixture.ts';
import type { TokenVerdict } from './token-check.ts';
import { ZoneRequest } from './zone-request.ts';

/** The value of a field in a request without tokens. */
const requestField = (request: ZoneRequest, field: string, now: number) =>
  getContext(request, { now }).get(field);

const now = Date.UTC(2030, 0, 1, 0, 0, 1, 250) + 0.5;

describe('the fields of a request', () => {
  it.each([
    ['raw.http.request.uri.path', '/a/%2e%2e/B.PDF'],
    ['raw.http.request.uri', '/a/%2e%2e/B.PDF?x="1"'],
    ['raw.http.request.full_uri', 'http://a.test/a/%2e%2e/B.PDF?x="1"'],
    ['raw.http.request.uri.query', 'x="1"'],
    ['raw.http.request.uri.args.values', ['"1"']],
    ['http.request.uri.path', '/B.PDF'],
    ['http.request.uri', '/B.PDF?x="1"'],
    ['http.request.uri.args.values', ['"1"']],
  ])('has %s as on the request line', (field, value) => {
    const target = '/a/%2e%2e/B.PDF?x="1"';
    const sent = new ZoneRequest(new Request(`http://a.test${target}`), { ...inProcess, target });
    expect(requestField(sent, field, now)).toEqual(value);
  });
});

const phase = 'http_request_firewall_custom';

/** Whether a request satisfies an expression; reads its body first, as the edge does. */
async function satisfies(
  expression: string,
  url = 'http://shop.example.localhost/a/b.JPG?x=1&y=2&x=3',
  init: RequestInit = {},
  more: Partial<RequestContextParts> = {},
): Promise<boolean | undefined> {
  const request = new ZoneRequest(new Request(url, init), { address: '::ffff:192.0.2.7', loopback: false });
  await request.readBody();
  const context = new RequestContext({
    request,
    zone: new ZoneFixture().zone.zone,
    now: 1_700_000_000_123,
    verdicts: new Map(),
    signals: new Map(),
    ray: '8f3d1a0c5b7e9241',
    operation: () => undefined,
    hostnameMetadata: () => undefined,
    ...more,
  });
  return compileRulesetExpression(phase, expression)?.evaluate(context);
}

describe('fields of a request', () => {
  it.each([
    ['a path in a normal form', '/a/%7euser', 'http.request.uri.path eq "/a/~user"'],
    ['and as sent', '/a/%7euser', 'raw.http.request.uri.path eq "/a/%7euser"'],
    [
      'a whole address in a normal form',
      '/%41?q=%41',
      'http.request.full_uri eq "http://a.localhost/A?q=%41"',
    ],
    ['no extension of a path without a dot', '/a.b/c', 'http.request.uri.path.extension eq ""'],
    ['an argument without a value', '/?flag', 'http.request.uri.args["flag"][0] eq ""'],
    ['no body where there is none', '/', 'http.request.body.size eq 0 and not http.request.body.truncated'],
    ['arguments as sent', '/?q=a%20b', 'http.request.uri.args["q"][0] eq "a%20b"'],
  ])('give %s', async (_, path, expression) => {
    expect(await satisfies(expression, `http://a.localhost${path}`)).toBe(true);
  });

  it.each([
    'http.request.body.multipart["role"][1] eq "b\\x0d\\x0a\\x0d\\x0ac"',
    'len(http.request.body.multipart.values) eq 4',
    'http.request.body.multipart.values[2] eq "\\xff"',
    'http.request.body.multipart.names[0][0] eq "role" and http.request.body.multipart.names[2][0] eq "a\\"b"',
    'any(http.request.body.multipart.filenames[*][0] eq "p;name=x.png")',
    'http.request.body.multipart.content_types[2][0] eq "image/png"',
    'http.request.body.multipart.content_dispositions[1][0] eq "form-data; name=role; x=à"',
    'http.request.body.multipart.content_transfer_encodings[2][0] eq "binary"',
    'not http.request.body.multipart.names[3][0] contains ""',
  ])('give the parts of a body: %s', async (expression) => {
    const parts = [
      'preamble\r\n--x y \t\r\nContent-Disposition: form-data; name="role"\r\n\r\na',
      '\r\n--x y\r\ncontent-disposition: form-data; name=role; x=\xc3\xa0\r\n\r\nb\r\n\r\nc',
      '\r\n--x y\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: binary\r\n',
      'Content-Disposition: form-data; filename="p;name=x.png"; name="a\\"b"\r\n\r\n\xff',
      '\r\n--x y\r\n\r\nbare\r\n--x y--\r\nepilogue',
    ];
    const body = Uint8Array.from(parts.join(''), (character) => character.charCodeAt(0));
    const headers = { 'content-type': 'multipart/form-data; charset=a; boundary="x y"' };
    expect(await satisfies(expression, 'http://a.localhost/', { method: 'POST', body, headers })).toBe(true);
  });

  it.each([
    ['/foo', ''],
    ['/foo.mp3', 'mp3'],
    ['/.mp3', ''],
    ['/.foo.MP3', 'mp3'],
    ['/foo.tar.bz2', 'bz2'],
    ['/foo.', ''],
  ])('give the path %s the extension %j', (path, extension) => {
    const sent = new ZoneRequest(new Request(`http://a.test${path}`), inProcess);
    expect(requestField(sent, 'http.request.uri.path.extension', now)).toBe(extension);
  });

  it('cut a long body and say so', async () => {
    const init = { method: 'POST', body: 'x'.repeat(131_073) };
    const expression = 'http.request.body.truncated and len(http.request.body.raw) eq 131072';
    expect(await satisfies(expression, 'http://a.localhost/', init)).toBe(true);
  });

  it('are read once, however many rules need them', () => {
    let asked = 0;
    const context = new RequestContext({
      request: new ZoneRequest(new Request('http://a.localhost/'), { address: '', loopback: true }),
      zone: new ZoneFixture().zone.zone,
      now: 0,
      verdicts: new Map(),
      signals: new Map(),
      ray: '8f3d1a0c5b7e9241',
      operation: () => undefined,
      hostnameMetadata: () => {
        asked++;
        return undefined;
      },
    });
    for (let rule = 0; rule < 3; rule++) context.get('cf.hostname.metadata');
    expect([asked, context.get('ip.src'), context.get('nothing')]).toEqual([1, undefined, undefined]);
  });
});

const valid = (claims: Record<string, unknown>): TokenVerdict => ({
  values: ['token'],
  verdict: {
    present: true,
    valid: true,
    sourceIndex: 0,
    refusals: [],
    claims,
    claimsText: JSON.stringify(claims),
  },
});

const verdicts = new Map<string, TokenVerdict>([
  ['shop', valid({ sub: 'ada', iss: 'https://id.example', aud: ['web', 7, 'app'], iat: 1_700_000_000.9 })],
  ['bank', valid({ sub: 'bob', aud: 'api', jti: 'j-1', nbf: 1_700_000_100, iss: 5 })],
  [
    'old',
    {
      values: ['token'],
      verdict: { present: true, valid: false, reason: 'token_expired', sourceIndex: 0, refusals: [] },
    },
  ],
  ['none', { values: [], verdict: { present: false, valid: false, reason: 'missing_token' } }],
]);

/** A field of claims reads only the verdicts. */
const facts = (verdicts: RequestFacts['verdicts']): RequestFacts =>
  ({ verdicts }) as Partial<RequestFacts> as RequestFacts;

const read = (name: string, from: ReadonlyMap<string, TokenVerdict> = verdicts) =>
  claimFields[`http.request.jwt.claims${name}`]?.(facts(from));

describe('claims in rules', () => {
  it.each([
    ['.sub', { shop: ['ada'], bank: ['bob'] }],
    ['.iss', { shop: ['https://id.example'] }],
    ['.aud', { shop: ['web', 'app'], bank: ['api'] }],
    ['.jti', { bank: ['j-1'] }],
    ['.iat.sec', { shop: [1_700_000_000] }],
    ['.nbf.sec', { bank: [1_700_000_100] }],
  ])('return %s by configuration, names and values', (name, expected) => {
    expect(Object.fromEntries(read(name) as Map<string, unknown>)).toEqual(expected);
    expect(read(`${name}.names`)).toEqual(Object.keys(expected));
    expect(read(`${name}.values`)).toEqual(Object.values(expected).flat());
  });

  it('are missing without a verified token', () => {
    const invalid = new Map([...verdicts].slice(2));
    expect(Object.keys(claimFields)).toHaveLength(19);
    for (const field of Object.values(claimFields)) {
      const value = field(facts(invalid));
      expect(value instanceof Map ? value.size : (value as unknown[]).length).toBe(0);
    }
  });
});
