import { nthOf, pythonNumber, whole } from './numbers.ts';
import { anyLength, program } from './source.ts';

const first = new RegExp(
  `(?:first|1st|initial|list|generate|print|show|give me)\\s+(?:the\\s+)?(?:first\\s+)?(${whole})\\b`,
);
const bound = new RegExp(
  `\\b(below|under|less than|smaller than|up to|until|not exceeding|at most|no more than|<=?)\\s+(?:or equal to\\s+)?(${whole})`,
);
const terms = new RegExp(`\\b(${whole})\\s+(?:terms|numbers|elements|members|values|fibonacci|entries)\\b`);
const untilNth = new RegExp(`\\b(?:up to|through|until|till) the (${whole})(?:st|nd|rd|th)\\b`);
const argument = new RegExp(`\\b(?:f|fib|fibonacci)(?:\\s*\\(\\s*(${whole})\\s*\\)|_(${whole}))`);
const anyWhole = new RegExp(`(?<![\\w.])${whole}(?![\\w.]*\\w)`);

const upTo = /^(?:up to|until|at most|no more than|not exceeding|<=)$/;

/** Numbers of Fibonacci: the nth, the first n, those below a bound, and sums of these; F(1) and F(2) are 1. */
export function fibonacci(text: string): string | undefined {
  if (!/\bfib(?:onacci)?\b|\bfibonacci'?s\b/.test(text)) return undefined;
  const sums = /\b(?:sum|total|add up)\b/.test(text);
  const even = /\beven\b/.test(text) ? 0 : /\bodd\b/.test(text) ? 1 : undefined;
  const chosen = even === undefined ? 'numbers' : `[n for n in numbers if n % 2 == ${even}]`;
  const told = sums
    ? `sum(${chosen})`
    : /\bhow many\b|\bcount\b/.test(text)
      ? `len(${chosen})`
      : `*${chosen}`;
  const [, comparison = '', limit] = bound.exec(text) ?? [];
  if (limit !== undefined)
    return program(
      'numbers = []',
      'a, b = 0, 1',
      `while a ${upTo.test(comparison) ? '<=' : '<'} ${pythonNumber(limit)}:`,
      '    numbers.append(a)',
      '    a, b = b, a + b',
      `print(${told}${told.startsWith('*') ? ', sep=", "' : ''})`,
    );
  const [, inside, below] = argument.exec(text) ?? [];
  const one = inside ?? below ?? nthOf(text);
  const several = /\b(?:sequence|series|numbers|terms|elements|members)\b/.test(text) || sums;
  const count =
    untilNth.exec(text)?.[1] ??
    (one === undefined || /\bfirst \d/.test(text)
      ? (first.exec(text)?.[1] ?? terms.exec(text)?.[1])
      : undefined);
  if (count !== undefined && several)
    return program(
      'numbers = [0, 1]',
      `while len(numbers) < ${pythonNumber(count)}:`,
      '    numbers.append(numbers[-1] + numbers[-2])',
      `numbers = numbers[:${pythonNumber(count)}]`,
      `print(${told}${told.startsWith('*') ? ', sep=", "' : ''})`,
    );
  const asked = one ?? anyWhole.exec(text)?.[0];
  if (asked === undefined) return undefined;
  const n = pythonNumber(asked);
  if (/\bis \d[\d,]* (?:a|in the|part of the)\b/.test(text))
    return program('a, b = 0, 1', `while a < ${n}:`, '    a, b = b, a + b', `print(a == ${n})`);
  return program(
    n.length > 4 ? anyLength : undefined,
    'a, b = 0, 1',
    `for _ in range(${n}):`,
    '    a, b = b, a + b',
    'print(a)',
  );
}
