import { findExpression } from './expression.ts';
import { anyLength, program } from './source.ts';

const before =
  /(?:^|\b(?:is|are|calculate|compute|evaluate|solve|simplify|work out|find|python|of|equals?|does|do|run|result|print|me|ist|berechne)|[:=("'`])\s*["'`(]*$/;
const after =
  /^\s*["'`)]*\s*(?:$|[=?.!,]|equals?\b|equal\b|come\b|using\b|with\b|in python\b|by running\b|and (?:tell|give|show|print)\b|for me\b|please\b|make\b|ist\b)/;

const otherMeaning =
  /\b(?:phone|telephone|call|fax|zip|postcode|score[ds]?|version|isbn|pages?|season|flight|room|model)\b/;

/** A task of numbers: with signs or in words, of any length. */
export function arithmetic(text: string): string | undefined {
  const found = percentages(text) ?? expressionOf(text);
  if (found === undefined) return undefined;
  const long = /\*\* *\d{4,}|factorial\(\d{4,}|\d{60,}/.test(found);
  return program(
    long ? anyLength : undefined,
    found.includes('math.') ? 'import math' : undefined,
    `print(${found})`,
  );
}

/** `3-4` and `1/2` stand for much else: they count where the text asks for just that. */
function expressionOf(text: string): string | undefined {
  const found = findExpression(text);
  if (found === undefined) return undefined;
  const { python, at, end, tight } = found;
  if (tight && (otherMeaning.test(text) || /\d{4}-\d{1,2}-\d{1,2}/.test(text))) return undefined;
  if (tight && !(before.test(text.slice(0, at)) && after.test(text.slice(end)))) return undefined;
  // An exclamation mark at the end only ends what is said, where anything else is to be done.
  return text.slice(at).trimEnd() === text.slice(at, end).trim() &&
    /!$/.test(text.trimEnd()) &&
    / [-+*/%] /.test(python)
    ? python.replace(/math\.factorial\(([^()]+)\)$/, '$1')
    : python;
}

const number = String.raw`(\d[\d,]*(?:\.\d+)?)`;

/** `What percentage of 80 is 20?`, `Increase 50 by 10%`. */
function percentages(text: string): string | undefined {
  const plain = (digits: string) => digits.replaceAll(',', '').replace(/^0+(?=\d)/, '');
  const [, total, part] =
    new RegExp(`\\bwhat (?:percentage|percent|%) of ${number} is ${number}`).exec(text) ?? [];
  if (total !== undefined && part !== undefined) return `${plain(part)} / ${plain(total)} * 100`;
  const [, of, whole] =
    new RegExp(`\\b${number} is what (?:percentage|percent|%) of ${number}`).exec(text) ?? [];
  if (of !== undefined && whole !== undefined) return `${plain(of)} / ${plain(whole)} * 100`;
  const [, verb, from, share] =
    new RegExp(
      `\\b(increase|raise|decrease|reduce|lower|discount) ${number} by ${number} ?(?:%|percent)`,
    ).exec(text) ?? [];
  if (verb === undefined || from === undefined || share === undefined) return undefined;
  return `${plain(from)} * (100 ${/^(?:in|ra)/.test(verb) ? '+' : '-'} ${plain(share)}) / 100`;
}
