import { pythonNumber, whole } from './numbers.ts';
import { anyLength, program } from './source.ts';

const named = [
  new RegExp(`\\bfactorials?\\b[^\\d.?!]{0,40}\\(?\\s*(${whole})`),
  new RegExp(`(?<![\\w.])(${whole})(?:'s)?\\s*(?:factorial\\b|!(?!=|!))`),
  new RegExp(`\\bfact\\s*\\(\\s*(${whole})`),
];

/** The factorial of a number, the sum of its digits, or how many there are: `10!`, `the factorial of 20`. */
export function factorials(text: string): string | undefined {
  if (!/\bfactorials?\b|\bfact\s*\(|\d!/.test(text)) return undefined;
  // `2 + 3!` is an expression, and `Add 2 and 3!` an exclamation.
  if (
    !/\bfact|\bdigits\b|\bzero/.test(text) &&
    !/^[^\d]*\d[\d,]*\s*!(?!\s*[-+*/^%(\w])|!\s*(?:in|using|with)\b/.test(text)
  )
    return undefined;
  if (/\bfactorial\b.*[-+*/]\s*\d|\d\s*[-+*/].*\bfactorial\b|\b(?:plus|minus|times|divided)\b/.test(text))
    return undefined;
  const asked = named.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  if (asked === undefined) return undefined;
  const n = pythonNumber(asked);
  const value = `math.factorial(${n})`;
  const told = /\bsum\b.*\bdigits\b|\bdigit sum\b/.test(text)
    ? `sum(int(d) for d in str(${value}))`
    : /\bhow many digits\b|\bnumber of digits\b/.test(text)
      ? `len(str(${value}))`
      : /\btrailing zero/.test(text)
        ? `len(str(${value})) - len(str(${value}).rstrip("0"))`
        : value;
  return program(n.length > 3 ? anyLength : undefined, 'import math', `print(${told})`);
}
