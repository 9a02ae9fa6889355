import { describe, expect, it } from 'vitest';
import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import { IdSource } from '../world/ids.ts';
import type { StoredTokenRule } from '../world/records.ts';
import { RuleIndex } from './rule-index.ts';

const ids = new IdSource(1);
const at = '2030-01-01T00:00:00.000000Z';
const operation = (host: string): Operation => ({
  operation_id: ids.uuid(),
  method: 'GET',
  host,
  endpoint: '/',
  last_updated: at,
});
const onA = operation('a.test');
const onB = operation('b.test');

function rule(title: string, selector: StoredTokenRule['selector'], enabled = true): StoredTokenRule {
  return {
    id: ids.uuid(),
    title,
    description: '',
    action: 'block',
    enabled,
    expression: 'ssl',
    selector,
    created_at: at,
    last_updated: at,
    modified_by: '',
  };
}

const a = { include: [{ host: ['a.test'] }] };
const both = { include: [{ host: ['A.test'] }, { host: ['b.test'] }] };
const withoutA = { ...both, exclude: [{ operation_ids: [onA.operation_id.toUpperCase()] }] };

describe('RuleIndex', () => {
  it.each([
    ['nothing where there is no rule', [], onA, undefined],
    ['the rule that includes the host', [rule('1', a)], onA, '1'],
    ['nothing for another host', [rule('1', a)], onB, undefined],
    ['the first of two', [rule('1', both), rule('2', a)], onA, '1'],
    ['the first of two in their other order', [rule('2', a), rule('1', both)], onA, '2'],
    ['the next one behind a disabled one', [rule('1', a, false), rule('2', both)], onA, '2'],
    ['the next one behind one that excludes the operation', [rule('1', withoutA), rule('2', a)], onA, '2'],
    ['nothing when the only one excludes the operation', [rule('1', withoutA)], onA, undefined],
    ['another operation of an excluded one', [rule('1', withoutA)], onB, '1'],
    ['nothing with an empty selector', [rule('1', {})], onA, undefined],
    ['nothing with lists of null', [rule('1', { include: null, exclude: null })], onA, undefined],
    ['nothing with empty lists', [rule('1', { include: [], exclude: [] })], onA, undefined],
    [
      'nothing with an exclude alone',
      [rule('1', { exclude: [{ operation_ids: [onB.operation_id] }] })],
      onA,
      undefined,
    ],
  ] as [string, StoredTokenRule[], Operation, string | undefined][])(
    'finds %s',
    (_, rules, wanted, title) => {
      const index = new RuleIndex(rules);
      expect(index.ruleFor(wanted)?.title).toBe(title);
      // The answer is kept, and is the same the second time.
      expect(index.ruleFor(wanted)?.title).toBe(title);
    },
  );

  it('matches a host with a variable by its text alone', () => {
    const saved = operation('{hostVar1}.c.test');
    const index = new RuleIndex([
      rule('1', { include: [{ host: ['x.c.test'] }] }),
      rule('2', { include: [{ host: ['{hostVar1}.c.test'] }] }),
    ]);
    expect(index.ruleFor(saved)?.title).toBe('2');
  });
});
