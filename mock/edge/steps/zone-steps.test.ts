import { describe, expect, it } from 'vitest';
import { createMock } from '../../assembly/create-mock.ts';
import { getClient } from '../../assembly/testing/test-client.ts';
import { createConfig, ruleBody } from '../../assembly/testing/token-validation.ts';
import { makeToken } from '../../engines/jwt/testing/test-keys.ts';
import { type RuleInput, stored, ZoneFixture } from '../testing/zone-fixture.ts';

const at = '2026-01-01T00:00:00.000000Z';

const reasons = (fixture: ZoneFixture) => fixture.world.journal.find({ plane: 'edge' })?.explanation;

function withOperation(endpoint = '/orders/{id}') {
  const fixture = new ZoneFixture();
  const operation_id = '00000000-0000-4000-8000-000000000001';
  const host = 'example.localhost';
  fixture.zone.operations.put({ operation_id, method: 'GET', host, endpoint, last_updated: at });
  return { fixture, operation_id };
}

function putTokenRule(fixture: ZoneFixture, change: object = {}) {
  fixture.zone.tokenRules.put({
    id: '00000000-0000-4000-8000-000000000002',
    title: 'Guard',
    description: '',
    action: 'block',
    enabled: true,
    expression: 'http.request.uri.query eq "ok"',
    selector: { include: [{ host: ['example.localhost'] }] },
    created_at: at,
    last_updated: at,
    modified_by: 'ada@example.localhost',
    ...change,
  });
}

const ended = 'did not run: the request had ended.';
const noJws = 'Form: its header is not complete base64url';

describe('the explanation of an answer to zone traffic', () => {
  it('names the nearest zones for a host without a zone', async () => {
    const fixture = new ZoneFixture();
    await fixture.send('/', { headers: { 'touchstone-host': 'api.exmple.localhost' } });
    expect(reasons(fixture)).toEqual([
      'No zone and no custom hostname has the host api.exmple.localhost. The nearest zone is example.localhost.',
    ]);
  });

  it("names the false part of custom rules and the request's values", async () => {
    const fixture = new ZoneFixture();
    fixture.firewall(
      {
        expression: 'http.host eq "example.localhost" and http.request.method eq "PUT"',
        description: 'Writes',
      },
      { expression: 'http.request.uri.path eq "/b"', enabled: false, ref: 'off' },
      { expression: 'any(http.request.headers["x-key"][*] eq "a")', ref: 'key' },
      { expression: 'starts_with(http.request.uri.path, "/a")', ref: 'stop' },
      { expression: 'true', ref: 'behind' },
    );
    await fixture.send('/a', { headers: { 'x-key': 'secret' } });
    expect(reasons(fixture)).toEqual([
      'custom rule "Writes" (block) did not match: http.request.method eq "PUT", where http.request.method is "GET"',
      'custom rule "off" (block) is off.',
      'custom rule "key" (block) did not match: any(http.request.headers["x-key"][*] eq "a")',
      'custom rule "stop" (block) matched: starts_with(http.request.uri.path, "/a")',
      `custom rule "behind" (block) ${ended}`,
    ]);
  });

  it('says which rules did not run after the one that ended the request', async () => {
    const { fixture } = withOperation('/');
    fixture.configure({ expression: 'true', ref: 'convert' });
    putTokenRule(fixture);
    await fixture.send('/');
    const configuration = `configuration rule "convert" (set_config) ${ended}`;
    expect(reasons(fixture)?.slice(-2)).toEqual([
      'token rule "Guard" (block) is not satisfied: http.request.uri.query eq "ok", where http.request.uri.query is ""',
      configuration,
    ]);
    fixture.firewall({ expression: 'true', ref: 'stop' }, { expression: 'true', enabled: false, ref: 'off' });
    await fixture.send('/');
    expect(reasons(fixture)).toEqual([
      'custom rule "stop" (block) matched: true',
      'custom rule "off" (block) is off.',
      `token rule "Guard" (block) ${ended}`,
      configuration,
    ]);
  });

  it('names the phases with rules that the mock only stores', async () => {
    const fixture = new ZoneFixture();
    fixture.zone.rulesets.put(
      stored({ id: 'd'.repeat(32), phase: 'http_ratelimit', rules: [{ expression: 'true' }] }),
    );
    await fixture.send();
    expect(reasons(fixture)).toEqual([
      '1 rule of http_ratelimit did not run: the mock stores this phase, and runs no rule of it.',
    ]);
  });

  it('covers the rules of that time, whatever changed since', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'ssl', ref: 'before' });
    await fixture.send();
    fixture.firewall({ expression: 'not ssl', ref: 'after' });
    expect(reasons(fixture)).toEqual(['custom rule "before" (block) did not match: ssl, where ssl is false']);
  });

  it('covers rules that read a body', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'http.request.body.raw contains "needle"', ref: 'body' });
    await fixture.send('/', { method: 'POST', body: 'a needle in it' });
    expect(reasons(fixture)).toEqual([
      'custom rule "body" (block) matched: http.request.body.raw contains "needle"',
    ]);
  });

  it('covers the first rules of many', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall(...Array.from({ length: 30 }, () => ({ expression: 'false', ref: 'never' })));
    await fixture.send();
    const lines = reasons(fixture);
    expect(lines).toHaveLength(21);
    expect(lines?.[0]).toBe('custom rule "never" (block) did not match: false');
    expect(lines?.at(-1)).toBe('… and 10 more rules of this kind.');
  });

  it('covers the rules of an executed ruleset, with its overrides, up to the one that stops the request', async () => {
    const fixture = new ZoneFixture();
    const id = 'e'.repeat(32);
    const phase = 'http_request_firewall_custom';
    const shared = (...rules: readonly RuleInput[]) =>
      fixture.account(stored({ id, phase, kind: 'custom', name: 'Shared', rules }));
    shared(
      { expression: 'http.request.method eq "PUT"', ref: 'writes' },
      { expression: 'true', ref: 'noted', action: 'block' },
      { expression: 'true', ref: 'off' },
      { expression: 'http.request.uri.path eq "/a"', ref: 'stop' },
      { expression: 'true', ref: 'behind' },
    );
    const ruleId = (index: number) => `${id.slice(0, 28)}${String(index).padStart(4, '0')}`;
    const overrides = {
      rules: [
        { id: ruleId(1), action: 'log' },
        { id: ruleId(2), enabled: false },
      ],
    };
    fixture.firewall(
      {
        expression: 'http.host eq "example.localhost"',
        ref: 'run',
        action: 'execute',
        action_parameters: { id, overrides },
      },
      { expression: 'true', ref: 'last' },
    );
    expect((await fixture.send('/a')).status).toBe(403);
    // The current configuration may differ.
    shared({ expression: 'false', ref: 'later' });
    expect(reasons(fixture)).toEqual([
      'custom rule "run" (execute) matched: http.host eq "example.localhost"',
      '  custom rule "writes" (block) did not match: http.request.method eq "PUT", where http.request.method is "GET"',
      '  custom rule "noted" (log) matched: true',
      '  custom rule "off" (block) is off.',
      '  custom rule "stop" (block) matched: http.request.uri.path eq "/a"',
      `  custom rule "behind" (block) ${ended}`,
      `custom rule "last" (block) ${ended}`,
    ]);
  });

  it('covers what a rule skips', async () => {
    const fixture = new ZoneFixture();
    const skip = (action_parameters: object): RuleInput => ({
      expression: 'true',
      ref: 'skip',
      action: 'skip',
      action_parameters: { ...action_parameters },
    });
    const run = {
      expression: 'true',
      ref: 'run',
      action: 'execute',
      action_parameters: { id: 'e'.repeat(32) },
    } as const;
    const rules = [{ expression: 'true', ref: 'inside' }];
    const phase = 'http_request_firewall_custom';
    fixture.account(stored({ id: 'e'.repeat(32), phase, kind: 'custom', name: 'Shared', rules }));
    fixture.firewall(skip({ rulesets: ['e'.repeat(32)] }), run);
    fixture.configure({ expression: 'true', ref: 'convert' });
    await fixture.send();
    const matched = 'custom rule "skip" (skip) matched: true';
    const converted = 'configuration rule "convert" (set_config) matched: true';
    expect(reasons(fixture)).toEqual([
      matched,
      'custom rule "run" (execute) matched: true',
      '  ruleset "Shared" is skipped.',
      converted,
    ]);
    fixture.firewall(skip({ ruleset: 'current' }), run);
    await fixture.send();
    expect(reasons(fixture)).toEqual([matched, 'custom rule "run" (execute) is skipped.', converted]);
    fixture.firewall(skip({ phases: ['http_config_settings'] }));
    await fixture.send();
    expect(reasons(fixture)).toEqual([matched, 'configuration rule "convert" (set_config) is skipped.']);
    fixture.firewall(skip({ phase: 'current' }), run);
    await fixture.send();
    expect(reasons(fixture)).toEqual([matched, 'custom rule "run" (execute) is skipped.', converted]);
  });

  it('lists configuration rules after those', async () => {
    const fixture = new ZoneFixture();
    fixture.configure({ expression: 'http.host eq "a.test"', description: 'Elsewhere' });
    await fixture.send();
    expect(reasons(fixture)).toEqual([
      'configuration rule "Elsewhere" (set_config) did not match: http.host eq "a.test", where http.host is "example.localhost"',
    ]);
  });

  it('names the nearest operations when none matches', async () => {
    const { fixture } = withOperation();
    await fixture.send('/order/1');
    expect(reasons(fixture)).toEqual([
      'no saved operation is GET example.localhost/order/1; the nearest is GET example.localhost/orders/{id}',
    ]);
    // One segment more, or one less, with another method too.
    for (const path of ['/orders/1/x', '/orders', '/orders/1/']) {
      for (const method of ['GET', 'DELETE']) {
        await fixture.send(path, { method });
        expect(reasons(fixture)).toEqual([
          `no saved operation is ${method} example.localhost${path}; the nearest is GET example.localhost/orders/{id}`,
        ]);
      }
    }
    await fixture.send('/x/y/z');
    expect(reasons(fixture)).toEqual(['no saved operation is GET example.localhost/x/y/z']);
  });

  it('names a token source that no request can match', async () => {
    const mock = createMock({ origin: () => new Response('origin') });
    const sources = ['http.request.headers["X-Token"][0]', 'http.request.cookies["Session"][0]'];
    const id = await createConfig(getClient(mock), mock.defaults.zoneId, { token_sources: sources });
    const name = `token configuration "Shop" (${id})`;
    const never = `${name}: no request has ${sources[0]}, since header names are in lower case here: write "x-token"`;
    for (const [cookie, first] of [
      ['', `${name}: no token in ${sources.join(' or ')}`],
      ['Session=a.b.c', `${name}: malformed_token in ${sources[1]} (${noJws})`],
    ] as const) {
      await mock.edge(
        new Request('http://api.example.localhost/', { headers: { 'X-Token': 'a.b.c', cookie } }),
      );
      expect(mock.journal.find({ plane: 'edge' })?.explanation).toEqual([first, never]);
    }
  });

  it('covers tokens and the rule that requires them', async () => {
    const mock = createMock({ origin: () => new Response('origin') });
    const client = getClient(mock);
    const params = { zone_id: mock.defaults.zoneId };
    const host = 'api.example.localhost';
    await client.call('api-gateway.operation.create', {
      params,
      body: [{ method: 'GET', host, endpoint: '/orders/{var1}' }],
    });
    const id = await createConfig(client, mock.defaults.zoneId);
    const expression = `is_jwt_valid("${id}") and http.request.uri.query eq "ok"`;
    await client.call('token-validation.rule.create', { params, body: ruleBody({ expression }) });
    const ask = async (query: string, headers: Record<string, string> = {}) => {
      await mock.edge(new Request(`http://${host}/orders/1?${query}`, { headers }));
      return mock.journal.find({ plane: 'edge' })?.explanation;
    };
    const token = await makeToken({
      key: 'p256',
      alg: 'ES256',
      header: { alg: 'ES256', kid: 'key-1' },
      payload: {},
    });
    const name = `token configuration "Shop" (${id})`;
    const source = 'http.request.headers["authorization"][0]';
    const operation = 'operation GET api.example.localhost/orders/{var1}';
    const refused = 'token rule "Guard" (block) is not satisfied:';
    const notOk = 'http.request.uri.query eq "ok", where http.request.uri.query is "no"';

    expect(await ask('no')).toEqual([
      `${name}: no token in ${source}`,
      operation,
      `${refused} is_jwt_valid("${id}") and ${notOk}`,
    ]);
    expect((await ask('no', { authorization: 'bearer a.b.c' }))?.slice(0, 2)).toEqual([
      `${name}: no token in ${source}`,
      `${name}: ${source} holds no JWT: send one alone, or after "Bearer "`,
    ]);
    expect((await ask('ok', { authorization: 'Bearer a.b.c' }))?.[0]).toBe(
      `${name}: malformed_token in ${source} (${noJws})`,
    );
    const changed = { authorization: `Bearer ${token.slice(0, -4)}AAAA` };
    expect((await ask('ok', changed))?.[0]).toBe(
      `${name}: invalid_signature in ${source} (Signature: the key "key-1" did not make it over this header and payload)`,
    );
    const headers = { authorization: `Bearer ${token}` };
    expect(await ask('no', headers)).toEqual([
      `${name}: a valid token in ${source}`,
      operation,
      `${refused} ${notOk}`,
    ]);
    expect((await ask('ok', headers))?.[2]).toBe(
      `token rule "Guard" (block) is satisfied: ${expression.slice(0, 120)}`,
    );
  });

  it.each([
    [{ enabled: false }, 'it is off.'],
    [
      { selector: { include: [{ host: ['a.test'] }] } },
      'its selector does not include the host example.localhost.',
    ],
    [
      {
        selector: {
          include: [{ host: ['example.localhost'] }],
          exclude: [{ operation_ids: ['00000000-0000-4000-8000-000000000001'] }],
        },
      },
      'its selector excludes the operation.',
    ],
  ])('says why a token rule does not apply: %j', async (change, why) => {
    const { fixture } = withOperation('/');
    putTokenRule(fixture, change);
    await fixture.send('/');
    expect(reasons(fixture)).toEqual([
      'operation GET example.localhost/',
      `token rule "Guard" (block) does not apply: ${why}`,
    ]);
  });

  it.each([
    [[], []],
    [['/orders/{id}'], [expect.stringMatching(/^no saved operation is GET/)]],
  ])('says why no token rule applies to a request outside of the operations %j', async (saved, lines) => {
    const { fixture } = withOperation(saved[0]);
    if (saved.length === 0) fixture.zone.operations.remove('00000000-0000-4000-8000-000000000001');
    putTokenRule(fixture);
    putTokenRule(fixture, { id: '00000000-0000-4000-8000-000000000003', title: 'Off', enabled: false });
    await fixture.send('/elsewhere');
    expect(reasons(fixture)).toEqual([
      ...lines,
      'token rule "Guard" (block) does not apply: no saved operation matches the request.',
      'token rule "Off" (block) does not apply: it is off.',
    ]);
  });

  it('says which of many token rules applies, and that another comes first', async () => {
    const { fixture } = withOperation('/');
    for (let number = 1; number <= 25; number++) {
      const id = `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
      putTokenRule(fixture, { id, title: `Rule ${number}`, enabled: number >= 23 });
    }
    await fixture.send('/?ok');
    const lines = reasons(fixture) ?? [];
    expect(lines).toHaveLength(1 + 20 + 1 + 1);
    expect(lines.at(-2)).toBe('token rule "Rule 23" (block) is satisfied: http.request.uri.query eq "ok"');
    expect(lines.at(-1)).toBe('… and 4 more rules of this kind.');
  });

  it('covers a paused zone', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'true' });
    fixture.zone.zone = { ...fixture.zone.zone, paused: true };
    await fixture.send();
    expect(reasons(fixture)).toEqual(['The zone is paused: no rule runs.']);
  });

  it('records the zone and account of a request', async () => {
    const fixture = new ZoneFixture();
    await fixture.send();
    const { id, zone } = fixture.zone;
    expect(fixture.world.journal.count({ zoneId: id, accountId: zone.account.id })).toBe(1);
  });
});
