import { captureWildcard, compileWildcard } from '../wildcard.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';
import { checkReplacement, fillReplacement, parseReplacement } from './replacement.ts';

/**
 * `wildcard_replace(source, pattern, replacement, flags?)`: the replacement when the whole source matches,
 * each `*` as short as possible and referred to as `${1}` and so on; otherwise the source. Flag `s` makes
 * case count.
 */
export const wildcardReplace: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'], kind: 'Field' },
    {
      types: ['String'],
      kind: 'Literal',
      check: (pattern) => {
        const compiled = compileWildcard(String(pattern), true);
        return typeof compiled === 'string' ? compiled : undefined;
      },
    },
    { types: ['String'], kind: 'Literal', check: checkReplacement },
  ],
  optional: [
    {
      types: ['String'],
      kind: 'Literal',
      check: (flags) => (flags === 's' || flags === '' ? undefined : 'the only flag is "s"'),
    },
  ],
  returns: 'String',
  once: true,
  call: {
    bind: ([, pattern, replacement, flags]) => {
      const wildcard = compileWildcard(String(pattern?.literal), flags?.literal === 's');
      const parts = parseReplacement(String(replacement?.literal));
      if (typeof wildcard === 'string' || typeof parts === 'string') throw new TypeError(String(wildcard));
      return (_, source) => {
        if (typeof source !== 'string') return undefined;
        const captures = captureWildcard(wildcard, source);
        if (captures === undefined) return source;
        return fillReplacement(parts, (number) =>
          source.slice(captures[number * 2 - 2], captures[number * 2 - 1] ?? 0),
        );
      };
    },
  },
});
