import { describe, expect, it, test } from 'vitest';
import { failures as catalogue } from '../../errors.ts';
import type { Failure } from '../../failure.ts';
import {
  gatewayError,
  gatewayErrorSchema,
  runtimeError,
  runtimeErrorSchema,
} from '../inference/error-body.ts';
import { inferenceFailures } from '../inference/failures.ts';
import { cacheSeconds } from './cache.ts';
import { aiGatewayFailures } from './failures.ts';
import { dlpPolicies, guardrailsSchema } from './guardrails.ts';
import { gatewayRequestHeaders, getGatewayHeaders, keptMetadata } from './headers.ts';
import { dottedFilters, logFiltersParameter } from './log-filters.ts';
import { modelRequestsPerMinute } from './rate-limits.ts';

describe('cacheSeconds', () => {
  const none = { skip: false, ttl: undefined, keyed: false, gatewayTtl: 0 };
  test.each([
    ['neither sets anything', none, 0],
    ['the gateway does not say', { ...none, gatewayTtl: null }, 0],
    ['the gateway caches', { ...none, gatewayTtl: 120 }, 120],
    ['the request caches', { ...none, ttl: 90 }, 90],
    ['the request asks for little', { ...none, ttl: 1 }, 1],
    ['the gateway allows more than the most', { ...none, gatewayTtl: 9_999_999 }, 2_592_000],
    ['the request overrides the gateway', { ...none, ttl: 90, gatewayTtl: 120 }, 90],
    ['the request turns caching off', { ...none, ttl: 0, gatewayTtl: 120 }, 0],
    ['a key alone is enough', { ...none, keyed: true }, 300],
    ['a key does not replace a given time', { ...none, keyed: true, ttl: 90 }, 90],
    ['a key does not help against no caching', { ...none, keyed: true, ttl: 0 }, 0],
    ['skipping overrides everything', { skip: true, ttl: 90, keyed: true, gatewayTtl: 120 }, 0],
  ])('where %s', (_, wishes, seconds) => {
    expect(cacheSeconds(wishes)).toBe(seconds);
  });
});

describe('dlpPolicies', () => {
  const block = { action: 'BLOCK', profiles: ['financial'] };
  const read = { id: 'default', ...block, checks: ['REQUEST', 'RESPONSE'] };
  test.each([
    ['nothing', null, []],
    ['no rule', { enabled: true }, []],
    ['one rule', { enabled: true, ...block }, [read]],
    ['one rule that is off', { enabled: false, ...block }, []],
    ['rules that are off', { enabled: false, policies: [block] }, []],
    [
      'several rules',
      { policies: [block, { id: 'b', ...block, check: ['RESPONSE'] }, { ...block, enabled: false }] },
      [read, { ...read, id: 'b', checks: ['RESPONSE'] }],
    ],
    ['a rule with an unknown action', { enabled: true, ...block, action: 'WARN' }, []],
  ])('reads %s', (_, setting, policies) => {
    expect(dlpPolicies(setting)).toEqual(policies);
  });
});

describe('guardrails', () => {
  test.each([
    [{ prompt: {}, response: {} }, true],
    [{ prompt: { S1: 'FLAG' }, response: {} }, true],
    [{ prompt: {}, response: { P1: 'BLOCK' } }, true],
    [{ prompt: { S14: 'FLAG' }, response: {} }, false],
    [{ prompt: { S1: 'DROP' }, response: {} }, false],
    [{ prompt: {} }, false],
  ])('%j fit: %j', (given, fits) => {
    expect(guardrailsSchema.safeParse(given).success).toBe(fits);
  });
});

describe('the request headers of the gateway', () => {
  test.each([
    ['cf-aig-gateway-id', 'my-gateway', 'my-gateway'],
    ['cf-aig-skip-cache', 'true', true],
    ['cf-aig-skip-cache', 'FALSE', false],
    ['cf-aig-cache-ttl', '60', 60],
    ['cf-aig-cache-ttl', '2592000', 2_592_000],
    ['cf-aig-max-attempts', '1', 1],
    ['cf-aig-max-attempts', '5', 5],
    ['cf-aig-retry-delay', '60000', 60_000],
    ['cf-aig-backoff', 'exponential', 'exponential'],
    ['cf-aig-metadata', '{"user":7}', { user: 7 }],
    ['cf-aig-custom-cost', '{"total_cost":0.1}', { total_cost: 0.1 }],
  ])('read %s: %s', (name, value, read) => {
    expect(gatewayRequestHeaders.parse({ [name]: value })).toEqual({ [name]: read });
  });

  test.each([
    ['cf-aig-gateway-id', ''],
    ['cf-aig-gateway-id', 'a'.repeat(65)],
    ['cf-aig-gateway-id', '../x'],
    ['cf-aig-skip-cache', 'yes'],
    ['cf-aig-cache-ttl', '2592001'],
    ['cf-aig-cache-ttl', '-1'],
    ['cf-aig-max-attempts', '0'],
    ['cf-aig-max-attempts', '6'],
    ['cf-aig-retry-delay', '60001'],
    ['cf-aig-retry-delay', '1.5'],
    ['cf-aig-backoff', 'random'],
    ['cf-aig-metadata', '{'],
    ['cf-aig-custom-cost', '{"total_cost":-1}'],
  ])('refuse %s: %s', (name, value) => {
    expect(gatewayRequestHeaders.safeParse({ [name]: value }).success).toBe(false);
  });
});

describe('getGatewayHeaders', () => {
  test('reads the old names if the new ones are missing', () => {
    const headers = new Headers({ 'cf-skip-cache': 'true', 'cf-cache-ttl': '60', 'cf-aig-cache-ttl': '90' });
    expect(getGatewayHeaders(headers)).toEqual({ 'cf-aig-skip-cache': 'true', 'cf-aig-cache-ttl': '90' });
  });

  test('ignores other headers', () => {
    expect(getGatewayHeaders(new Headers({ 'cf-aig-authorization': 'Bearer x' }))).toEqual({});
  });
});

describe('keptMetadata', () => {
  test.each([
    [
      { team: 'a', user: 7, beta: true },
      { team: 'a', user: 7, beta: true },
    ],
    [
      { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [{ 'cf.zone': 'x', user: 7 }, { user: 7 }],
    [
      { 'cf.zone': 'x', a: 1, b: 2, c: 3, d: 4, e: 5 },
      { a: 1, b: 2, c: 3, d: 4, e: 5 },
    ],
    [{ user: 7, nothing: null }, { user: 7 }],
    [{ user: 7, tags: ['a'] }, { user: 7 }],
    [{ user: { name: 'a' } }, {}],
    [{}, {}],
    [[1, 2], null],
    ['text', null],
    [null, null],
  ])('keeps of %j %j', (sent, kept) => {
    expect(keptMetadata(sent)).toEqual(kept);
  });
});

describe('modelRequestsPerMinute', () => {
  const frontier = { task: 'Text Generation', frontier: true };
  const plain = { task: 'Text Generation' };
  test.each([
    [frontier, { prepaid: false, enforced: 'frontier' }, 20],
    [frontier, { prepaid: true, enforced: 'frontier' }, 50],
    [frontier, { prepaid: false, enforced: 'all' }, 20],
    [frontier, { prepaid: false, enforced: 'none' }, undefined],
    [plain, { prepaid: false, enforced: 'frontier' }, undefined],
    [plain, { prepaid: false, enforced: 'all' }, 300],
    [{ task: 'Text-to-Speech' }, { prepaid: false, enforced: 'all' }, undefined],
  ] as const)('gives %j under %j %s', (model, conditions, limit) => {
    expect(modelRequestsPerMinute(model, conditions)).toBe(limit);
  });
});

describe('logFiltersParameter', () => {
  test('reads a JSON array', () => {
    const filters = [{ key: 'metadata.value', operator: 'eq', value: ['7'] }];
    expect(logFiltersParameter.parse(JSON.stringify(filters))).toEqual(filters);
  });

  test.each([
    ['no JSON', '['],
    ['no array', '{}'],
    ['an unknown key', '[{"key":"colour","operator":"eq","value":["red"]}]'],
    ['an unknown operator', '[{"key":"model","operator":"like","value":["x"]}]'],
    ['a value that is not an array', '[{"key":"model","operator":"eq","value":"x"}]'],
    ['no value', '[{"key":"model","operator":"eq","value":[]}]'],
  ])('refuses %s', (_, text) => {
    expect(logFiltersParameter.safeParse(text).success).toBe(false);
  });
});

describe('dottedFilters', () => {
  const model = { key: 'model', operator: 'eq', value: ['a', 'b'] };
  const cached = { key: 'cached', operator: 'neq', value: ['true'] };

  test.each([
    ['page=1', []],
    ['filters.key=model&filters.operator=eq&filters.value=a&filters.value=b', [model]],
    ['filters.operator=eq&filters.value=a', [{ key: undefined, operator: 'eq', value: ['a'] }]],
    ['filters.key=model', [{ key: 'model', operator: undefined, value: [] }]],
    [
      'filters.key=model&filters.operator=eq&filters.value=a&filters.value=b&page=2&filters.key=cached&filters.operator=neq&filters.value=true',
      [model, cached],
    ],
    [
      'filters.key=model&filters.key=cached&filters.operator=eq&filters.operator=neq&filters.value=a&filters.value=true',
      [{ ...model, value: ['a'] }, cached],
    ],
    [
      'filters.key=model&filters.key=cached&filters.operator=eq&filters.value=a',
      [
        { ...model, value: ['a'] },
        { key: 'cached', operator: undefined, value: [] },
      ],
    ],
  ])('reads %s as %j', (query, filters) => {
    expect(dottedFilters(new URLSearchParams(query))).toEqual(filters);
  });
});

const own = { ...inferenceFailures, ...aiGatewayFailures };
const all: Readonly<Record<string, Failure>> = { ...catalogue, ...own };

describe('the failures of inference and its gateway', () => {
  it('use each name once', () => {
    const names = [inferenceFailures, aiGatewayFailures].flatMap((failures) => Object.keys(failures));
    expect(new Set(names).size).toBe(names.length);
  });

  it('give every invented failure its own code', () => {
    const shared = Object.entries(own).filter(
      ([name, { wording, code }]) =>
        wording === 'invented' &&
        Object.entries(all).some(([other, failure]) => other !== name && failure.code === code),
    );
    expect(shared.map(([name]) => name)).toEqual([]);
  });

  it.each(Object.entries(own))('%s makes the body of its layer', (_, { layer, status, code, message }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    if (layer === 'runtime')
      expect(runtimeErrorSchema.safeParse(runtimeError(code, message)).success).toBe(true);
    if (layer === 'gateway') {
      expect(gatewayErrorSchema.safeParse(gatewayError(status, code, message)).success).toBe(true);
    }
    if (layer === 'runtime') expect(message).toMatch(/^AiError: /);
  });
});
