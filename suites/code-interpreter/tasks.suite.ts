import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { answered, randomInteger } from './asking.ts';
import { getOutputs, getSteps, programsWith } from './conversation.ts';

/** A prompt that needs a calculation, and the pattern of its answer. */
export interface Task {
  readonly prompt: string;
  readonly answer: RegExp;
}

/** Tasks of one kind, with new numbers each time. */
export interface TaskFamily {
  readonly name: string;
  /** A task in words that any model understands. */
  readonly ask: () => Task;
  /** Whether the model has to write the program. A model that can't do so violates no sentence of the seed. */
  readonly needsSkill?: true;
}

const several = (count: number, from: number, to: number) => {
  const found = new Set<number>();
  while (found.size < count) found.add(randomInteger(from, to));
  return [...found];
};

/** A pattern for a number that is not part of another one. */
const toPattern = (value: bigint | number) => new RegExp(`(?<![\\d.])${value}(?!\\d|\\.\\d*[1-9])`);
const saying = (prompt: string, answer: RegExp): Task => ({ prompt, answer });

/** Removes thousands separators from numbers. */
export const withoutThousands = (text: string) => text.replace(/(?<=\d)[,\u00a0\u202f](?=\d{3}(?!\d))/g, '');

function fibonacci(n: number): bigint {
  let [a, b] = [0n, 1n];
  for (let done = 0; done < n; done++) [a, b] = [b, a + b];
  return a;
}

const nth = (n: number) =>
  `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`;

/** The kinds of tasks for an interpreter. */
export const families: readonly TaskFamily[] = [
  {
    name: 'arithmetic',
    needsSkill: true,
    ask() {
      const [a = 0, b = 0] = several(2, 10_000, 999_999);
      return saying(
        `What is ${a} times ${b}? Calculate it exactly, with Python.`,
        toPattern(BigInt(a) * BigInt(b)),
      );
    },
  },
  {
    name: 'Fibonacci numbers',
    needsSkill: true,
    ask() {
      const n = randomInteger(60, 180);
      return saying(
        `What is the ${nth(n)} Fibonacci number, if the first and the second are 1? Use Python.`,
        toPattern(fibonacci(n)),
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
        toPattern(sum),
      );
    },
  },
];

/** Prompts that need a calculation. Their numbers are new each time, so no answer is known beforehand. */
export const interpreterTasksSuite = defineSuite('code-interpreter/tasks', [
  ...families.map(({ name, ask, needsSkill }) => ({
    title: `answers a prompt about ${name} with a program's result`,
    requirements: ['PY-TOOL-3', 'PY-TOOL-2', 'PY-RUN-5'] as const,
    ...(needsSkill && { atMost: 'may' as const }),
    run: (t: TestContext) => judgeTask(t, ask()),
  })),
  {
    title: 'records the program of a task in the journal, and reports its output to the model',
    requirements: ['PY-LOG-1', 'PY-TOOL-2'],
    features: ['scripted'],
    exclusive: true,
    run: async (t) => {
      const [a, b] = [randomInteger(100_000, 999_999), randomInteger(100_000, 999_999)];
      const prompt = `What is ${a} times ${b}?`;
      await answered(t, prompt);
      await t.check('PY-LOG-1', async () => {
        const [program] = await programsWith(t, String(a));
        match(program ?? '', new RegExp(`print\\(${a} \\* ${b}\\)`), 'the program in the journal');
      });
      const output = getOutputs(await getSteps(t, prompt));
      equal(output, [`${BigInt(a) * BigInt(b)}\n`], 'the output that the model received');
    },
  },
]);

async function judgeTask(t: TestContext, { prompt, answer }: Task): Promise<void> {
  const text = withoutThousands(await answered(t, prompt));
  ok(
    answer.test(text),
    `the answer to ${JSON.stringify(prompt)} is ${JSON.stringify(text)}, expected ${answer} in it`,
  );
}
