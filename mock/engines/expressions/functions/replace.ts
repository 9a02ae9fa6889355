import { type ByteString, fromText, toLenientText } from '../bytes.ts';
import { compileRegex } from '../regex.ts';
import { captureWildcard, compileWildcard } from '../wildcard.ts';
import { defineFunction, type FunctionDefinition } from './definition.ts';

/** The parts of a replacement string: bytes, or the number of a capture group. */
type Replacement = readonly (ByteString | number)[];

const MAX_REFERENCES = 8;

/**
 * Parses a replacement string: `${1}` to `${8}` are capture groups, `$$` is a dollar sign.
 *
 * @returns the parts, or the fault
 */
function parseReplacement(text: ByteString): Replacement | string {
  const parts: (ByteString | number)[] = [];
  let references = 0;
  for (const part of text.split(/(\$\$|\$\{[0-9]+\})/)) {
    const reference = /^\$\{([0-9]+)\}$/.exec(part)?.[1];
    if (reference === undefined) {
      parts.push(part === '$$' ? '$' : part);
    } else {
      const group = Number(reference);
      if (group < 1 || group > MAX_REFERENCES) return `\${${reference}} is not between \${1} and \${8}`;
      if (++references > MAX_REFERENCES) return 'there can be no more than eight replacement references';
      parts.push(group);
    }
  }
  return parts;
}

/** Inserts the capture groups; a group that does not exist or did not match is empty. */
function fillReplacement(parts: Replacement, group: (number: number) => ByteString | undefined): ByteString {
  return parts.map((part) => (typeof part === 'number' ? (group(part) ?? '') : part)).join('');
}

/** Checks a replacement string as an argument. */
function checkReplacement(literal: unknown): string | undefined {
  const parts = parseReplacement(String(literal));
  return typeof parts === 'string' ? parts : undefined;
}

/**
 * `regex_replace(source, regular_expression, replacement)`: replaces the first match; without one, the source is
 * unchanged.
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

/**
 * `wildcard_replace(source, pattern, replacement, flags?)`: the replacement if the whole source matches, otherwise the
 * source. Each `*` matches as little as possible, and is available as `${1}` and so on. Flag `s` makes it
 * case-sensitive.
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
