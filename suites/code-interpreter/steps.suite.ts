import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { answered, ask, getText, randomWord } from './asking.ts';
import { getOutputs, getSteps, programsWith, replies, wants } from './conversation.ts';

const nothing = 'No response generated';

/** The role of each message. */
const getRoles = (messages: readonly Readonly<Record<string, unknown>>[] = []) =>
  messages.map(({ role }) => role);

/** A prompt of this test alone. It asks for nothing that a model would know to calculate. */
const getPrompt = (t: TestContext) => `Do as you are told for ${t.title()}.`;

/** A call that goes on with the steps, and takes no time, since there is no such tool. */
const quick = { toolCalls: [{ name: 'execute_nothing', arguments: { code: '' } }] };

const print = (word: string) => `print(${JSON.stringify(word)})`;

/** The journal that its steps are read from is everybody's, and forgets what is older than its last requests. */
const whole = { exclusive: true };

/** What the model says in its steps, and what comes of it: vercel/ai. */
export const interpreterStepsSuite = defineSuite({ name: 'code-interpreter/steps', features: ['admin'] }, [
  {
    title: 'answers with the text of a model that wants no program',
    requirements: ['PY-RUN-5', 'PY-MODEL-1'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      const said = `It is said:\n\n- *${randomWord()}* & "all" {}\n`;
      await replies(t, prompt, [{ text: said }]);
      equal(await answered(t, prompt), said, 'the answer');
      const steps = await getSteps(t, prompt);
      equal(steps.length, 1, 'the number of steps');
      await t.check('PY-MODEL-1', () =>
        equal(
          steps[0]?.messages.map(({ role, content }) => ({ role, content })),
          [{ role: 'user', content: prompt }],
          'the messages',
        ),
      );
    },
  },
  {
    title: 'offers the model one tool, execute_python, which takes code',
    requirements: ['PY-TOOL-1'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ text: 'Done.' }]);
      await answered(t, prompt);
      const steps = await getSteps(t, prompt);
      equal(steps.length, 1, 'the number of steps');
      for (const { tools } of steps) {
        const about = array(tools, 'tools').map((tool) => {
          const wrapped = object(tool, 'a tool');
          return object(wrapped['function'] ?? wrapped, 'a tool');
        });
        equal(
          about.map(({ name }) => name),
          ['execute_python'],
          'the names of the tools',
        );
        const properties = object(object(about[0]?.['parameters'], 'parameters')['properties'], 'properties');
        equal(Object.keys(properties), ['code'], 'the parameters of the tool');
        equal(object(properties['code'], 'code')['type'], 'string', 'the type of code');
      }
    },
  },
  {
    title: 'answers from the output of a program that the model wants',
    requirements: ['PY-TOOL-2', 'PY-RUN-5', 'PY-STEP-7'],

    ...whole,
    run: async (t) => {
      const [prompt, word] = [getPrompt(t), randomWord()];
      await replies(t, prompt, [wants(`${print(word)}\nprint(6 * 7)`), { text: 'There it is.' }]);
      equal(await answered(t, prompt), 'There it is.', 'the answer');
      const steps = await getSteps(t, prompt);
      equal(getOutputs(steps), [`${word}\n42\n`], 'what the tool told the model');
      await t.check('PY-STEP-7', () =>
        equal(getRoles(steps.at(-1)?.messages), ['user', 'assistant', 'tool'], 'the roles of the messages'),
      );
    },
  },
  {
    title: 'asks a model that wants a program each time five times, and has no more to say',
    requirements: ['PY-LIM-1', 'PY-RUN-6', 'PY-STEP-2', 'PY-STEP-7'],

    ...whole,
    run: async (t) => {
      const [prompt, word] = [getPrompt(t), randomWord()];
      await replies(t, prompt, [wants(print(word))]);
      await t.check('PY-RUN-6', async () => equal(await answered(t, prompt), nothing, 'the answer'));
      const steps = await getSteps(t, prompt);
      ok(steps.length > 1 && steps.length <= 5, `the model took ${steps.length} steps, expected up to five`);
      await t.check('PY-STEP-7', () => {
        const grown = steps.map(({ messages }) => messages.length);
        equal(grown, [1, 3, 5, 7, 9], 'the number of messages of each step');
      });
      await t.check('PY-STEP-2', async () => {
        const told = Array.from({ length: 4 }, () => `${word}\n`);
        equal(getOutputs(steps), told, 'the outputs of the programs, as the last step is told');
        equal((await programsWith(t, word)).length, 5, 'the number of programs that were run');
      });
    },
  },
  {
    title: 'answers with a text of its own where the model says nothing at once',
    requirements: ['PY-RUN-6', 'PY-RUN-4'],

    run: async (t) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ text: '' }]);
      equal(await answered(t, prompt), nothing, 'the answer');
    },
  },
  {
    title: 'answers with the text of the last step alone',
    requirements: ['PY-STEP-1'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      const speaking = [1, 2, 3, 4, 5, 6].map((step) => ({ ...quick, text: `Step ${step}.` }));
      await replies(t, prompt, speaking);
      equal(await answered(t, prompt), 'Step 5.', 'the answer');
      equal((await getSteps(t, prompt)).length, 5, 'the number of steps');
    },
  },
  test('PY-STEP-1', 'does not fall back on an earlier text where the last step has none', async (t) => {
    const prompt = getPrompt(t);
    await replies(t, prompt, [{ ...quick, text: 'I try.' }, { text: '' }]);
    equal(await answered(t, prompt), nothing, 'the answer');
  }),
  {
    title: 'runs all programs that one step wants, and tells of each',
    requirements: ['PY-STEP-3', 'PY-STEP-7'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      const words = [randomWord(), randomWord()];
      await replies(t, prompt, [wants(...words.map(print)), { text: 'Both.' }]);
      equal(await answered(t, prompt), 'Both.', 'the answer');
      const steps = await getSteps(t, prompt);
      equal(steps.length, 2, 'the number of steps');
      equal(
        getOutputs(steps),
        words.map((word) => `${word}\n`),
        'the outputs',
      );
    },
  },
  test('PY-STEP-5', 'goes on after a call, whatever the model says that it ended with', async (t) => {
    const prompt = getPrompt(t);
    await replies(t, prompt, [{ ...quick, finishReason: 'stop' }, { text: 'On.' }]);
    equal(await answered(t, prompt), 'On.', 'the answer');
  }),
  {
    title: 'answers with what a model said that was cut off',
    requirements: ['PY-STEP-6'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ text: 'It was the', finishReason: 'length' }]);
      equal(await answered(t, prompt), 'It was the', 'the answer');
      equal((await getSteps(t, prompt)).length, 1, 'the number of steps');
    },
  },
  ...(
    [
      ['another tool', { name: 'execute_ruby', arguments: { code: 'puts 1' } }],
      ['arguments without a program', { name: 'execute_python', arguments: { source: 'print(1)' } }],
      ['a program that is no text', { name: 'execute_python', arguments: { code: 7 } }],
      ['arguments that are broken', { name: 'execute_python', arguments: '{"code": "print(' }],
    ] as const
  ).map(([what, call]) => ({
    title: `tells the model of a call of ${what}, and goes on`,
    requirements: ['PY-STEP-4'] as const,
    features: ['admin'],
    ...whole,
    run: async (t: TestContext) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ toolCalls: [call] }, { text: 'Well.' }]);
      equal(await answered(t, prompt), 'Well.', 'the answer');
      const [output] = getOutputs(await getSteps(t, prompt));
      match(String(output), /error/i, 'what the model was told');
    },
  })),
  {
    title: 'answers with a failure where the model fails, at once and later',
    requirements: ['PY-HTTP-4', 'PY-HTTP-5'],

    run: async (t) => {
      const failing = { error: { reason: 'bad-input' as const, status: 400, message: 'I will not.' } };
      for (const steps of [[failing], [quick, failing]]) {
        const prompt = `${getPrompt(t)} ${steps.length}`;
        await replies(t, prompt, steps);
        const reply = await ask(t, prompt);
        equal(reply.status, 500, 'the status');
        match(getText(reply), /I will not\./, 'the text');
      }
    },
  },
]);
