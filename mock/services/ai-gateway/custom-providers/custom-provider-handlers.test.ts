import { describe, expect, test } from 'vitest';
import { makeLogo } from './custom-provider-handlers.ts';

describe('makeLogo', () => {
  test.each([
    ['its first letter', { name: 'our models', slug: 'ours' }, '>O<'],
    ['the first letter that needs no escaping', { name: '<&> Shop', slug: 'x' }, '>S<'],
    ['the slug if the name has none', { name: '模型', slug: 'mo' }, '>M<'],
  ])('shows %s', (_, provider, shown) => {
    const svg = atob(makeLogo(provider));
    expect(svg).toMatch(/^<svg .*<\/svg>$/);
    expect(svg).toContain(shown);
  });

  test('differs by slug', () => {
    expect(makeLogo({ name: 'A', slug: 'a' })).not.toBe(makeLogo({ name: 'A', slug: 'b' }));
  });
});
