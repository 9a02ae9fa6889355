import { describe, expect, it } from 'vitest';
import { tenantLabel } from './tenant-name.ts';

describe('tenantLabel', () => {
  it.each([
    ['Shop with rules', 'shop-with-rules-3'],
    ['  Größe 2! ', 'gro-e-2-3'],
    ['日本', tenantLabel(3, undefined)],
    ['', tenantLabel(3, undefined)],
    ['a'.repeat(100), `${'a'.repeat(40)}-3`],
    [`${'a'.repeat(39)} b`, `${'a'.repeat(39)}-3`],
  ])('writes %j as a host label', (name, label) => {
    expect(tenantLabel(3, name)).toBe(label);
  });

  it('is a word and the number without a name', () => {
    expect(tenantLabel(12, undefined)).toMatch(/^[a-z]+-12$/);
  });
});
