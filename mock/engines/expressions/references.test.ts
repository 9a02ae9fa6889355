import { describe, expect, it } from 'vitest';
import { parseFilter } from './parser.ts';
import { collectReferences } from './references.ts';
import { everythingScheme } from './testing/scheme.ts';

const scheme = everythingScheme();

function referencesOf(source: string): ReturnType<typeof collectReferences> {
  return collectReferences(parseFilter(source, scheme));
}

describe('what an expression names', () => {
  it('are its fields, each once, wherever they stand', () => {
    const source = 'any((strs[*] eq "a" and flags)) or not str eq "c" xor has_value(nums, num)';
    expect(referencesOf(source).fields).toEqual(['strs', 'flags', 'str', 'nums', 'num']);
  });

  it('are its calls, nested ones after the one they stand in, with their literals', () => {
    const source =
      'is_jwt_valid(\'a\') or not is_jwt_present("b") and concat(lower(str), "é", "\\xff") eq "x"';
    const calls = referencesOf(source).calls.map(({ name, literals, span }) => [
      name,
      literals,
      source.slice(span.start, span.end),
    ]);
    expect(calls).toEqual([
      ['is_jwt_valid', ['a'], "is_jwt_valid('a')"],
      ['is_jwt_present', ['b'], 'is_jwt_present("b")'],
      ['concat', [undefined, 'é', undefined], 'concat(lower(str), "é", "\\xff")'],
      ['lower', [undefined], 'lower(str)'],
    ]);
  });

  it('are integers and addresses among the literals', () => {
    const literals = referencesOf('cidr(ip, 24, 64) eq 1.1.1.1 and has_value(ips, 1.2.3.4)').calls.map(
      (call) => call.literals,
    );
    expect(literals).toEqual([
      [undefined, 24, 64],
      [undefined, { version: 4, value: 16909060 }],
    ]);
  });

  it('are its named lists, each once', () => {
    expect(referencesOf('ip in $office or num in $ports and not ip in $office').lists).toEqual([
      'office',
      'ports',
    ]);
  });
});
