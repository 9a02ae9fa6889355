import { describe, expect, test } from 'vitest';
import { modelRequestsPerMinute } from './platform-limits.ts';

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
