import { array, equal, match, object, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { answered, ask, getText, randomWord } from './asking.ts';
import { getOutputs, getSteps, programsWith, replies, wants } from './conversation.ts';

const nothing = 'No response generated';

/** The role of each message. */
const getRoles = (messages: readonly Readonly<Record<string, unknown>>[] = []) =>
  messages.map(({ role }) => role);

/** A prompt that only this test uses. It asks for nothing that a model would calculate. */
const getPrompt = (t: TestContext) => `Do as you are told for ${t.title()}.`;

/** A tool call that leads to another step, and takes no time because no such tool exists. */
const quick = { toolCalls: [{ name: 'execute_nothing', arguments: { code: '' } }] };

const print = (word: string) => `print(${JSON.stringify(word)})`;

/** The steps are read from the journal, which all tests share and which drops old requests. */
const whole = { exclusive: true };

/** How the application handles what the model says in each step: vercel/ai. */
export const interpreterStepsSuite = defineSuite({ name: 'code-interpreter/steps', features: ['admin'] }, [
  {
    title: 'answers with the text of a model that calls no tool',
    requirements: ['PY-RUN-5', 'PY-MODEL-1'],

    ...whole,
    run: async (t) => {
      const prompt = getPrompt(t);
      const text = `It is said:\n\n- *${randomWord()}* & "all" {}\n`;
      await replies(t, prompt, [{ text }]);
      equal(await answered(t, prompt), text, 'the answer');
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
    title: 'offers the model one tool, execute_python, with a code parameter',
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
    title: "answers with the model's text after a program's output",
    requirements: ['PY-TOOL-2', 'PY-RUN-5', 'PY-STEP-7'],

    ...whole,
    run: async (t) => {
      const [prompt, word] = [getPrompt(t), randomWord()];
      await replies(t, prompt, [wants(`${print(word)}\nprint(6 * 7)`), { text: 'There it is.' }]);
      equal(await answered(t, prompt), 'There it is.', 'the answer');
      const steps = await getSteps(t, prompt);
      equal(getOutputs(steps), [`${word}\n42\n`], 'the output that the model received');
      await t.check('PY-STEP-7', () =>
        equal(getRoles(steps.at(-1)?.messages), ['user', 'assistant', 'tool'], 'the roles of the messages'),
      );
    },
  },
  {
    title: 'runs five steps with a model that always calls the tool, then answers with a fixed text',
    requirements: ['PY-LIM-1', 'PY-RUN-6', 'PY-STEP-2', 'PY-STEP-7'],

    ...whole,
    run: async (t) => {
      const [prompt, word] = [getPrompt(t), randomWord()];
      await replies(t, prompt, [wants(print(word))]);
      await t.check('PY-RUN-6', async () => equal(await answered(t, prompt), nothing, 'the answer'));
      const steps = await getSteps(t, prompt);
      ok(steps.length > 1 && steps.length <= 5, `the model took ${steps.length} steps, expected two to five`);
      await t.check('PY-STEP-7', () => {
        const grown = steps.map(({ messages }) => messages.length);
        equal(grown, [1, 3, 5, 7, 9], 'the number of messages of each step');
      });
      await t.check('PY-STEP-2', async () => {
        const received = Array.from({ length: 4 }, () => `${word}\n`);
        equal(getOutputs(steps), received, 'the outputs that the last step received');
        equal((await programsWith(t, word)).length, 5, 'the number of executed programs');
      });
    },
  },
  {
    title: 'answers with a fixed text if the model says nothing',
    requirements: ['PY-RUN-6', 'PY-RUN-4'],

    run: async (t) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ text: '' }]);
      equal(await answered(t, prompt), nothing, 'the answer');
    },
  },
  {
    title: 'answers with the text of the last step only',
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
  test('PY-STEP-1', 'ignores an earlier text when the last step has none', async (t) => {
    const prompt = getPrompt(t);
    await replies(t, prompt, [{ ...quick, text: 'I try.' }, { text: '' }]);
    equal(await answered(t, prompt), nothing, 'the answer');
  }),
  {
    title: 'runs all programs that one step calls for, and reports each output',
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
  test('PY-STEP-5', 'continues after a tool call, whatever finish reason the model gives', async (t) => {
    const prompt = getPrompt(t);
    await replies(t, prompt, [{ ...quick, finishReason: 'stop' }, { text: 'On.' }]);
    equal(await answered(t, prompt), 'On.', 'the answer');
  }),
  {
    title: 'answers with a truncated text of the model',
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
      ['a program that is not a string', { name: 'execute_python', arguments: { code: 7 } }],
      ['arguments that are invalid JSON', { name: 'execute_python', arguments: '{"code": "print(' }],
    ] as const
  ).map(([what, call]) => ({
    title: `reports a call of ${what} to the model, and continues`,
    requirements: ['PY-STEP-4'] as const,
    features: ['admin'],
    ...whole,
    run: async (t: TestContext) => {
      const prompt = getPrompt(t);
      await replies(t, prompt, [{ toolCalls: [call] }, { text: 'Well.' }]);
      equal(await answered(t, prompt), 'Well.', 'the answer');
      const [output] = getOutputs(await getSteps(t, prompt));
      match(String(output), /error/i, 'the output that the model received');
    },
  })),
  {
    title: 'answers with an error if the model fails, in the first step or later',
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
