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
