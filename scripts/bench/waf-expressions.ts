import { compileRulesetExpression } from '../../mock/edge/ruleset-expression.ts';
import { createRulesetCompiler } from '../../mock/edge/rulesets/compiled-ruleset.ts';
import type { Ruleset } from '../../spec/services/rulesets/schemas.ts';
import { interleave, ratio, type Series } from './measure.ts';
import { BenchError } from './processes.ts';
import { figure, type Result } from './result.ts';
import { expressions, phase } from './waf-rules.ts';

/** Longest that 1,000 rules may take to compile, in milliseconds. */
const compileLimit = 200;

/** Bytes of the largest input, and of the one that the growth is measured from. */
const [large, small] = [65_536, 16_384];

/** Inputs that a backtracking engine would be lost in: a unit over and over, and an end that fits nothing. */
const adversaries: readonly { readonly name: string; readonly expression: string; readonly unit: string }[] =
  [
    { name: 'matches, nested repetition', expression: 'http.user_agent matches "^(a+)+$"', unit: 'a' },
    { name: 'matches, alternatives', expression: 'http.user_agent matches "^(a|aa|ba?)*$"', unit: 'ab' },
    { name: 'wildcard, many stars', expression: 'http.user_agent wildcard "*a*a*aab*a*"', unit: 'a' },
    { name: 'wildcard, repeated beginning', expression: 'http.user_agent wildcard "*aaaaaaab*"', unit: 'a' },
  ];

/** How long 1,000 rules take to compile, and how the time of an evaluation grows with hostile input. */
export async function measureWafExpressions(): Promise<Result[]> {
  const results = [await measureCompiling()];
  for (const adversary of adversaries) results.push(await measureGrowth(adversary));
  return results;
}

async function measureCompiling(): Promise<Result> {
  const sources = expressions(1_000);
  const compile = () => {
    // A ruleset is its own cache key, so every round has a new one.
    const ruleset = rulesetOf(sources);
    const started = performance.now();
    createRulesetCompiler()(ruleset);
    return performance.now() - started;
  };
  const limit: Series = constant(compileLimit, 9);
  const { ours } = await interleave({ ours: compile }, 9, 1);
  return {
    name: 'Compiling 1,000 custom rules',
    ours: `${figure(ours.median)} ms`,
    peer: `what was promised: ${compileLimit} ms`,
    ratio: ratio(ours, limit),
    target: { atMost: 1 },
  };
}

function constant(value: number, rounds: number): Series {
  return { median: value, lowest: value, highest: value, rounds: new Array<number>(rounds).fill(value) };
}

function rulesetOf(sources: readonly string[]): Ruleset {
  const [last_updated, version] = ['2026-01-01T00:00:00Z', '1'];
  const rules = sources.map((expression, index) => {
    const id = index.toString(16).padStart(32, '0');
    return { id, ref: id, version, action: 'block' as const, expression, enabled: true, last_updated };
  });
  return { id: 'f'.repeat(32), name: '', description: '', kind: 'zone', phase, version, last_updated, rules };
}

/** The time for four times the input: 4 where it grows linearly, 16 where it grows with the square. */
async function measureGrowth({ name, expression, unit }: (typeof adversaries)[number]): Promise<Result> {
  const filter = compileRulesetExpression(phase, expression);
  if (!filter) throw new BenchError('bench', `${expression} is not evaluated`);
  const time = (bytes: number) => {
    const value = `${unit.repeat(bytes / unit.length - 1)}${'!'.repeat(unit.length)}`;
    const context = { get: () => value };
    return () => {
      const started = performance.now();
      for (let times = 0; times < 20; times++) filter.evaluate(context);
      return (performance.now() - started) / 20;
    };
  };
  const { whole, part } = await interleave({ whole: time(large), part: time(small) }, 9, 2);
  return {
    name: `64 KB of hostile input, ${name}`,
    ours: `${figure(whole.median)} ms`,
    peer: `16 KB of it: ${figure(part.median)} ms`,
    ratio: ratio(whole, part),
    target: { atMost: 6 },
  };
}
