import { randomInteger, randomWord } from './asking.ts';

/** A prompt that needs a calculation, and what its answer has to have. */
export interface Task {
  readonly prompt: string;
  readonly answer: RegExp;
}

/** Tasks of one kind, with new numbers each time. */
export interface TaskFamily {
  readonly name: string;
  /** In words that any model understands. */
  readonly plain: () => Task;
  /** In other words. */
  readonly others: () => readonly Task[];
}

const several = (count: number, from: number, to: number) => {
  const found = new Set<number>();
  while (found.size < count) found.add(randomInteger(from, to));
  return [...found];
};

/** A number that stands alone. */
const told = (value: bigint | number) => new RegExp(`(?<![\\d.])${value}(?!\\d|\\.\\d*[1-9])`);
/** Numbers in order, with little between them. */
const toldInOrder = (values: readonly number[]) =>
  new RegExp(`(?<![\\d.])${values.join('[^\\d.]{1,6}')}(?!\\d)`);
const saying = (prompt: string, answer: RegExp): Task => ({ prompt, answer });

/** Numbers as they are told, without what sets thousands apart. */
export const withoutThousands = (text: string) => text.replace(/(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g, '');

function fibonacciOf(n: number): bigint {
  let [a, b] = [0n, 1n];
  for (let done = 0; done < n; done++) [a, b] = [b, a + b];
  return a;
}

function factorialOf(n: number): bigint {
  let product = 1n;
  for (let factor = 2n; factor <= n; factor++) product *= factor;
  return product;
}

function factorsOf(n: number): number[] {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return [d, ...factorsOf(n / d)];
  return [n];
}

const isPrime = (n: number) => n > 1 && factorsOf(n).length === 1;
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);
const nth = (n: number) =>
  `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`;

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayMs = 86_400_000;
const randomDate = () => new Date(Date.UTC(1950, 0, 1) + randomInteger(0, 50_000) * dayMs);
const iso = (date: Date) => date.toISOString().slice(0, 10);
const inWords = (date: Date) =>
  date.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' });
const weekday = (date: Date) => new RegExp(days[date.getUTCDay()] ?? '', 'i');

/** The tasks that an interpreter is asked. */
export const families: readonly TaskFamily[] = [
  {
    name: 'arithmetic',
    plain() {
      const [a = 0, b = 0] = several(2, 10_000, 999_999);
      return saying(
        `What is ${a} times ${b}? Calculate it exactly, with Python.`,
        told(BigInt(a) * BigInt(b)),
      );
    },
    others() {
      const [a = 0, c = 0, d = 0] = several(3, 1_000, 99_999);
      return [
        saying(`How much is (${a} + ${c}) * ${d}?`, told((a + c) * d)),
        saying(
          `I need the remainder of ${c * 7} divided by ${(d % 97) + 3}: ${c * 7} % ${(d % 97) + 3}`,
          told((c * 7) % ((d % 97) + 3)),
        ),
      ];
    },
  },
  {
    name: 'Fibonacci numbers',
    plain() {
      const n = randomInteger(60, 180);
      return saying(
        `What is the ${nth(n)} Fibonacci number, if the first and the second are 1? Use Python.`,
        told(fibonacciOf(n)),
      );
    },
    others() {
      const [b = 0, c = 0] = several(2, 30, 150);
      return [
        saying(`Give me the ${nth(b)} number in the Fibonacci sequence.`, told(fibonacciOf(b))),
        saying(`Compute the nth Fibonacci number for n=${c}`, told(fibonacciOf(c))),
      ];
    },
  },
  {
    name: 'primes',
    plain() {
      const n = randomInteger(10_000, 99_999);
      let next = n + 1;
      while (!isPrime(next)) next++;
      return saying(`What is the smallest prime number greater than ${n}? Use Python.`, told(next));
    },
    others() {
      const a = randomInteger(10_000, 99_999);
      const few = randomInteger(50, 900);
      const below = Array.from({ length: few }, (_, n) => n).filter(isPrime);
      return [
        saying(`What are the prime factors of ${a}?`, toldInOrder(factorsOf(a))),
        saying(`What is the ${nth(below.length)} prime number?`, told(below.at(-1) ?? 0)),
      ];
    },
  },
  {
    name: 'factorials',
    plain() {
      const n = randomInteger(18, 45);
      return saying(`What is the factorial of ${n}? Calculate it with Python.`, told(factorialOf(n)));
    },
    others() {
      const [b = 0, c = 0] = several(2, 12, 60);
      return [
        saying(`Compute ${b} factorial`, told(factorialOf(b))),
        saying(`How many digits does the factorial of ${c} have?`, told(String(factorialOf(c)).length)),
      ];
    },
  },
  {
    name: 'statistics',
    plain() {
      const values = several(7, 10, 9_000);
      return saying(
        `What is the median of ${values.join(', ')}? Use Python.`,
        told(ascending(values)[3] ?? 0),
      );
    },
    others() {
      const values = several(5, 10, 900);
      const sum = values.reduce((total, value) => total + value, 0);
      const mean = several(4, 10, 900);
      const rest = mean.reduce((total, value) => total + value, 0);
      const fifth = 1_000 + ((5 - (rest % 5)) % 5);
      return [
        saying(`Find the average of [${[...mean, fifth].join(',')}]`, told((rest + fifth) / 5)),
        saying(`What is the sum of these numbers: ${values.join('; ')}?`, told(sum)),
      ];
    },
  },
  {
    name: 'sorting',
    plain() {
      const values = several(8, 1, 999);
      return saying(
        `Sort these numbers from smallest to largest, with Python: ${values.join(', ')}`,
        toldInOrder(ascending(values)),
      );
    },
    others() {
      const values = several(6, 1, 999);
      return [
        saying(`sort [${values.join(',')}]`, toldInOrder(ascending(values))),
        saying(`Arrange ${values.join(', ')} in descending order.`, toldInOrder(ascending(values).reverse())),
      ];
    },
  },
  {
    name: 'texts',
    plain() {
      const word = randomWord(14);
      return saying(`Reverse the text "${word}" with Python.`, new RegExp([...word].reverse().join('')));
    },
    others() {
      const word = `${randomWord(8)}${'r'.repeat(randomInteger(3, 9))}${randomWord(5)}`;
      const count = [...word].filter((letter) => letter === 'r').length;
      const words = Array.from({ length: randomInteger(4, 15) }, () => randomWord(5)).join(' ');
      return [
        saying(`How many times does the letter r appear in "${word}"?`, told(count)),
        saying(`Count the words in "${words}"`, told(words.split(' ').length)),
      ];
    },
  },
  {
    name: 'dates',
    plain() {
      const date = randomDate();
      return saying(`Which day of the week is ${inWords(date)}? Find out with Python.`, weekday(date));
    },
    others() {
      const [one, other] = [randomDate(), randomDate()];
      const away = randomInteger(20, 900);
      const moved = new Date(one.getTime() + away * dayMs);
      const apart = Math.abs(one.getTime() - other.getTime()) / dayMs;
      return [
        saying(`How many days are between ${iso(one)} and ${iso(other)}?`, told(apart)),
        saying(`What date is ${away} days after ${inWords(one)}?`, new RegExp(iso(moved))),
      ];
    },
  },
  {
    name: 'programs',
    plain() {
      const values = several(5, 100, 999);
      const code = `values = [${values.join(', ')}]\nprint(sum(v * v for v in values))`;
      const sum = values.reduce((total, value) => total + value * value, 0);
      return saying(
        `Run this Python program with your tool and tell me what it prints:\n\`\`\`python\n${code}\n\`\`\``,
        told(sum),
      );
    },
    others() {
      const [a = 0, b = 0] = several(2, 1_000, 9_999);
      return [
        saying(`\`\`\`py\nprint(${a} ^ ${b})\n\`\`\``, told(a ^ b)),
        saying(
          `What does this print?\n\n~~~python\nfor n in range(${a % 7}, 9):\n    print(n * ${b})\n~~~\n\nThanks!`,
          toldInOrder(Array.from({ length: 9 - (a % 7) }, (_, at) => ((a % 7) + at) * b)),
        ),
      ];
    },
  },
];
