import { describe, expect, test } from 'vitest';
import { defineRequirements, RequirementError } from './requirement.ts';
import type { KnownRequirementId } from './requirements.ts';
import { allRequirements, requirementById } from './requirements.ts';

describe('allRequirements', () => {
  test('uses each id once', () => {
    const ids = allRequirements.map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('uses each sentence once within a service', () => {
    const texts = allRequirements.map((one) => `${one.id.split('-')[0]}: ${one.sentence}`);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  test('states each requirement in one sentence that ends with a full stop', () => {
    const odd = allRequirements.filter((one) => !/^[A-Z`].*\.$/.test(one.sentence));
    expect(odd.map((one) => one.id)).toEqual([]);
  });

  test('lets only the seed say must outside an optional feature', () => {
    const odd = allRequirements.filter(
      (one) => one.level === 'must' && one.certainty !== 'seed' && one.feature === undefined,
    );
    expect(odd).toEqual([]);
  });

  test('refuses an id that another service has', () => {
    const [first] = allRequirements;
    expect(first).toBeDefined();
    expect(() => defineRequirements([...allRequirements, ...(first ? [first] : [])])).toThrow(
      RequirementError,
    );
  });
});

describe('requirementById', () => {
  test('finds a requirement', () => {
    expect(requirementById('TV-KEY-4')?.sentence).toBe('The server stores no key without a `kid`.');
  });

  test('finds nothing for an unknown id', () => {
    expect(requirementById('TV-KEY-9999')).toBeUndefined();
  });

  test('has its ids as a type', () => {
    const id: KnownRequirementId = 'TV-KEY-4';
    // @ts-expect-error an id that nobody defines does not compile
    const unknownId: KnownRequirementId = 'TV-KEY-9999';
    expect([id, unknownId].map((each) => requirementById(each) !== undefined)).toEqual([true, false]);
  });
});
