import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite } from '../harness/suite.ts';
import { answered, randomInteger } from './asking.ts';
import { outputsOf, programsWith, stepsOf } from './conversation.ts';
import { families, type Task, withoutThousands } from './tasks.ts';

/** Prompts that nothing is calculated for. */
const idle = [
  'Tell me a story about a dragon.',
  'Who wrote Faust?',
  'Translate "good morning" to French, please.',
  'What is your name?',
];

/** Prompts that need a calculation. Their numbers are new each time, so nobody knows the answers beforehand. */
export const interpreterTasksSuite = defineSuite({
  name: 'code-interpreter/tasks',
  tests: [
    ...families.map(({ name, ask }) => ({
      title: `answers a prompt about ${name} from what a program found`,
      requirements: ['PY-TOOL-3', 'PY-TOOL-2', 'PY-RUN-5'] as const,
      run: (t: TestContext) => judgeTask(t, ask()),
    })),
    {
      title: 'answers prompts at the same time, each with its own numbers',
      requirements: ['PY-TOOL-3', 'PY-BOX-1'],
      run: async (t) => {
        const tasks = [...families, ...families].map(({ ask }) => ask());
        await Promise.all(tasks.map((task) => judgeTask(t, task)));
      },
    },
    {
      title: 'answers what is no task without a program, and says so',
      requirements: ['PY-SCRIPT-2'],
      features: ['code-interpreter', 'admin'],
      // It reads the journal, which forgets what is older than its last requests.
      exclusive: true,
      run: async (t) => {
        for (const prompt of idle) {
          const own = `${prompt} ${t.title()}`;
          match(await answered(t, own), /^No Python was run for this\./, `the answer to ${prompt}`);
          const steps = await stepsOf(t, own);
          equal(steps.length, 1, `the steps of ${prompt}`);
        }
      },
    },
    {
      title: 'has the program of a task in the journal, and its output told to the model',
      requirements: ['PY-LOG-1', 'PY-TOOL-2'],
      features: ['code-interpreter', 'scripted'],
      exclusive: true,
      run: async (t) => {
        const [a, b] = [randomInteger(100_000, 999_999), randomInteger(100_000, 999_999)];
        const prompt = `What is ${a} times ${b}?`;
        await answered(t, prompt);
        await t.check('PY-LOG-1', async () => {
          const [program] = await programsWith(t, String(a));
          match(program ?? '', new RegExp(`print\\(${a} \\* ${b}\\)`), 'the program in the journal');
        });
        const output = outputsOf(await stepsOf(t, prompt));
        equal(output, [`${BigInt(a) * BigInt(b)}\n`], 'what the tool told the model');
      },
    },
  ],
});

async function judgeTask(t: TestContext, { prompt, answer }: Task): Promise<void> {
  const said = withoutThousands(await answered(t, prompt));
  ok(
    answer.test(said),
    `the answer to ${JSON.stringify(prompt)} is ${JSON.stringify(said)}, expected ${answer} in it`,
  );
}
