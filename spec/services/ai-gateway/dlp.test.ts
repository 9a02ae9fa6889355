import { describe, expect, test } from 'vitest';
import { dlpPolicies } from './dlp.ts';

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
    ['a rule with an action that is none', { enabled: true, ...block, action: 'WARN' }, []],
  ])('reads %s', (_, setting, policies) => {
    expect(dlpPolicies(setting)).toEqual(policies);
  });
});
