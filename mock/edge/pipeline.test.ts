import { describe, expect, it } from 'vitest';
import { ZoneFixture } from './testing/zone-fixture.ts';

const form = 'application/x-www-form-urlencoded';

describe('the edge', () => {
  it('passes a body that rules have read to the origin', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'http.request.body.form["role"][0] eq "admin"', action: 'block' });
    const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': form } });
    expect(await fixture.reaches('/', post('role=admin'))).toBe(false);
    expect(await fixture.reaches('/', post('role=guest'))).toBe(true);
    expect(fixture.asked[0]?.body).toBe('role=guest');
    expect(fixture.asked[0]?.request.headers.get('content-type')).toBe(form);
  });

  it('passes a body that is longer than rules read to the origin in full', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'http.request.body.raw contains "needle"', action: 'log' });
    const body = 'x'.repeat(200_000);
    await fixture.send('/', { method: 'POST', body });
    expect(fixture.asked[0]?.body).toBe(body);
  });

  it('streams a body to the origin while no rule reads it', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'http.request.body.mime eq "text/plain"', action: 'log' });
    let pulled = 0;
    const body = new ReadableStream(
      {
        pull(controller) {
          // The origin reads the body; nothing did before.
          expect(fixture.asked).toEqual([]);
          pulled++;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    await fixture.send('/', init);
    expect([pulled, fixture.asked.length]).toEqual([1, 1]);
  });

  it('runs custom rules before token rules, and those before configuration rules', async () => {
    const fixture = new ZoneFixture();
    const at = '2026-01-01T00:00:00.000000Z';
    const operation_id = '00000000-0000-4000-8000-000000000001';
    fixture.zone.operations.put({
      operation_id,
      method: 'GET',
      host: 'example.localhost',
      endpoint: '/orders',
      last_updated: at,
    });
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
    });
    fixture.firewall(
      { expression: 'http.request.uri.query contains "stop"', action: 'block' },
      { expression: 'http.request.method eq "GET"', action: 'log' },
    );
    fixture.configure({ expression: 'http.host eq "example.localhost"', action_parameters: { ssl: 'full' } });
    const statuses = [];
    for (const query of ['stop', 'no', 'ok']) statuses.push((await fixture.send(`/orders?${query}`)).status);
    expect(statuses).toEqual([403, 403, 200]);
    const events = [...fixture.zone.events.newestFirst()].reverse();
    expect(events.map(({ source, action, matchIndex }) => `${source} ${action} ${matchIndex}`)).toEqual([
      'firewallCustom block 0',
      'firewallCustom log 0',
      'apiShieldTokenValidation block 1',
      'firewallCustom log 0',
    ]);
    expect(events.map(({ operationId }) => operationId)).toEqual(new Array(4).fill(operation_id));
    expect(
      events.map(({ edgeResponseStatus, originResponseStatus }) => [
        edgeResponseStatus,
        originResponseStatus,
      ]),
    ).toEqual([
      [403, 0],
      [403, 0],
      [403, 0],
      [200, 200],
    ]);
    const configurations = [...fixture.world.journal.entries()]
      .reverse()
      .map(({ configuration }) => configuration);
    expect(configurations).toEqual([null, null, { ssl: 'full' }]);
  });

  it('runs no rule for a paused zone', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'not ssl', action: 'block' });
    fixture.zone.zone = { ...fixture.zone.zone, paused: true };
    expect(await fixture.reaches()).toBe(true);
  });

  it.each([
    ['a seed decides', '/', {}, 'seed'],
    ['a custom rule stops it', '/stop', {}, 'documented'],
    ['a signal was given', '/', { 'touchstone-signals': '{}' }, 'seed'],
    ['a signal was used', '/', { 'touchstone-signals': '{"cf.waf.score": 1}' }, 'inferred'],
  ])('states the certainty of its answer where %s', async (_, path, headers, basis) => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'http.request.uri.path eq "/stop"', action: 'block' });
    expect((await fixture.send(path, { headers })).headers.get('touchstone-basis')).toBe(basis);
  });
});
