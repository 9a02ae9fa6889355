import { describe, expect, it } from 'vitest';
import { RequestContext, type RequestContextParts } from './request-context.ts';
import { compileRulesetExpression } from './ruleset-expression.ts';
import { ZoneFixture } from './testing/zone-fixture.ts';
import { ZoneRequest } from './zone-request.ts';

const phase = 'http_request_firewall_custom';

/** Whether a request satisfies an expression; its body is read first, as the edge does. */
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
    operation: () => undefined,
    hostnameMetadata: () => undefined,
    ...more,
  });
  return compileRulesetExpression(phase, expression)?.evaluate(context);
}

describe('fields of a request', () => {
  it.each([
    'http.host eq "shop.example.localhost"',
    'http.request.method eq "GET"',
    'http.request.version eq "HTTP/1.1"',
    'http.request.full_uri eq "http://shop.example.localhost/a/b.JPG?x=1&y=2&x=3"',
    'http.request.uri eq "/a/b.JPG?x=1&y=2&x=3"',
    'http.request.uri.path eq "/a/b.JPG"',
    'http.request.uri.path.extension eq "jpg"',
    'http.request.uri.query eq "x=1&y=2&x=3"',
    'http.request.uri.args["x"][1] eq "3"',
    'len(http.request.uri.args.names) eq 3 and http.request.uri.args.names[2] eq "x"',
    'http.request.uri.args.values[1] eq "2"',
    'raw.http.request.uri.args.values[1] eq "2"',
    'http.request.timestamp.sec eq 1700000000 and http.request.timestamp.msec eq 123',
    'ip.src eq 192.0.2.7 and ip.src in {192.0.2.0/24}',
    'not ssl',
    'cf.edge.server_port eq 80',
    'cf.zone.name eq "example.localhost" and cf.zone.plan eq "ENT"',
    'cf.api_gateway.fallthrough_detected',
    'not cf.client.bot and not cf.api_gateway.auth_id_present',
    'len(cf.random_seed) eq 16',
    'cf.hostname.metadata eq ""',
    'http.user_agent eq "" and http.referer eq "" and http.cookie eq "" and http.x_forwarded_for eq ""',
    'http.request.body.size eq 0 and http.request.body.raw eq "" and not http.request.body.truncated',
    'not http.request.headers.truncated',
  ])('satisfy %s', async (expression) => {
    expect(await satisfies(expression)).toBe(true);
  });

  it.each([
    'cf.waf.score lt 50',
    'cf.waf.score ne 50',
    'ip.src.country ne "NL"',
    'http.request.headers["x-none"][0] ne "a"',
    'http.request.uri.args["x"][2] ne "a"',
    'any(http.request.uri.args["none"][*] ne "a")',
  ])('leave %s false, because the value is missing', async (expression) => {
    expect(await satisfies(expression)).toBe(false);
  });

  it.each([
    ['a path in a normal form', '/a/%7euser', 'http.request.uri.path eq "/a/~user"'],
    ['and as it was sent', '/a/%7euser', 'raw.http.request.uri.path eq "/a/%7euser"'],
    [
      'a whole address in a normal form',
      '/%41?q=%41',
      'http.request.full_uri eq "http://a.localhost/A?q=%41"',
    ],
    ['no extension of a path without a dot', '/a.b/c', 'http.request.uri.path.extension eq ""'],
    ['an argument without a value', '/?flag', 'http.request.uri.args["flag"][0] eq ""'],
    ['arguments as they were sent', '/?q=a%20b', 'http.request.uri.args["q"][0] eq "a%20b"'],
  ])('give %s', async (_, path, expression) => {
    expect(await satisfies(expression, `http://a.localhost${path}`)).toBe(true);
  });

  it('give headers and cookies', async () => {
    const headers = {
      'X-One': '1',
      Cookie: 'a=1; b=2; a=3',
      'User-Agent': 'curl',
      Referer: 'https://r.example/',
    };
    const expressions = [
      'http.request.headers["x-one"][0] eq "1"',
      'http.request.cookies["a"][1] eq "3"',
      'any(http.request.headers.values[*] eq "1")',
      'http.user_agent eq "curl" and http.referer eq "https://r.example/"',
      'http.cookie contains "b=2"',
    ];
    for (const expression of expressions) {
      expect([expression, await satisfies(expression, 'http://a.localhost/', { headers })]).toEqual([
        expression,
        true,
      ]);
    }
  });

  it.each([
    [
      'text',
      'text/plain; charset=UTF-8',
      'héllo',
      'http.request.body.raw eq "héllo" and http.request.body.size eq 6',
    ],
    ['its type', 'Text/Plain; charset=UTF-8', 'a', 'http.request.body.mime eq "text/plain"'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1&b=x+y&a=2', 'http.request.body.form["a"][1] eq "2"'],
    [
      'names of a form',
      'application/x-www-form-urlencoded',
      'a=1&b=2',
      'http.request.body.form.names[1] eq "b"',
    ],
    [
      'values of a form',
      'application/x-www-form-urlencoded',
      'b=x+y',
      'http.request.body.form.values[0] eq "x+y"',
    ],
    ['no form where there is none', 'text/plain', 'a=1', 'len(http.request.body.form.names) eq 0'],
  ])('give the body: %s', async (_, type, body, expression) => {
    const init = { method: 'POST', body, headers: { 'content-type': type } };
    expect(await satisfies(expression, 'http://a.localhost/', init)).toBe(true);
  });

  it('cut a long body and say so', async () => {
    const init = { method: 'POST', body: 'x'.repeat(131_073) };
    const expression = 'http.request.body.truncated and len(http.request.body.raw) eq 131072';
    expect(await satisfies(expression, 'http://a.localhost/', init)).toBe(true);
  });

  it('are asked for once, however many rules need them', () => {
    let asked = 0;
    const context = new RequestContext({
      request: new ZoneRequest(new Request('http://a.localhost/'), { address: '', loopback: true }),
      zone: new ZoneFixture().zone.zone,
      now: 0,
      verdicts: new Map(),
      signals: new Map(),
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
