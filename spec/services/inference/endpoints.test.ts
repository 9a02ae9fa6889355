import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../endpoint.ts';
import { aiGatewayEndpoints } from '../ai-gateway/endpoints.ts';
import { inferenceEndpoints } from './endpoints.ts';

const all = Object.entries({ ...inferenceEndpoints, ...aiGatewayEndpoints }) as [string, Endpoint][];

describe('the operations of inference and its gateway', () => {
  test.each(all)('%s has an example its own schema takes', (_, { body, example }) => {
    if (!body) expect(example).toBeUndefined();
    else expect(body.safeParse(example).error).toBeUndefined();
  });

  test.each(all)('%s names in its path what its parameters are', (_, { path, params }) => {
    const names = [...path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name);
    const { properties = {} } = z.toJSONSchema(params, { io: 'input' });
    expect(Object.keys(properties)).toEqual(names);
  });

  test.each(all)('%s can be written as JSON schemas', (_, { body, query, result, events, headers }) => {
    for (const schema of [body, query, result, events, headers]) {
      if (!schema) continue;
      expect(() => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).not.toThrow();
    }
  });

  test('stand at a place of their own each', () => {
    const places = all.map(([, { method, path }]) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  test('refuse no failure twice', () => {
    for (const [, { errors }] of all) expect(new Set(errors).size).toBe(errors.length);
  });
});
