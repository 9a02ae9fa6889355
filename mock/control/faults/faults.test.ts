import { describe, expect, it } from 'vitest';
import { faultLimits } from '../../../spec/services/touchstone/faults.ts';
import {
  type Asked,
  compileGlob,
  createChance,
  FaultError,
  type FaultInput,
  Faults,
  readOperationPattern,
} from './faults.ts';

const account = 'a'.repeat(32);
const zone = 'b'.repeat(32);
const asked = (more: Partial<Asked> = {}): Asked => ({
  operation: 'zones.zone.get',
  method: 'GET',
  path: `/client/v4/zones/${zone}`,
  account,
  zone,
  ...more,
});
const failing = (more: Partial<FaultInput> = {}): FaultInput => ({
  operation: 'zones.zone.get',
  status: 503,
  ...more,
});

/** Which of the given number of requests are matched. */
const matchedIds = (faults: Faults, count: number) =>
  Array.from({ length: count }, () => faults.match(asked())?.id);

describe('Faults', () => {
  it.each<[string, FaultInput['match'], Partial<Asked>, boolean]>([
    ['another operation', undefined, { operation: 'zones.zone.list' }, false],
    ['the method, whatever its case', { method: 'get' }, {}, true],
    ['another method', { method: 'POST' }, {}, false],
    ['a pattern of the path', { path: '*/zones/*' }, {}, true],
    ['another path', { path: '/client/v4/accounts*' }, {}, false],
    ['the account', { account }, {}, true],
    ['another account', { account }, { account: zone }, false],
    ['no account if one is given', { account }, { account: undefined }, false],
    ['the zone', { zone }, {}, true],
    ['another zone', { zone }, { zone: account }, false],
  ])('takes into account: %s', (_, match, more, expected) => {
    const faults = new Faults(1);
    faults.add(failing({ match }));
    expect(faults.match(asked(more)) !== undefined).toBe(expected);
  });

  it('applies the latest one, until it is used up or removed', () => {
    const faults = new Faults(1);
    faults.add(failing());
    const remove = faults.add(failing({ times: 2 }));
    faults.add(failing({ times: 'once' }));
    expect(matchedIds(faults, 4)).toEqual(['fault-3', 'fault-2', 'fault-2', 'fault-1']);
    expect(faults.list()).toMatchObject([
      { id: 'fault-3', used: 1, left: 0 },
      { id: 'fault-2', used: 2, left: 0 },
      { id: 'fault-1', used: 1, left: null },
    ]);
    remove();
    expect(faults.list().map(({ id }) => id)).toEqual(['fault-3', 'fault-1']);
    expect(faults.remove('fault-2')).toBe(false);
  });

  it('applies at about its rate, and leaves the other requests to the next', () => {
    const faults = new Faults(1);
    faults.add(failing());
    faults.add(failing({ rate: 0.3 }));
    const ids = matchedIds(faults, 1000);
    const times = ids.filter((id) => id === 'fault-2').length;
    expect(times).toBeGreaterThan(200);
    expect(times).toBeLessThan(400);
    expect(new Set(ids)).toEqual(new Set(['fault-1', 'fault-2']));
  });

  it('repeats its choices for the same seed and after a reset, and differs for another seed', () => {
    const turns = (faults: Faults) => {
      faults.add(failing({ rate: 0.5 }));
      return matchedIds(faults, 100);
    };
    const faults = new Faults(7);
    const first = turns(faults);
    faults.reset();
    expect(turns(faults)).toEqual(first);
    expect(turns(new Faults(7))).toEqual(first);
    expect(turns(new Faults(8))).not.toEqual(first);
  });

  it('delays each request by its latency plus a random jitter', () => {
    const faults = new Faults(1);
    faults.add({ operation: '*', latencyMs: 100, jitterMs: 50 });
    const waits = Array.from({ length: 50 }, () => faults.match(asked())?.waitMs ?? 0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...waits)).toBeLessThan(150);
    expect(new Set(waits).size).toBeGreaterThan(40);
  });

  it('lists and removes those of one account', () => {
    const faults = new Faults(1);
    faults.add(failing({ match: { account } }));
    faults.add(failing());
    expect(faults.list(account).map(({ id }) => id)).toEqual(['fault-1']);
    expect(faults.clear(account)).toBe(1);
    expect(faults.list().map(({ id }) => id)).toEqual(['fault-2']);
    expect(faults.clear()).toBe(1);
    expect(faults.list()).toEqual([]);
  });

  it.each<[string, RegExp, unknown]>([
    ['operation', /did you mean zones\.zone\.get/, { operation: 'zones.zone.gte', status: 503 }],
    ['status', /400/, { operation: '*', status: 200 }],
    ['rate', /rate: .*1/, { operation: '*', status: 503, rate: 1.5 }],
    ['rate', /0/, { operation: '*', status: 503, rate: 0 }],
    ['times', /./, { operation: '*', status: 503, times: 0 }],
    ['status', /say what goes wrong/, { operation: '*' }],
    ['status', /say what goes wrong/, { operation: '*', latencyMs: 0 }],
    ['latencyMs', /0/, { operation: '*', latencyMs: -1 }],
    ['drop', /before/, { operation: '*', drop: 'sometimes' }],
    ['drop', /no answer/, { operation: '*', drop: 'after', status: 503 }],
    ['truncate', /needs an answer/, { operation: '*', drop: 'after', truncate: { bytes: 1 } }],
    ['truncate,share', /./, { operation: '*', truncate: { share: 1 } }],
    ['failure', /did you mean zone-unknown/, { operation: '*', failure: 'zone-unkown' }],
    ['failure', /already has a status/, { operation: '*', failure: 'zone-unknown', status: 500 }],
    ['body', /needs a status/, { operation: '*', body: 'Sorry', latencyMs: 5 }],
    ['headers', /need a status/, { operation: '*', headers: { 'x-a': 'b' }, latencyMs: 5 }],
    ['headers,x a', /header/, { operation: '*', status: 503, headers: { 'x a': 'b' } }],
    ['headers,x-a', /header/, { operation: '*', status: 503, headers: { 'x-a': 'b\r\nc: d' } }],
    ['match,account', /./, { operation: '*', status: 503, match: { account: 'me' } }],
    ['', /matches/, { operation: '*', status: 503, matches: {} }],
    ['body', /characters/, { operation: '*', status: 503, body: 'x'.repeat(faultLimits.bodyCharacters + 1) }],
  ])('refuses a fault with an error at "%s": %s', (place, words, fault) => {
    const faults = new Faults(1);
    const add = () => faults.add(fault as FaultInput); // What JavaScript may tell it.
    expect(add).toThrow(FaultError);
    expect(add).toThrow(words);
    expect(add).toThrow(expect.objectContaining({ path: place === '' ? [] : place.split(',') }));
    expect(faults.list()).toEqual([]);
  });

  it('accepts the maximum number of faults and no more', () => {
    const faults = new Faults(1);
    for (let count = 0; count < faultLimits.faults; count++) faults.add(failing());
    expect(() => faults.add(failing())).toThrow(String(faultLimits.faults));
  });
});

const drawn = (seed: number, number: number) => {
  const chance = createChance(seed, number);
  return Array.from({ length: 1000 }, chance);
};

describe('createChance', () => {
  it('gives the same numbers for the same seeds, and others for others', () => {
    expect(drawn(1, 1)).toEqual(drawn(1, 1));
    expect(drawn(1, 1)).not.toEqual(drawn(1, 2));
    expect(drawn(1, 1)).not.toEqual(drawn(2, 1));
  });

  it.each([
    [0, 0],
    [1, 1],
    [2 ** 31, 1000],
  ])('distributes the numbers of %d and %d evenly over 0 to 1', (seed, number) => {
    const numbers = drawn(seed, number);
    expect(numbers.every((one) => one >= 0 && one < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth++) {
      const inIt = numbers.filter((one) => Math.floor(one * 10) === tenth).length;
      expect(inIt).toBeGreaterThan(60);
      expect(inIt).toBeLessThan(140);
    }
  });
});

describe('readOperationPattern', () => {
  it.each([
    ['zones.zone.get', 'zones.zone.get', true],
    ['zones.zone.get', 'zones.zone.list', false],
    ['zones', 'zones.zone.get', true],
    ['zones.*', 'zones.zone.get', true],
    ['zone', 'zones.zone.get', undefined],
    ['*', 'zones.zone.get', true],
    ['*', 'edge.request', true],
    ['edge', 'edge.request', true],
    ['git', 'git.receive-pack.advertise', true],
    ['git.receive-pack', 'git.upload-pack', false],
    ['*.create', 'token-validation.config.create', true],
    ['token-validation.*.create', 'token-validation.config.list', false],
  ])('%s and %s: %s', (pattern, operation, expected) => {
    if (expected === undefined) expect(() => readOperationPattern(pattern)).toThrow(FaultError);
    else expect(readOperationPattern(pattern)(operation)).toBe(expected);
  });

  it.each([
    ['zones.zone.gte', /there is no operation "zones\.zone\.gte"; did you mean zones\.zone\.get or/],
    ['http://nowhere.example', /give an id, a prefix/],
    ['touchstone.clock.get', /the admin interface has no faults/],
    ['zones.*.burn', /there is no operation/],
  ])('refuses %s', (pattern, words) => {
    expect(() => readOperationPattern(pattern)).toThrow(words);
  });
});

describe('compileGlob', () => {
  it.each([
    ['a*b', 'ab', true],
    ['a*b', 'a..b', true],
    ['a*b', 'a..bc', false],
    ['ab*ab', 'ab', false],
    ['*/orders/*', '/shop/orders/7', true],
    ['a.c', 'abc', false],
    ['**', '', true],
  ])('%s and %s: %s', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected);
  });

  it('takes no longer for a pattern that almost matches in many ways', () => {
    expect(compileGlob('*a'.repeat(500))(`${'a'.repeat(499)}b`)).toBe(false);
  });
});
