import { describe, expect, it } from 'vitest';
import {
  allFields,
  type FieldFacts,
  getOwnName,
  rulePlaces,
  type Signal,
} from '../../spec/rules-language.ts';
import type { Seed } from '../../spec/seed-file/seed-schema.ts';
import { createMock, type Mock } from '../assembly/create-mock.ts';
import { getClient } from '../assembly/testing/test-client.ts';
import { compileFilter, createScheme, fieldsFor, functionsFor } from '../engines/expressions/index.ts';
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
    [
      'a list with a text among integers',
      { 'cf.bot_management.detection_ids': [1, '2'] },
      'cf.bot_management.detection_ids',
    ],
    ['one value for a list', { 'cf.llm.prompt.pii_categories': 'URL' }, 'cf.llm.prompt.pii_categories'],
    ['a list for an object', { 'cf.sequence.msec_since_op': [1] }, 'cf.sequence.msec_since_op'],
    ['two values of one field', { 'ip.geoip.country': 'NL', 'ip.src.country': 'DE' }, 'ip.src.country'],
  ])('refuses %s', (_, input, field) => {
    expect(() => readSignals(input)).toThrow(SignalError);
    expect(() => readSignals(input)).toThrow(expect.objectContaining({ field }));
  });

  it('takes both names of a field for one value', () => {
    const signals = { 'cf.client.bot': true, 'cf.bot_management.verified_bot': true };
    expect([...readSignals(signals)]).toEqual([['cf.client.bot', true]]);
  });

  it('refuses what is not JSON', () => {
    expect(() => parseSignals('score=20')).toThrow(SignalError);
  });
});

/** A value for each type of a signal. */
const examples: Readonly<Record<string, Signal>> = {
  String: 'x',
  Integer: 7,
  Boolean: true,
  IP: '192.0.2.9',
  'Array<String>': ['x'],
  'Array<Integer>': [7],
  'Map<Integer>': { x: 7 },
};

/** A condition that is true if a field has this value. */
function condition({ name, type }: FieldFacts, value: Signal | undefined): string {
  if (value === undefined) return `len(${name}${type.startsWith('Map') ? '["x"]' : ''}) ge 0`;
  if (typeof value === 'boolean') return value ? name : `not ${name}`;
  if (Array.isArray(value))
    return value.length === 0 ? `len(${name}) eq 0` : `${name}[0] eq ${JSON.stringify(value[0])}`;
  if (typeof value === 'object') return 'x' in value ? `${name}["x"] eq 7` : `not ${name}["x"] eq 7`;
  return `${name} eq ${type === 'IP' ? value : JSON.stringify(value)}`;
}

describe('a field of the language', () => {
  const all = [...allFields.values()];
  const fromSignals = all.filter(({ from }) => from === 'signals');
  const inCustomRules = fromSignals.filter(({ places = rulePlaces }) => places.includes('custom_rules'));

  it.each(all)('compiles in the rules that have it: $name', (field) => {
    const { places = rulePlaces } = field;
    for (const place of rulePlaces) {
      const scheme = createScheme({ fields: fieldsFor(place), functions: functionsFor(place) });
      const compile = () => compileFilter(condition(field, examples[field.type]), scheme);
      if (places.includes(place)) expect(compile).not.toThrow();
      else expect(compile).toThrow('unknown identifier');
    }
  });

  it.each(fromSignals)('has a default of its type: $name', (field) => {
    expect(Object.fromEntries(readSignals({ [field.name]: field.default }))).toEqual({
      [getOwnName(field.name)]: field.default,
    });
  });

  it.each(inCustomRules)('has its default until a signal sets it: $name', async (field) => {
    const fixture = new ZoneFixture();
    const example = examples[field.type];
    const isBlocked = async (expression: string, signals: object) => {
      fixture.firewall({ expression, action: 'block' });
      return !(await fixture.reaches('/', { headers: { 'touchstone-signals': JSON.stringify(signals) } }));
    };
    expect(await isBlocked(condition(field, field.default), {})).toBe(true);
    const isSet = condition(field, example);
    if (field.default !== example) expect(await isBlocked(isSet, {})).toBe(false);
    for (const name of [field.name, getOwnName(field.name)]) {
      expect(await isBlocked(isSet, { [name]: example })).toBe(true);
    }
  });

  const signals = Object.fromEntries(
    fromSignals.flatMap(({ name, type, same }) => {
      const example = examples[type];
      return same === undefined && example !== undefined ? [[name, example]] : [];
    }),
  );
  const conditions = inCustomRules.map((field) => condition(field, examples[field.type]));
  const rules = conditions.map((each) => ({ expression: `not (${each})`, action: 'block' as const }));
  const phase = 'http_request_firewall_custom';
  const zone: Seed = { zones: [{ name: 'example.localhost', rulesets: [{ name: 'all', phase, rules }] }] };
  it.each<[way: string, isSet: boolean, seeds: Seed[], more: (mock: Mock) => Promise<unknown>]>([
    ['nothing', false, [zone], async () => {}],
    ['a seed', true, [zone, { signals }], async () => {}],
    [
      'the admin API',
      true,
      [zone],
      (mock) => getClient(mock).call('touchstone.signals.set', { body: signals }),
    ],
  ])('has a value set by %s', async (_, isSet, seeds, more) => {
    const mock = createMock({ seeds, origin: () => new Response('origin') });
    await mock.ready();
    await more(mock);
    const { body } = await getClient(mock).call('touchstone.signals.get', {});
    expect(body).toEqual(isSet ? signals : {});
    const { status } = await mock.edge(new Request('http://example.localhost/'));
    expect(status).toBe(isSet ? 200 : 403);
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
