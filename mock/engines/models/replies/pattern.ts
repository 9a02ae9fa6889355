import { RE2JS, RE2JSException } from 're2js';

/** Above this many instructions a pattern is refused. */
const MAX_PROGRAM_SIZE = 10_000;

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * Compiles a regular expression of RE2, whose matching takes time linear in the text. Of the flags, `i`, `m`
 * and `s` have a meaning.
 *
 * @returns whether a text contains a match, or why the pattern is refused
 * @example
 * const test = compilePattern('^weather in \\w+', 'i');
 */
export function compilePattern(pattern: string, flags = ''): ((text: string) => boolean) | string {
  try {
    const bits = [...flags].reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
    const engine = RE2JS.compile(pattern, bits);
    if (engine.programSize() > MAX_PROGRAM_SIZE) return 'the regular expression is too large';
    return (text) => engine.test(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error.message;
  }
}
