import { describe, expect, it } from 'vitest';
import type { EdgeStep } from '../../../spec/services/touchstone/journal.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { createConfig, key, ruleBody } from '../../assembly/testing/token-validation.ts';
import { makeToken, type TokenPlan } from '../../engines/jwt/testing/test-keys.ts';
import { createMock } from '../../index.ts';

const now = Date.UTC(2030, 0, 1);
const seconds = now / 1000;

/** A mock with a configuration, an operation, and a rule that blocks requests without a valid token. */
async function start() {
  const mock = createMock();
  mock.clock.freeze(now);
  const client = getClient(mock);
  const { zoneId: zone_id } = mock.defaults;
  const params = { zone_id };
  const configId = await createConfig(client, zone_id, {
    token_sources: ['http.request.headers["authorization"][0]', 'http.request.cookies["jwt"][0]'],
    credentials: { keys: [key('oct32', 'key-1', 'HS256')] },
  });
  const host = 'api.example.localhost';
  const operation = { method: 'GET', host, endpoint: '/orders/{id}' } as const;
  await client.call('api-gateway.operation.create-item', { params, body: operation });
  await client.call('token-validation.rule.create', {
    params,
    body: ruleBody({ title: 'Orders', expression: `is_jwt_valid("${configId}")` }),
  });
  const send = async (headers: Record<string, string> = {}, body: object = {}) =>
    client.call('touchstone.zone-request.send', {
      params,
      body: { url: `http://${host}/orders/1`, headers, ...body },
    });
  return { mock, client, params, configId, send };
}

const token = (payload: object, more: Partial<TokenPlan> = {}) =>
  makeToken({ key: 'oct32', alg: 'HS256', header: { alg: 'HS256', kid: 'key-1' }, payload, ...more });

/** The steps with a title that begins like this, a line for each of their lines. */
function linesOf(steps: readonly EdgeStep[], title: string): string[] {
  return steps
    .filter((step) => step.title.startsWith(title))
    .flatMap(({ outcome, lines }) => [outcome, ...lines.map((line) => `${line.outcome} ${line.text}`)]);
}

const head = [
  'passed Form: three parts of base64url',
  'passed Header: alg "HS256", kid "key-1"',
  'passed Key: kid "key-1" with HS256',
];
const signed = [...head, 'passed Signature: made by this key'];
const start30 = '2030-01-01T00:00:00.000Z';

describe('the steps of a request to a zone', () => {
  it('show a valid token on its way to the origin', async () => {
    const { send } = await start();
    const { body } = await send({ authorization: `Bearer ${await token({ exp: seconds + 60 })}` });
    expect([body.status, body.entry.status, body.entry.plane]).toEqual([200, 200, 'edge']);
    const { steps } = body.entry;
    expect(steps.map((step: EdgeStep) => `${step.outcome} ${step.title}`)).toEqual([
      'passed Zone example.localhost',
      expect.stringMatching(/^passed Token configuration "Shop" \(/),
      'skipped Custom rules',
      'passed Operation',
      'passed Token rule "Orders" (block)',
      'skipped Configuration rules',
      'skipped Settings',
      'passed Answer 200',
    ]);
    expect(linesOf(steps, 'Token configuration')).toEqual([
      'passed',
      expect.stringMatching(
        /^noted http.request.headers\["authorization"\]\[0\] has a token of \d+ characters after/,
      ),
      ...signed,
      'passed Claims: a JSON object',
      `passed exp: 2030-01-01T00:01:00.000Z, 60 s after now (${start30})`,
      'skipped nbf: the token has none',
      'skipped http.request.cookies["jwt"][0] is not in the request',
    ]);
  });

  it.each<[string, () => Promise<string> | string, readonly string[]]>([
    [
      'an expired token',
      () => token({ exp: seconds - 1 }),
      [
        ...signed,
        'passed Claims: a JSON object',
        `failed exp: 2029-12-31T23:59:59.000Z, 1 s before now (${start30})`,
      ],
    ],
    [
      'a token that is not valid yet',
      () => token({ nbf: seconds + 5 }),
      [
        ...signed,
        'passed Claims: a JSON object',
        'skipped exp: the token has none',
        `failed nbf: 2030-01-01T00:00:05.000Z, 5 s after now (${start30})`,
      ],
    ],
    [
      'a key that the configuration does not have',
      () => token({}, { header: { alg: 'HS256', kid: 'other' } }),
      [
        'passed Form: three parts of base64url',
        'passed Header: alg "HS256", kid "other"',
        'failed Key: none has both this kid and this alg; there is kid "key-1" with HS256',
      ],
    ],
    [
      'a signature of another key',
      () => token({}, { key: 'oct64' }),
      [...head, 'failed Signature: the key "key-1" did not make it over this header and payload'],
    ],
    [
      'a time that is no number',
      () => token({ exp: 'soon' }),
      [
        ...signed,
        'passed Claims: a JSON object',
        'failed exp: not a number',
        'skipped nbf: the token has none',
      ],
    ],
    [
      'claims that are no object',
      () => token([]),
      [...signed, 'failed Claims: the payload is not a JSON object in UTF-8'],
    ],
    [
      'a critical header',
      () => token({}, { header: { alg: 'HS256', kid: 'key-1', crit: ['a'] } }),
      ['failed Header: it has crit, or b64 other than true; no extension is understood'],
    ],
    ['garbage', () => 'garbage', ['failed Form: it has 1 part, not three between dots']],
    [
      'no signature',
      async () => `${btoa('{"alg":"none"}').replace(/=+$/, '')}.e30.`,
      ['failed Form: its signature is empty: a token with alg "none" is never valid'],
    ],
  ])('name what is wrong with %s', async (_, make, expected) => {
    const { send, configId } = await start();
    const { body } = await send({ authorization: `Bearer ${await make()}` });
    expect(body.status).toBe(403);
    const { steps, explanation } = body.entry;
    expect(linesOf(steps, 'Token configuration').slice(2, -1)).toEqual(expected);
    expect(linesOf(steps, 'Token rule')).toEqual([
      'failed',
      'passed Its selector has the operation',
      `failed false: is_jwt_valid("${configId}")`,
      expect.stringMatching(/^noted Token configuration /),
      'failed The expression is false, so the action is block',
    ]);
    expect(linesOf(steps, 'Answer 403')).toEqual(['failed', 'failed The origin did not get the request']);
    expect(explanation.length).toBeGreaterThan(0);
  });

  it('read the sources in order, up to a valid token', async () => {
    const { send } = await start();
    const [expired, valid] = [await token({ exp: 1 }), await token({})];
    const second = await send({ authorization: `Bearer ${expired}`, cookie: `jwt=${valid}` });
    const lines = linesOf(second.body.entry.steps, 'Token configuration');
    expect(lines[0]).toBe('passed');
    expect(lines.filter((line) => line.startsWith('failed exp'))).toHaveLength(1);
    const first = await send({ authorization: `Bearer ${valid}`, cookie: `jwt=${expired}` });
    expect(linesOf(first.body.entry.steps, 'Token configuration').at(-1)).toBe(
      'skipped http.request.cookies["jwt"][0] was not read: an earlier source has a valid token',
    );
    const none = await send({ authorization: 'Basic YTpi' });
    expect(linesOf(none.body.entry.steps, 'Token configuration')).toEqual([
      'skipped',
      'skipped http.request.headers["authorization"][0] holds no JWT: send one alone, or after "Bearer "',
      'skipped http.request.cookies["jwt"][0] is not in the request',
    ]);
  });

  it('show custom rules with the values that they read, up to the one that stops', async () => {
    const { client, params, send } = await start();
    const rules = [
      { expression: 'http.host eq "a" and http.request.method eq "POST"', action: 'log', ref: 'host' },
      { expression: 'http.request.method eq "GET"', action: 'block', ref: 'reads', enabled: false },
      { expression: 'http.request.method eq "POST"', action: 'log', ref: 'noted' },
      { expression: 'http.request.body.raw contains "needle"', action: 'block', ref: 'stop' },
      { expression: 'true', action: 'block', ref: 'behind' },
    ] as const;
    await client.call('rulesets.zone.entrypoint.update', {
      params: { ...params, ruleset_phase: 'http_request_firewall_custom' },
      body: { rules: [...rules] },
    });
    const { body } = await send({}, { method: 'POST', body: 'a needle' });
    expect(body.status).toBe(403);
    const steps: EdgeStep[] = body.entry.steps.filter(({ title }) => title.startsWith('Custom rule '));
    expect(steps.map(({ outcome, title }) => `${outcome} ${title}`)).toEqual([
      'skipped Custom rule "host" (log)',
      'skipped Custom rule "reads" (block)',
      'noted Custom rule "noted" (log)',
      'failed Custom rule "stop" (block)',
      'skipped Custom rule "behind" (block)',
    ]);
    expect(linesOf(body.entry.steps, 'Token rule')).toEqual(['skipped', 'skipped The request had ended']);
    expect(steps[0]?.lines).toEqual([
      { outcome: 'failed', text: 'false: http.host eq "a"' },
      { outcome: 'passed', text: 'true: http.request.method eq "POST"' },
      { outcome: 'noted', text: 'http.host is "api.example.localhost"' },
      { outcome: 'noted', text: 'http.request.method is "POST"' },
    ]);
    expect(body.entry.steps.at(-1)?.title).toBe('Answer 403');
  });

  it('are there for every request of a zone, and mask credentials', async () => {
    const { mock, client } = await start();
    await mock.edge(new Request('http://example.localhost/?api_key=secret-1'));
    const entry_id = String(mock.journal.find({ plane: 'edge' })?.id);
    const { body } = await client.call('touchstone.journal.get', { params: { entry_id } });
    expect(linesOf(body.steps, 'Zone')).toEqual(['passed', 'noted GET example.localhost/?api_key=(masked)']);
  });
});

describe('sending a request to a zone', () => {
  it('answers with headers and text, or without text for bytes', async () => {
    const mock = createMock({
      origin: async ({ url }) => {
        const path = new URL(url).pathname;
        if (path === '/long') return new Response('x'.repeat(300_000));
        return path === '/bytes'
          ? new Response(new Uint8Array([1]), { headers: { 'content-type': 'image/png' } })
          : Response.json({ a: 1 }, { status: 201, headers: { 'x-own': 'b' } });
      },
    });
    const params = { zone_id: mock.defaults.zoneId };
    const get = async (url: string) =>
      (await getClient(mock).call('touchstone.zone-request.send', { params, body: { url } })).body;
    expect(await get('/')).toMatchObject({
      status: 201,
      body: '{"a":1}',
      is_cut: false,
      headers: { 'x-own': 'b' },
    });
    expect(await get('/bytes')).toMatchObject({ status: 200, body: null, is_cut: false });
    const long = await get('/long');
    expect([long.body?.length, long.is_cut]).toEqual([262_144, true]);
  });

  it.each([
    [{ url: 'http://elsewhere.test/' }, 'has the host elsewhere.test, which is not one of the zone'],
    [{ url: 'ftp://example.localhost/' }, 'must be an HTTP URL or a path'],
    [{ url: 'http://[' }, 'must be an HTTP URL or a path'],
    [{ url: '/', body: 'a' }, "can't be sent with GET"],
    [{ url: '/', headers: { 'a b': 'c' } }, "can't be sent"],
  ])('refuses %j', async (body, problem) => {
    const mock = createMock();
    const params = { zone_id: mock.defaults.zoneId };
    const answer = await getClient(mock).call('touchstone.zone-request.send', { params, body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(problem);
    expect(mock.journal.count()).toBe(0);
  });

  it('says that a fault ended the connection', async () => {
    const mock = createMock();
    mock.faults.add({ operation: 'edge', drop: 'before' });
    const params = { zone_id: mock.defaults.zoneId };
    const answer = await getClient(mock).call('touchstone.zone-request.send', { params, body: { url: '/' } });
    expect([answer.status, mock.journal.count({ plane: 'edge' })]).toEqual([502, 1]);
  });
});
