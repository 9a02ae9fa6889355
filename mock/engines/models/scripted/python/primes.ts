import { nthOf, pythonNumber, whole } from './numbers.ts';
import { program } from './source.ts';

const isPrime = program(
  'def is_prime(n):',
  '    if n < 2:',
  '        return False',
  '    i = 2',
  '    while i * i <= n:',
  '        if n % i == 0:',
  '            return False',
  '        i += 1',
  '    return True',
  '',
);
const between = new RegExp(`\\b(?:between|from)\\s+(${whole})\\s+(?:and|to|through|until)\\s+(${whole})`);
const below = new RegExp(
  `\\b(below|under|less than|smaller than|before|up to|until|not exceeding|at most|no more than|no greater than|<=?)\\s+(?:or equal to\\s+)?(${whole})`,
);
const after = new RegExp(
  `\\b(?:after|above|greater than|larger than|bigger than|over|following|beyond|exceeding|from)\\s+(${whole})`,
);
const before = new RegExp(
  `\\b(?:largest|biggest|greatest|last|previous|closest|highest)\\b.*?\\b(?:before|below|under|less than|smaller than|up to)\\s+(${whole})|\\bprime\\b.*\\bbefore\\s+(${whole})`,
);
const first = new RegExp(`\\b(?:first|1st)\\s+(${whole})\\b`);
const counted = new RegExp(`\\b(${whole})\\s+(?:smallest |lowest )?prime(?:s|\\s+numbers)\\b`);
const number = new RegExp(`(?<![\\w.])(${whole})(?![\\w]|\\.\\d)`);
const including = /^(?:up to|until|at most|no more than|no greater than|not exceeding|<=)$/;

/** Primes: whether a number is one, factors, the nth, the first n, those in a range, their count and sum. */
export function primes(text: string): string | undefined {
  if (!/\bprimes?\b|\bprimality\b|\bfactori[sz]\w*\b|\bprime[- ]factor/.test(text)) return undefined;
  if (/\bfactori[sz]|\bfactors?\b|\bdecompos/.test(text)) {
    const n = number.exec(text)?.[1];
    return n === undefined
      ? undefined
      : factorsOf(pythonNumber(n), /\blargest|biggest|greatest\b/.test(text));
  }
  const tell = (list: string) =>
    /\b(?:sum|total|add)\b/.test(text)
      ? `print(sum(${list}))`
      : /\bhow many\b|\bcount\b|\bnumber of\b/.test(text)
        ? `print(len(${list}))`
        : /\bproduct\b/.test(text)
          ? `import math\nprint(math.prod(${list}))`
          : `print(*${list}, sep=", ")`;
  const many = first.exec(text)?.[1] ?? (/^(?:is|are)\b/.test(text) ? undefined : counted.exec(text)?.[1]);
  const [, from, to] = between.exec(text) ?? [];
  if (from !== undefined && to !== undefined)
    return program(
      isPrime,
      `primes = [n for n in range(${pythonNumber(from)}, ${pythonNumber(to)} + 1) if is_prime(n)]`,
      tell('primes'),
    );
  const [, near, nearer] = before.exec(text) ?? [];
  const top = near ?? nearer;
  if (top !== undefined && !/\bprimes\b|\bprime numbers\b/.test(text))
    return program(
      isPrime,
      `n = ${pythonNumber(top)} - 1`,
      'while n > 1 and not is_prime(n):',
      '    n -= 1',
      'print(n)',
    );
  const start = after.exec(text)?.[1];
  if (start !== undefined) return listed(many ?? '1', `${pythonNumber(start)} + 1`, tell('primes'));
  const [, comparison = '', limit] = below.exec(text) ?? [];
  if (limit !== undefined) {
    const end = including.test(comparison) ? `${pythonNumber(limit)} + 1` : pythonNumber(limit);
    return program(isPrime, `primes = [n for n in range(2, ${end}) if is_prime(n)]`, tell('primes'));
  }
  const nth = many === undefined ? nthOf(text) : undefined;
  if (many !== undefined) return listed(many, '2', tell('primes'));
  if (nth !== undefined) return listed(nth, '2', 'print(primes[-1])');
  const asked = [...text.matchAll(new RegExp(number, 'g'))].map(([, digits = '']) => pythonNumber(digits));
  if (asked.length === 0) return undefined;
  if (asked.length === 1) return program(isPrime, `print(is_prime(${asked[0]}))`);
  return program(isPrime, `for n in [${asked.join(', ')}]:`, '    print(n, is_prime(n))');
}

function listed(count: string, start: string, told: string): string {
  return program(
    isPrime,
    'primes = []',
    `n = ${start}`,
    `while len(primes) < ${pythonNumber(count)}:`,
    '    if is_prime(n):',
    '        primes.append(n)',
    '    n += 1',
    told,
  );
}

function factorsOf(n: string, largest: boolean): string {
  return program(
    `n = ${n}`,
    'factors = []',
    'd = 2',
    'while d * d <= n:',
    '    while n % d == 0:',
    '        factors.append(d)',
    '        n //= d',
    '    d += 1',
    'if n > 1:',
    '    factors.append(n)',
    largest ? 'print(max(factors))' : 'print(*factors, sep=" * ")',
  );
}
