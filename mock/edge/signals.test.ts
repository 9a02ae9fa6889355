import { describe, expect, it } from 'vitest';
import { parseSignals, readSignals, SignalError } from './signals.ts';
import { ZoneFixture } from './testing/zone-fixture.ts';

const elsewhere = { address: '203.0.113.7', loopback: false };
const lowScore = { expression: 'cf.waf.score lt 20', action: 'block' as const };

describe('readSignals', () => {
  it('accepts values of the types of their fields', () => {
    const input = {
      'cf.waf.score': 20,
      'ip.src.country': 'NL',
      'cf.client.bot': true,
      'ip.src': '2001:DB8::1',
      ssl: true,
    };
    expect(Object.fromEntries(readSignals(input))).toEqual({ ...input, 'ip.src': '2001:db8::1' });
  });

  it.each([
    ['a list', [], undefined],
    ['nothing', null, undefined],
    ['an unknown field', { 'cf.waf.scores': 1 }, 'cf.waf.scores'],
    ['a field that the request has', { 'http.host': 'a' }, 'http.host'],
    ['a field that the zone decides', { 'cf.zone.plan': 'ENT' }, 'cf.zone.plan'],
    ['a score as text', { 'cf.waf.score': '20' }, 'cf.waf.score'],
    ['a score with a fraction', { 'cf.waf.score': 1.5 }, 'cf.waf.score'],
    ['a country as a number', { 'ip.src.country': 1 }, 'ip.src.country'],
    ['a wrong address', { 'ip.src': '1.2.3' }, 'ip.src'],
    ['a yes as text', { ssl: 'true' }, 'ssl'],
  ])('refuses %s', (_, input, field) => {
    expect(() => readSignals(input)).toThrow(SignalError);
    expect(() => readSignals(input)).toThrow(expect.objectContaining({ field }));
  });

  it('refuses what is not JSON', () => {
    expect(() => parseSignals('score=20')).toThrow(SignalError);
  });
});

describe('signals of a request', () => {
  const header = { 'touchstone-signals': '{"cf.waf.score": 7}' };

  it('are ignored outside of loopback', async () => {
    const fixture = new ZoneFixture();
    fixture.firewall(lowScore);
    expect((await fixture.send('/', { headers: header }, elsewhere)).status).toBe(200);
  });

  it('never reach the origin, nor a rule', async () => {
    const fixture = new ZoneFixture();
    const seen = 'any(http.request.headers.names[*] contains "touchstone")';
    fixture.firewall({ expression: seen, action: 'block' });
    const named = { ...header, 'touchstone-host': 'api.example.localhost' };
    expect((await fixture.send('/', { headers: named })).status).toBe(200);
    await fixture.send('/', { headers: header }, elsewhere);
    expect(fixture.asked.map(({ request }) => [...request.headers.keys()])).toEqual([[], []]);
    expect(fixture.asked[0]?.context.host).toBe('api.example.localhost');
  });

  it("set a request's location", async () => {
    const fixture = new ZoneFixture();
    fixture.firewall({ expression: 'ip.src in {203.0.113.0/24}', action: 'block' });
    expect(
      await fixture.reaches('/', { headers: { 'touchstone-signals': '{"ip.src": "203.0.113.9"}' } }),
    ).toBe(false);
    expect([...fixture.zone.events.newestFirst()][0]?.clientIP).toBe('203.0.113.9');
  });
});
