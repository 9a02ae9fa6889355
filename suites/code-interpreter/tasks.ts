import { randomInteger } from './asking.ts';

/** A prompt that needs a calculation, and what its answer has to have. */
export interface Task {
  readonly prompt: string;
  readonly answer: RegExp;
}

/** Tasks of one kind, with new numbers each time. */
export interface TaskFamily {
  readonly name: string;
  /** A task in words that any model understands. */
  readonly ask: () => Task;
}

const several = (count: number, from: number, to: number) => {
  const found = new Set<number>();
  while (found.size < count) found.add(randomInteger(from, to));
  return [...found];
};

/** A number that stands alone. */
const told = (value: bigint | number) => new RegExp(`(?<![\\d.])${value}(?!\\d|\\.\\d*[1-9])`);
const saying = (prompt: string, answer: RegExp): Task => ({ prompt, answer });

/** Numbers as they are told, without what sets thousands apart. */
export const withoutThousands = (text: string) => text.replace(/(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g, '');

function fibonacciOf(n: number): bigint {
  let [a, b] = [0n, 1n];
  for (let done = 0; done < n; done++) [a, b] = [b, a + b];
  return a;
}

const nth = (n: number) =>
  `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`;

/** The tasks that an interpreter is asked. */
export const families: readonly TaskFamily[] = [
  {
    name: 'arithmetic',
    ask() {
      const [a = 0, b = 0] = several(2, 10_000, 999_999);
      return saying(
        `What is ${a} times ${b}? Calculate it exactly, with Python.`,
        told(BigInt(a) * BigInt(b)),
      );
    },
  },
  {
    name: 'Fibonacci numbers',
    ask() {
      const n = randomInteger(60, 180);
      return saying(
        `What is the ${nth(n)} Fibonacci number, if the first and the second are 1? Use Python.`,
        told(fibonacciOf(n)),
      );
    },
  },
  {
    name: 'programs',
    ask() {
      const values = several(5, 100, 999);
      const code = `values = [${values.join(', ')}]\nprint(sum(v * v for v in values))`;
      const sum = values.reduce((total, value) => total + value * value, 0);
      return saying(
        `Run this Python program with your tool and tell me what it prints:\n\`\`\`python\n${code}\n\`\`\``,
        told(sum),
      );
    },
  },
];
