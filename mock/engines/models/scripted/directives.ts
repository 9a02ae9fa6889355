import type { Conversation } from './conversation.ts';

/** An answer that the user's words prescribe. */
export interface Directed {
  readonly text: string;
  /** Whether the text must be the whole answer. */
  readonly exact: boolean;
}

/** Prompts are searched for directives up to this length, in UTF-16 units. */
const searched = 4000;

/** The answer to an understood prompt: words to repeat, a sum, counting, a fact stated earlier. */
export function directed({ prompt, texts }: Conversation): Directed | undefined {
  const text = prompt.slice(0, searched);
  return echo(text) ?? standingOrder(texts) ?? counting(text) ?? arithmetic(text) ?? memory(text, texts);
}

const quoted = `(?:"([^"]+)"|“([^”]+)”|\`([^\`]+)\`)`;
const verbs = '(?:say|repeat|echo|print|output|reply|respond|answer|return)';
const prescribed = new RegExp(
  `\\b${verbs}\\b[^.!?"“\`]{0,40}\\b(?:exactly|only|just)\\b[^.!?"“\`]{0,40}${quoted}`,
  'i',
);
const repeated =
  /^\s*(?:please\s+)?(?:say exactly|repeat after me|repeat(?: the following| this)?(?: text)?(?=:)|echo)[:\s]\s*(\S.*)$/is;
const bare = new RegExp(
  `^\\s*(?:please\\s+)?${verbs}\\s+(?:with\\s+)?(?:exactly|only|just)\\s+(?:the word\\s+)?(\\w+)[.!]?\\s*$`,
  'i',
);

/** Repeats: `Say exactly: Hello`, `Reply with only "pong"`, `Respond with exactly OK`. */
function echo(text: string): Directed | undefined {
  const match = prescribed.exec(text) ?? bare.exec(text) ?? repeated.exec(text);
  const words = match?.slice(1).find((group) => group !== undefined);
  return words === undefined ? undefined : { text: words.trim().replace(/^"([^"]*)"$/, '$1'), exact: true };
}

/** A standing directive of the system: `Always answer with exactly "OK".` */
function standingOrder(texts: readonly string[]): Directed | undefined {
  const order = texts.slice(0, -1).find((text) => /\balways\b/i.test(text.slice(0, searched)));
  return order === undefined ? undefined : echo(order.slice(0, searched));
}

const count = /\bcount (?:down )?(?:from (\d{1,6}) )?(?:up |down )?to (\d{1,6})\b/i;
/** Maximum number of counted numbers. */
const mostNumbers = 10_000;

/** Counts: `Count from 1 to 5`, `Count to 3, separated by spaces`. */
function counting(text: string): Directed | undefined {
  const match = count.exec(text);
  if (match === null) return undefined;
  const [from, to] = [Number(match[1] ?? 1), Number(match[2])];
  const length = Math.min(Math.abs(to - from) + 1, mostNumbers);
  const numbers = Array.from({ length }, (_, index) => from + (from <= to ? index : -index));
  return {
    text: numbers.join(/\bline\b/i.test(text) ? '\n' : /\bspaces?\b/i.test(text) ? ' ' : ', '),
    exact: true,
  };
}

const operators: Readonly<Record<string, string>> = {
  plus: '+',
  minus: '-',
  times: '*',
  'multiplied by': '*',
  'divided by': '/',
  '×': '*',
  '·': '*',
  '÷': '/',
  '−': '-',
};
const spelled = new RegExp(
  Object.keys(operators)
    .map((each) => (/\w/.test(each) ? `\\b${each}\\b` : each))
    .join('|'),
  'gi',
);
const expression = /[(-]*\d[\d.]*(?:\s*\)*\s*(?:\*\*|[-+*/%^])\s*[(-]*\d[\d.]*)+\)*/;
const requestsSum =
  /\b(?:what(?:'s| is)|calculate|compute|how much|evaluate|solve|add|result|need|find)\b|[=?]|^[\d\s()+*/%^.-]+$/i;

/**
 * The calculation in a text, with the operators of programming languages.
 *
 * @example
 * findExpression('What is 17 times 3?'); // '17 * 3'
 */
export function findExpression(text: string): string | undefined {
  if (!requestsSum.test(text)) return undefined;
  const plain = text
    .replace(/(?<=\d),(?=\d{3}\b)/g, '')
    .replace(
      /\b(sum|product) of (\d[\d.]*) and (\d[\d.]*)/gi,
      (_, what, a, b) => `${a} ${what[0] === 's' ? '+' : '*'} ${b}`,
    )
    .replace(spelled, (word) => operators[word.toLowerCase()] ?? word);
  const found = expression.exec(plain)?.[0].trim();
  // A date is not a calculation.
  if (found === undefined || /^\d{4}-\d{1,2}-\d{1,2}$/.test(found)) return undefined;
  return balanced(found);
}

/** Drops unmatched closing brackets, and gives up on other mismatches. */
function balanced(text: string): string | undefined {
  let open = 0;
  let kept = '';
  for (const each of text) {
    if (each === ')' && open === 0) continue;
    open += each === '(' ? 1 : each === ')' ? -1 : 0;
    kept += each;
  }
  return open === 0 ? kept : undefined;
}

const pair = /^(-?\d[\d.]*)\s*(\*\*|[-+*/%^])\s*(-?\d[\d.]*)$/;

/** Answers a calculation with two numbers: `What is 17 times 3?` */
function arithmetic(text: string): Directed | undefined {
  const found = findExpression(text);
  const match = found === undefined ? null : pair.exec(found);
  if (match === null) return undefined;
  const [, left = '', operator = '', right = ''] = match;
  const result = calculate(left, operator, right);
  const exact = /\bonly\b|\bjust\b/i.test(text);
  return { text: exact ? result : `${left} ${operator} ${right} = ${result}`, exact };
}

function calculate(left: string, operator: string, right: string): string {
  const power = operator === '^' || operator === '**';
  if ((operator === '/' || operator === '%') && Number(right) === 0) return 'undefined';
  if (/^-?\d+$/.test(left) && /^-?\d+$/.test(right)) {
    const [a, b] = [BigInt(left), BigInt(right)];
    if (operator === '+') return String(a + b);
    if (operator === '-') return String(a - b);
    if (operator === '*') return String(a * b);
    if (operator === '%') return String(a % b);
    if (power) return b >= 0n && b <= 256n && left.length < 10 ? String(a ** b) : 'too large to say';
  }
  if (power) return 'too large to say';
  const [a, b] = [Number(left), Number(right)];
  const value = { '+': a + b, '-': a - b, '*': a * b, '/': a / b, '%': a % b }[operator] ?? Number.NaN;
  return String(Number(value.toPrecision(12)));
}

const question =
  /\b(?:what(?:'s| is| was)|tell me|remember|know|repeat) (my|our|the) ([\p{L}\d' -]{1,40}?)\s*(?:[?.!]|$)/iu;

/** Answers with a fact stated earlier: `My name is Ada.` … `What is my name?` */
function memory(text: string, texts: readonly string[]): Directed | undefined {
  const [, whose = '', what = ''] = question.exec(text) ?? [];
  if (what === '') return undefined;
  const escaped = what.replace(/[^\p{L}\d]/gu, '.');
  const statement = new RegExp(
    `\\b(?:my|our|the|the user's|their) ${escaped} (?:is|was) ([^.!?,;\\n]{1,80}?)(?= and |[.!?,;\\n]|$)`,
    'giu',
  );
  const found = texts
    .slice(0, -1)
    .flatMap((earlier) => [...earlier.slice(0, searched).matchAll(statement)])
    .at(-1)?.[1];
  if (found === undefined) return undefined;
  return { text: `${whose.toLowerCase() === 'my' ? 'Your' : 'The'} ${what} is ${found}.`, exact: false };
}
