import { describe, expect, it } from 'vitest';
import type { Value } from '../../engines/expressions/index.ts';
import { stored } from '../testing/zone-fixture.ts';
import { createRulesetCompiler } from './compiled-ruleset.ts';

const phase = 'http_request_firewall_custom';
const id = 'f'.repeat(32);

const createRuleset = (...expressions: readonly string[]) =>
  stored({ id, phase, rules: expressions.map((expression) => ({ expression })) }).current;

/** A request that counts reads of its fields. */
function getRequest(fields: Readonly<Record<string, Value>>) {
  const reads: string[] = [];
  const get = (field: string) => {
    reads.push(field);
    return fields[field];
  };
  return { get, reads };
}

describe('a compiled ruleset', () => {
  it('reads a field once for several rules', () => {
    const { enabled, shared } = createRulesetCompiler()(
      createRuleset(
        'http.host eq "a" and http.request.method eq "PUT"',
        'http.host == "a" && http.request.method eq "POST"',
        'http.request.method eq "GET" and (http.host eq "a" and not ssl)',
        'http.host eq "a"',
      ),
    );
    const { get, reads } = getRequest({ 'http.host': 'a', 'http.request.method': 'GET', ssl: false });
    const known = new Uint8Array(shared);
    expect(shared).toBe(1);
    expect(enabled.map((rule) => rule.matches({ get }, known))).toEqual([false, false, true, true]);
    expect(reads.filter((field) => field === 'http.host')).toEqual(['http.host']);
  });

  it('shares no result between requests', () => {
    const { enabled, shared } = createRulesetCompiler()(createRuleset('ssl', 'ssl and ssl'));
    const answers = [true, false].map((ssl) => {
      const known = new Uint8Array(shared);
      return enabled.map((rule) => rule.matches(getRequest({ ssl }), known));
    });
    expect(answers).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it('is compiled once, and only changed rules are compiled again', () => {
    const compile = createRulesetCompiler();
    const ruleset = createRuleset('ssl', 'http.host eq "a"');
    const first = compile(ruleset);
    expect(compile(ruleset)).toBe(first);
    const [kept, changed] = ruleset.rules;
    if (!kept || !changed) throw new Error('the ruleset has two rules');
    const second = compile({ ...ruleset, rules: [kept, { ...changed, expression: 'not ssl' }] });
    const answers = second.enabled.map((rule) => rule.matches(getRequest({ ssl: false }), new Uint8Array(0)));
    expect(answers).toEqual([false, true]);
  });
});
