import { describe, expect, test } from 'vitest';
import { contract } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import { bodyCases } from '../harness/negative-cases.ts';
import { faultRecipes } from './fault-recipes.ts';

const getEndpoint = (id: keyof typeof contract): Endpoint => contract[id];
const cases = faultRecipes.map((recipe) => [recipe.operation, recipe] as const);

const duplicate = 'after the valid body, every faulty one is refused as a duplicate';

/** Operations with a body and without a recipe, and why. */
const without: Readonly<Record<string, string>> = {
  'ai-gateway.custom-provider.create': duplicate,
  'ai-gateway.gateway.create': duplicate,
  'ai-gateway.provider-config.create': duplicate,
  'ai-gateway.route.create': duplicate,
  'api-gateway.operation.delete-many':
    'a target that ignores the body would delete all operations of the zone',
  'artifacts.namespaces.create': duplicate,
  'artifacts.repos.create': duplicate,
  'artifacts.repos.fork': duplicate,
  'artifacts.repos.import': duplicate,
  'custom-hostnames.hostname.create': duplicate,
};

describe('faultRecipes', () => {
  test('has one for every operation of the platform with a body, except for those with a reason', () => {
    const withBody = Object.entries<Endpoint>(contract)
      .filter(([, { access, body }]) => body && access.kind !== 'admin')
      .map(([id]) => id)
      .filter((id) => !Object.hasOwn(without, id));
    expect(faultRecipes.map(({ operation }) => String(operation)).sort()).toEqual(withBody.sort());
  });

  test.each(cases)('start for %s with a body that the contract accepts', (_, { operation, shape }) => {
    expect(getEndpoint(operation).body?.safeParse(shape).error).toBeUndefined();
  });

  test.each(cases)(
    'make for %s only bodies that the contract refuses, with the faulty pointer',
    (_, recipe) => {
      const { body } = getEndpoint(recipe.operation);
      if (!body) throw new Error('no body');
      const faults = bodyCases(body).negative(recipe.shape);
      expect(faults.length).toBeGreaterThan(0);
      const accepted = faults.filter((fault) => body.safeParse(fault.body).success);
      expect(accepted.map(({ what }) => what)).toEqual([]);
    },
  );

  test.each(cases)('make for %s bodies at the limits that the contract accepts', (_, recipe) => {
    const { body } = getEndpoint(recipe.operation);
    if (!body) throw new Error('no body');
    const refused = bodyCases(body)
      .positive(recipe.shape)
      .filter((one) => !body.safeParse(one.body).success);
    expect(refused.map(({ what }) => what)).toEqual([]);
  });

  const credentials = faultRecipes.find(({ operation }) => operation === 'token-validation.credentials.edit');
  const { body: credentialsBody } = contract['token-validation.credentials.edit'];
  const pointers =
    credentialsBody && credentials ? bodyCases(credentialsBody).negative(credentials.shape) : [];
  test.each([
    ['an omitted alg', 'without keys.0.alg'],
    ['an omitted secret', 'without keys.1.k'],
    ['an omitted curve', 'without keys.0.crv'],
  ])('do not break a key by %s', (_, what) => {
    expect(pointers.map((one) => one.what)).not.toContain(what);
  });

  test.each([
    ['a missing kid, which may drop the key', 'without keys.0.kid', 'may'],
    ['a secret that is null', 'with keys.1.k null', 'may'],
    ['a coordinate that is a number, which may drop the key', 'with keys.0.x a number', 'may'],
    ['keys that are text', 'with keys a string', 'must'],
    ['seventeen keys', 'with keys of 17 items', 'should'],
  ])('weighs %s', (_, what, level) => {
    const fault = pointers.find((one) => one.what === what);
    expect(fault && credentials?.getLevel(fault)).toBe(level);
  });
});
