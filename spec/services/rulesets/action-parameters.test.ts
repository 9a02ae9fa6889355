import { describe, expect, test } from 'vitest';
import { actionParameterSchemas, skipParametersSchema } from './action-parameters.ts';
import { phaseNames, phaseOf } from './phases.ts';

describe('actionParameterSchemas', () => {
  test.each(phaseNames.filter((phase) => phaseOf(phase).evaluated))(
    'has one for each action of the evaluated phase %s',
    (phase) => {
      const missing = phaseOf(phase).actions.filter((action) => !(action in actionParameterSchemas));
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

  test.each(pairs)('judges %s with %s as documented', (one, other) => {
    const { success } = skipParametersSchema.safeParse({ [one]: values[one], [other]: values[other] });
    expect(success).toBe(!excluded.has(`${one} ${other}`));
  });
});
