import { fromText, toLenientText } from '../bytes.ts';
import { compileRegex } from '../regex.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';
import { checkReplacement, fillReplacement, parseReplacement } from './replacement.ts';

/**
 * `regex_replace(source, regular_expression, replacement)`: replaces the first match; the source unchanged
 * when there is none.
 */
export const regexReplace: FunctionDefinition = defineFunction({
  parameters: [
    { types: ['String'] },
    {
      types: ['String'],
      kind: 'Literal',
      check: (pattern) => {
        const regex = compileRegex(toLenientText(String(pattern)));
        return typeof regex === 'string' ? regex : undefined;
      },
    },
    { types: ['String'], kind: 'Literal', check: checkReplacement },
  ],
  returns: 'String',
  once: true,
  call: {
    bind: ([, pattern, replacement]) => {
      const regex = compileRegex(toLenientText(String(pattern?.literal)));
      const parts = parseReplacement(String(replacement?.literal));
      if (typeof regex === 'string' || typeof parts === 'string') throw new TypeError(String(regex));
      return (_, source) => {
        if (typeof source !== 'string') return undefined;
        const text = toLenientText(source);
        const matcher = regex.engine.matcher(text);
        if (!matcher.find()) return source;
        const group = (number: number): string | undefined =>
          number <= matcher.groupCount() ? fromText(matcher.group(number) ?? '') : undefined;
        const before = fromText(text.slice(0, matcher.start()));
        return before + fillReplacement(parts, group) + fromText(text.slice(matcher.end()));
      };
    },
  },
});
