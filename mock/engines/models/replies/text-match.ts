import { isRegExp } from '../../../../spec/value-kinds.ts';
import { ModelError } from '../model-error.ts';
import { compilePattern } from './pattern.ts';
import type { TextMatchData } from './reply-schema.ts';

/** What a text has to be: as in data, or a regular expression of the language. */
export type TextMatch = TextMatchData | RegExp;

/**
 * Makes a test of a description: a string is contained, with its case.
 *
 * @throws ModelError `bad-input` when a regular expression is refused, look-around and back-references among
 * the reasons
 */
export function compileTextMatch(match: TextMatch): (text: string) => boolean {
  if (typeof match === 'string') return (text) => text.includes(match);
  if ('equals' in match) return (text) => text === match.equals;
  if ('contains' in match) return (text) => text.includes(match.contains);
  const [pattern, flags] = isRegExp(match) ? [match.source, match.flags] : [match.pattern, match.flags];
  const test = compilePattern(pattern, flags);
  if (typeof test === 'string') throw new ModelError('bad-input', `/${pattern}/ cannot be matched: ${test}`);
  return test;
}
