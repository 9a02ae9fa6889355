import { RE2JS, RE2JSException } from 're2js';

/**
 * A compiled regular expression. User patterns run on RE2, whose matching takes linear time for any pattern. As on the
 * platform, there is no look-around and no back-reference.
 */
export interface Regex {
  readonly pattern: string;
  readonly engine: RE2JS;
}

/** Maximum number of instructions of a pattern; the platform measures its own form in bytes. */
const MAX_PROGRAM_SIZE = 10_000;
const SIZE_FAULT = 'Compiled regex exceeds size limit of 10485760 bytes.';

/** Class syntax of Rust that RE2 would silently read as plain characters. */
const CLASS_OPERATORS = /^(?:&&|--|~~)/;

/**
 * Converts Rust syntax that RE2 writes differently: the flag `u` is dropped, since it is always on. Returns a fault for
 * syntax that RE2 would accept with another meaning.
 */
function toRe2(pattern: string): { readonly pattern: string } | { readonly fault: string } {
  let result = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const rest = pattern.slice(index, index + 2);
    const character = pattern.charAt(index);
    if (character === '\\') {
      result += rest;
      index++;
    } else if (inClass && CLASS_OPERATORS.test(rest)) {
      return { fault: `regex class operator ${rest} is not supported` };
    } else if (inClass && character === '[' && rest !== '[:') {
      return { fault: 'regex class within a class is not supported' };
    } else if (!inClass && rest === '(?') {
      const flags = /^\(\?([a-zA-Z]*)(-[a-zA-Z]+)?([:)])/.exec(pattern.slice(index));
      if (flags?.[1]?.includes('u') === true) {
        const kept = flags[1].replaceAll('u', '') + (flags[2] ?? '');
        if (kept !== '' || flags[3] === ':') result += `(?${kept}${flags[3] ?? ''}`;
        index += flags[0].length - 1;
      } else {
        result += character;
      }
    } else {
      // `]` right after the opening bracket is an ordinary character, so the class begins after it.
      if (!inClass && character === '[') {
        const opening = /^\[\^?\]?/.exec(pattern.slice(index))?.[0] ?? '[';
        result += opening;
        index += opening.length - 1;
        inClass = true;
        continue;
      }
      if (inClass && rest === '[:') {
        const close = pattern.indexOf(':]', index);
        if (close > 0) {
          result += pattern.slice(index, close + 2);
          index = close + 1;
          continue;
        }
      }
      if (character === ']') inClass = false;
      result += character;
    }
  }
  return { pattern: result };
}

/**
 * Compiles a user's regular expression.
 *
 * Two known differences from the platform's engine: `\d`, `\w` and `\s` are ASCII, and repeat counts are at most 1,000.
 *
 * @returns the regex, or the reason for its refusal
 * @example
 * ```ts
 * const regex = compileRegex('^/api/v[0-9]+/');
 * typeof regex === 'object' && regex.engine.test('/api/v2/items'); // true
 * ```
 */
export function compileRegex(pattern: string): Regex | string {
  const translated = toRe2(pattern);
  if ('fault' in translated) return translated.fault;
  try {
    const engine = RE2JS.compile(translated.pattern);
    return engine.programSize() > MAX_PROGRAM_SIZE ? SIZE_FAULT : { pattern, engine };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return error.message.includes('repeat count') ? SIZE_FAULT : error.message;
  }
}
