import { describe, expect, it } from 'vitest';
import { ConformanceFailure, SkipTest } from '../errors.ts';
import { createKnownValues } from './known-values.ts';

const foreign = createKnownValues(false);
const params = { zone_id: 'ours', rule_id: '1' };

describe('an unknown value', () => {
  it.each([
    ['left out', undefined],
    ['empty', ''],
    ['made of nothing', String(undefined)],
  ])('is a path variable that is %s', (_, rule_id) => {
    const given = { ...params, rule_id } as Record<string, string>; // as an answer without an id makes it
    expect(() => foreign.params('token-validation.rule.get', given)).toThrow(
      '{rule_id} of token-validation.rule.get would be empty',
    );
  });

  it.each([
    ['https://tiny.invalid/git/undefined/info/refs?service=x', {}],
    ['https://tiny.invalid/git', { authorization: 'Bearer undefined' }],
    ['https://tiny.invalid/git', { 'x-auth-key': 'null' }],
  ])('is in a request to %s with %o', (url, headers) => {
    expect(() => foreign.request(url, headers)).toThrow(SkipTest);
    expect(() => createKnownValues(true).request(url, headers)).toThrow(ConformanceFailure);
  });

  it('is nothing that has a value', () => {
    foreign.params('token-validation.rule.get', params);
    foreign.request('https://tiny.invalid/undefined-things?x=null', {
      authorization: 'Bearer null-and-void',
    });
  });
});
