import type { Conversation } from '../conversation.ts';
import { windowOf } from '../window.ts';
import type { Directed } from './directive.ts';
import { numberPattern, readNumber } from './numbers.ts';

type Operator = '+' | '-' | '×' | '÷' | 'mod' | '^';

const operators: readonly (readonly [RegExp, Operator])[] = [
  [/^(?:\+|plus|added to)$/i, '+'],
  [/^(?:-|−|–|minus)$/i, '-'],
  [/^(?:\*|×|x|times|multiplied by)$/i, '×'],
  [/^(?:\/|÷|:|divided by|over)$/i, '÷'],
  [/^(?:%|mod|modulo)$/i, 'mod'],
  [/^(?:\^|\*\*|to the power of)$/i, '^'],
];

const infix = new RegExp(
  `(${numberPattern})\\s*(\\+|plus|added to|-|−|–|minus|\\*\\*|\\*|×|x|times|multiplied by|\\/|÷|divided by|over|%|mod|modulo|\\^|to the power of)\\s*(${numberPattern})`,
  'i',
);
const named: readonly (readonly [RegExp, Operator, boolean])[] = (
  [
    ['(?:sum of|add|adding)', '(?:and|to)', '+', false],
    ['(?:product of|multiply|multiplying)', '(?:and|by|with)', '×', false],
    ['difference (?:of|between)', 'and', '-', false],
    ['(?:subtract|subtracting)', 'from', '-', true],
    ['(?:quotient of|divide|dividing)', '(?:and|by)', '÷', false],
  ] as const
).map(([before, between, operator, swapped]) => [
  new RegExp(`\\b${before}\\s+(${numberPattern})\\s+${between}\\s+(${numberPattern})`, 'i'),
  operator,
  swapped,
]);
const cue =
  /\b(?:what|what's|whats|calculate|compute|evaluate|solve|how much|equals?|result|sum|was ist|wie viel|combien|cuánto|quanto)\b|=/i;

/** An arithmetic task of two numbers, and what comes out. */
export interface Sum {
  readonly left: number;
  readonly operator: Operator;
  readonly right: number;
  /** As it is said: `4`, `0.75`, `undefined`. */
  readonly result: string;
}

/**
 * Finds a task of two numbers in a text.
 *
 * @example
 * findSum('What is 17 times 3?'); // { left: 17, operator: '×', right: 3, result: '51' }
 */
export function findSum(text: string): Sum | undefined {
  const sample = windowOf(text);
  for (const [pattern, operator, swapped] of named) {
    const match = pattern.exec(sample);
    if (match === null) continue;
    const first = readNumber(match[1] ?? '');
    const second = readNumber(match[2] ?? '');
    return swapped ? sum(second, operator, first) : sum(first, operator, second);
  }
  const match = infix.exec(sample);
  if (match === null) return undefined;
  // `2024-10-01` and `1/2 cup` are no tasks unless the text says so.
  if (!cue.test(sample) && match[0].length < sample.trim().replace(/[?.!=\s]+$/, '').length) return undefined;
  const operator = operators.find(([spelling]) => spelling.test(match[2] ?? ''))?.[1];
  return operator === undefined
    ? undefined
    : sum(readNumber(match[1] ?? ''), operator, readNumber(match[3] ?? ''));
}

function sum(left: number, operator: Operator, right: number): Sum {
  return { left, operator, right, result: calculate(left, operator, right) };
}

function calculate(left: number, operator: Operator, right: number): string {
  if ((operator === '÷' || operator === 'mod') && right === 0) return 'undefined';
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) {
    const [a, b] = [BigInt(left), BigInt(right)];
    if (operator === '+') return String(a + b);
    if (operator === '-') return String(a - b);
    if (operator === '×') return String(a * b);
    if (operator === 'mod') return String(a % b);
    // Powers of fractions and huge powers would leave what every runtime computes alike.
    if (operator === '^') return right >= 0 && right <= 256 ? String(a ** b) : 'too large to say';
  }
  if (operator === '^') return 'too large to say';
  const value =
    operator === '+'
      ? left + right
      : operator === '-'
        ? left - right
        : operator === '×'
          ? left * right
          : operator === '÷'
            ? left / right
            : left % right;
  return String(Number(value.toPrecision(12)));
}

/** Answers arithmetic of two numbers: `What is 17 times 3?` */
export function arithmetic({ prompt }: Conversation): Directed | undefined {
  const found = findSum(prompt);
  if (found === undefined) return undefined;
  const { left, operator, right, result } = found;
  if (/\b(?:only|just) (?:with )?(?:the )?(?:number|result|answer)\b|\bnothing else\b/i.test(prompt))
    return { text: result, exact: true };
  return { text: `${left} ${operator} ${right} = ${result}`, exact: false };
}
