import { describe, expect, it } from 'vitest';
import { restsOnAtLeast, weaker } from './certainty.ts';
import { defineRequirements, type Requirement, RequirementError } from './requirement.ts';

const requirement = (change: Partial<Requirement>): Requirement => ({
  id: 'TV-KEY-4',
  level: 'must',
  sentence: 'The kid of a key is required.',
  passage: 'token-validation.md: JSON Web Key',
  certainty: 'seed',
  ...change,
});

describe('defineRequirements', () => {
  it.each([
    ['a MUST of a seed', {}],
    ['a SHOULD that is documented', { certainty: 'documented', level: 'should' }],
    ['a MAY that is inferred', { certainty: 'inferred', level: 'may' }],
  ] as const)('takes %s', (_, change) => {
    expect(defineRequirements([requirement(change)])).toHaveLength(1);
  });

  it.each([
    ['a MUST that is documented only', { certainty: 'documented' }],
    ['a MUST that is documented, inside a feature', { certainty: 'documented', feature: 'leeway' }],
    ['a SHOULD that was only observed', { certainty: 'observed', level: 'should' }],
    ['a MUST that is inferred, feature or not', { certainty: 'inferred', feature: 'leeway' }],
    ['a malformed id', { id: 'TV-4' as Requirement['id'] }],
  ] as const)('refuses %s', (_, change) => {
    expect(() => defineRequirements([requirement(change)])).toThrow(RequirementError);
  });

  it('refuses a repeated id', () => {
    expect(() => defineRequirements([requirement({}), requirement({})])).toThrow('defined twice');
  });
});

describe('certainties', () => {
  it.each([
    ['seed', 'documented', true],
    ['documented', 'documented', true],
    ['observed', 'documented', false],
    ['inferred', 'seed', false],
  ] as const)('%s is at least as certain as %s: %s', (actual, required, expected) => {
    expect(restsOnAtLeast(actual, required)).toBe(expected);
  });

  it('combine to the weaker one', () => {
    expect([weaker('seed', 'observed'), weaker('inferred', 'documented')]).toEqual(['observed', 'inferred']);
  });
});
