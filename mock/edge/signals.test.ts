import { describe, expect, it } from 'vitest';
import { allFields, getDefault, rulePlaces } from '../../spec/rules-language.ts';
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

describe('a field of the language', () => {
  const examples: Readonly<Record<string, unknown>> = {
    String: 'x',
    Integer: 7,
    Boolean: true,
    IP: '192.0.2.9',
    'Array<String>': ['x'],
    'Array<Integer>': [7],
    'Map<Integer>': { x: 7 },
  };
  /** An expression that is true for the example of a type, or for the default of a field. */
  const expressionFor = (name: string, type: string, value: unknown): string => {
    if (type === 'Boolean') return value ? name : `not ${name}`;
    if (type.startsWith('Map'))
      return value === examples[type] ? `${name}["x"] eq 7` : `not ${name}["x"] eq 7`;
    if (type.startsWith('Array')) return `len(${name}) eq ${value === examples[type] ? 1 : 0}`;
    return `${name} eq ${type === 'String' ? JSON.stringify(value) : value}`;
  };
  const all = [...allFields].map(([name, field]) => ({ name, ...field }));

  it.each(all)('compiles in the rules that have it: $name', ({ name, type, places = rulePlaces }) => {
    const scheme = (place: (typeof rulePlaces)[number]) =>
      createScheme({ fields: fieldsFor(place), functions: functionsFor(place) });
    const compile = (place: (typeof rulePlaces)[number]) => {
      const source = type.startsWith('Map<A')
        ? `len(${name}["x"]) eq 0`
        : type === 'Bytes'
          ? `len(${name}) eq 16`
          : expressionFor(name, type, examples[type]);
      return () => compileFilter(source, scheme(place));
    };
    for (const place of rulePlaces) {
      if (places.includes(place)) expect(compile(place)).not.toThrow();
      else expect(compile(place)).toThrow('unknown identifier');
    }
  });

  it.each(all.filter(({ from }) => from === 'signals'))(
    'has its default or its signal: $name',
    async (field) => {
      const { name, type, places = ['custom_rules'] } = field;
      if (!places.includes('custom_rules')) throw new Error('the test needs a field of custom rules');
      const fixture = new ZoneFixture();
      const isBlocked = async (expression: string, signals: object) => {
        fixture.firewall({ expression, action: 'block' });
        return !(await fixture.reaches('/', { headers: { 'touchstone-signals': JSON.stringify(signals) } }));
      };
      expect(await isBlocked(expressionFor(name, type, getDefault(field)), {})).toBe(true);
      const isSet = expressionFor(name, type, examples[type]);
      expect(await isBlocked(isSet, { [name]: examples[type] })).toBe(true);
      if (field.default !== true) expect(await isBlocked(isSet, {})).toBe(false);
      if (field.same !== undefined) {
        expect(await isBlocked(isSet, { [field.same]: examples[type] })).toBe(true);
        expect(
          await isBlocked(expressionFor(field.same, type, examples[type]), { [name]: examples[type] }),
        ).toBe(true);
      }
    },
  );
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
