import { describe, expect, test } from 'vitest';
import { actionParameterSchemas, skipParametersSchema } from './action-parameters.ts';
import { prefixKeys } from './endpoints.ts';
import { getPhase, phaseNames, phasePermissions } from './phases.ts';

describe('phasePermissions', () => {
  test.each([
    ['zone', 'http_request_firewall_custom', 'edit', ['Zone WAF Edit']],
    ['zone', 'http_ratelimit', 'read', ['Zone WAF Edit', 'Zone WAF Read']],
    ['zone', 'http_config_settings', 'edit', ['Config Rules Edit']],
    ['zone', 'http_config_settings', 'read', ['Config Rules Edit', 'Config Rules Read']],
    ['zone', 'http_request_transform', 'edit', ['Zone WAF Edit', 'Config Rules Edit']],
    ['account', 'http_config_settings', 'edit', ['Account Rulesets Edit']],
    ['account', 'http_ratelimit', 'read', ['Account Rulesets Edit', 'Account Rulesets Read']],
  ] as const)('in the %s require for the phase %s to %s it one of %j', (scope, phase, access, names) => {
    expect(phasePermissions(scope, phase, access)).toEqual(names);
  });
});

test('prefixKeys puts a prefix before each key and keeps the values', () => {
  const made: { readonly 'a.one': 1; readonly 'a.two.three': 2 } = prefixKeys('a', {
    one: 1,
    'two.three': 2,
  });
  expect(made).toEqual({ 'a.one': 1, 'a.two.three': 2 });
});

describe('actionParameterSchemas', () => {
  test.each(phaseNames.filter((phase) => getPhase(phase).evaluated))(
    'has a schema for each action of the evaluated phase %s',
    (phase) => {
      const missing = getPhase(phase).actions.filter((action) => !(action in actionParameterSchemas));
      expect(missing).toEqual([]);
    },
  );
});

describe('skipParametersSchema', () => {
  const id = '0'.repeat(32);
  const values = {
    phase: 'current',
    phases: ['http_ratelimit'],
    products: ['waf'],
    rules: { [id]: [id] },
    ruleset: 'current',
    rulesets: [id],
  } as const;
  const names = Object.keys(values) as (keyof typeof values)[];
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
  const excluded = new Set([
    'phase phases',
    'phase rules',
    'phase ruleset',
    'phase rulesets',
    'phases rulesets',
    'rules ruleset',
    'ruleset rulesets',
  ]);

  test.each(names)('takes %s alone', (name) => {
    expect(skipParametersSchema.safeParse({ [name]: values[name] }).success).toBe(true);
  });

  test.each(pairs)('checks %s with %s as documented', (one, other) => {
    const { success } = skipParametersSchema.safeParse({ [one]: values[one], [other]: values[other] });
    expect(success).toBe(!excluded.has(`${one} ${other}`));
  });
});
