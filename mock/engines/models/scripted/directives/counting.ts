import type { Conversation } from '../conversation.ts';
import { windowOf } from '../window.ts';
import type { Directed } from './directive.ts';
import { countPattern, readNumber } from './numbers.ts';

const between = new RegExp(
  `\\b(?:count|zähle?|zähl|compte[zr]?|cuenta)\\b[^.?!\\n\\d]{0,30}?(?:\\bfrom\\b|\\bvon\\b|\\bde\\b)\\s*(${countPattern})\\s*(?:\\b(?:to|up to|down to|through|until|till|bis|à|a)\\b|-|–)\\s*(${countPattern})`,
  'i',
);
const upTo = new RegExp(
  `\\b(?:count|zähle?|compte[zr]?|cuenta)\\s+(?:up\\s+)?(?:to|bis|jusqu'à|hasta)\\s+(${countPattern})`,
  'i',
);
/** No answer counts further than this many numbers. */
const mostNumbers = 10_000;

/** Counts: `Count from 1 to 5`, `Count down from 10 to 1`, `Zähle bis 3`. */
export function counting({ prompt }: Conversation): Directed | undefined {
  const text = windowOf(prompt);
  const pair = between.exec(text);
  const single = pair === null ? upTo.exec(text) : null;
  if (pair === null && single === null) return undefined;
  const from = pair === null ? 1 : readNumber(pair[1] ?? '');
  const to = readNumber((pair === null ? single?.[1] : pair[2]) ?? '');
  const step = from <= to ? 1 : -1;
  const length = Math.min(Math.abs(to - from) + 1, mostNumbers);
  const numbers = Array.from({ length }, (_, index) => from + step * index);
  const lines = /\b(?:one|each)\b[^.]{0,20}\b(?:per|a|own) line\b/i.test(text);
  return { text: numbers.join(lines ? '\n' : ', '), exact: true };
}
