import { defineMutants } from '../mutant.ts';

const worker = 'mock/apps/code-interpreter/worker.ts';

/** What the code interpreter is asked and answers over HTTP. */
export const requestMutants = defineMutants([
  {
    id: 'refuses-long-prompts',
    requirement: 'PY-RUN-1',
    does: 'It refuses a prompt of more than ten thousand characters.',
    first: 'of any length',
    file: worker,
    replace: "if (typeof input !== 'string')",
    by: "if (typeof input !== 'string' || input.length > 10_000)",
  },
  {
    id: 'takes-a-prompt-for-an-input',
    requirement: 'PY-RUN-2',
    does: 'It takes the member prompt where there is no input.',
    first: 'prompt',
    file: worker,
    replace: "body['input'] : undefined",
    by: "(body['input'] ?? body['prompt']) : undefined",
  },
  {
    id: 'makes-text-of-any-input',
    requirement: 'PY-RUN-3',
    does: 'It takes an input that is a number or true as the text of it.',
    file: worker,
    replace: "if (typeof input !== 'string')",
    by: "if (typeof input === 'object')",
    and: [{ file: worker, replace: 'answerPrompt(env, input)', by: 'answerPrompt(env, String(input))' }],
  },
  {
    id: 'answers-with-a-text-of-json',
    requirement: 'PY-RUN-4',
    does: 'It answers with the text in the quotes of JSON.',
    first: 'not with JSON',
    file: worker,
    replace: "return textOf((await answerPrompt(env, input)) || 'No response generated');",
    by: "return textOf(JSON.stringify((await answerPrompt(env, input)) || 'No response generated'));",
  },
  {
    id: 'answers-nothing-with-nothing',
    requirement: 'PY-RUN-6',
    does: 'It answers with an empty text where the model gives none.',
    first: 'says nothing at once',
    file: worker,
    replace: "|| 'No response generated'",
    by: "?? 'No response generated'",
  },
  {
    id: 'serves-what-is-below-run',
    requirement: 'PY-HTTP-1',
    does: 'It serves /run/ and what is below it as /run.',
    file: worker,
    replace: "pathname !== '/run'",
    by: '!/^\\/run(?:\\/|$)/.test(pathname)',
  },
  {
    id: 'asks-the-model-with-an-empty-prompt',
    requirement: 'PY-HTTP-2',
    does: 'It asks the model with an empty input.',
    first: '{"input":""}',
    file: worker,
    replace: " || input === ''",
    by: '',
  },
  {
    id: 'takes-what-is-no-json-for-no-input',
    requirement: 'PY-HTTP-3',
    does: 'It answers a body that is no JSON as one without an input.',
    file: worker,
    replace: 'await request.json();',
    by: 'await request.json().catch(() => null);',
  },
  {
    id: 'hides-what-a-model-failed-with',
    requirement: 'PY-HTTP-4',
    does: 'It does not say what the model failed with.',
    file: worker,
    replace: 'error instanceof Error ? error.message : String(error), 500',
    by: "error instanceof SyntaxError ? error.message : 'Internal Server Error', 500",
  },
]);

const outputs = 'mock/apps/code-interpreter/worker.ts';
const sandbox = 'mock/bindings/sandbox/sandbox-binding.ts';

/** Programs, what is told of them, and what they reach. */
export const programMutants = defineMutants([
  {
    id: 'returns-the-last-line-alone',
    requirement: 'PY-TOOL-2',
    does: 'It tells the model only the last line of what a program wrote.',
    first: 'output of a program that the model wants',
    file: outputs,
    replace: "const stdout = logs.stdout.join('\\n');",
    by: "const stdout = logs.stdout.join('\\n').replace(/^[^]*\\n(?=.)/, '');",
  },
  {
    id: 'runs-programs-on-top-of-each-other',
    requirement: 'PY-BOX-1',
    does: 'It runs the programs of a sandbox in one and the same interpreter.',
    first: 'leaves nothing',
    file: sandbox,
    replace: 'await python.run({ code, signal, timeoutMs: timeout })',
    by: 'await python.run({ code: (before += `${code}\\n`), signal, timeoutMs: timeout })',
    and: [
      {
        file: sandbox,
        replace: 'const contexts = new Map<string, { used: boolean }>();',
        by: "const contexts = new Map<string, { used: boolean }>(); let before = '';",
      },
    ],
  },
  {
    id: 'lays-files-of-the-host-out-for-programs',
    requirement: 'PY-BOX-2',
    does: 'It has the files of the host in /tmp under the same names where programs run.',
    file: sandbox,
    replace: 'await python.run({ code, signal, timeoutMs: timeout })',
    by: `await python.run({
        code: (await Promise.all(
          Array.from(new Set(code.match(/\\/tmp\\/[\\w-]+/g)), async (path) => {
            const text = await Bun.file(path).text().catch(() => '');
            return \`open(\${JSON.stringify(path)}, "w").write(\${JSON.stringify(text)})\\n\`;
          }),
        )).join('') + code,
        signal,
        timeoutMs: timeout,
      })`,
  },
  {
    id: 'tells-what-was-printed-for-the-result',
    requirement: 'PY-OUT-1',
    does: 'It tells what a program printed in place of its result, where it printed something.',
    file: outputs,
    replace: 'if (results.length > 0)',
    by: 'if (results.length > 0 && logs.stdout.length === 0)',
  },
  {
    id: 'does-not-mark-warnings',
    requirement: 'PY-OUT-2',
    does: 'It tells what a program warned of like what it printed.',
    file: outputs,
    replace: '\\nError: ${stderr}`',
    by: '\\n${stderr}`',
  },
  {
    id: 'tells-nothing-of-quiet-programs',
    requirement: 'PY-OUT-3',
    does: 'It tells the model nothing of a program that is quiet.',
    file: outputs,
    replace: "return 'Code executed successfully';",
    by: "return '';",
  },
]);

const steps = 'mock/apps/code-interpreter/worker.ts';

/** What the model is asked in its steps, and what is answered from them. */
export const stepMutants = defineMutants([
  {
    id: 'offers-a-tool-of-two-parameters',
    requirement: 'PY-TOOL-1',
    does: 'It offers the model a tool that takes the name of a file beside the program.',
    file: steps,
    replace: "properties: { code: { type: 'string', description: 'The Python code to execute' } },",
    by: "properties: { code: { type: 'string', description: 'The Python code to execute' }, file: { type: 'string' } },",
  },
  {
    id: 'writes-no-programs-about-fibonacci-numbers',
    requirement: 'PY-TOOL-3',
    does: 'Its model answers prompts about Fibonacci numbers without a program.',
    first: 'about Fibonacci',
    file: 'mock/engines/models/scripted/python.ts',
    replace: ' ?? fibonacci(prompt)',
    by: '',
  },
  {
    id: 'answers-with-the-last-output',
    requirement: 'PY-RUN-5',
    does: 'It answers with the output of the last program, not with what the model made of it.',
    first: 'output of a program that the model wants',
    file: steps,
    replace: 'return said;',
    by: "const last = messages.at(-1); return last?.['role'] === 'tool' ? String(last['content']) : said;",
  },
  {
    id: 'takes-a-sixth-step',
    requirement: 'PY-LIM-1',
    does: 'It asks the model six times.',
    file: steps,
    replace: 'step < mostSteps',
    by: 'step <= mostSteps',
  },
  {
    id: 'tells-the-model-who-it-is',
    requirement: 'PY-MODEL-1',
    does: 'It asks the model with a message of the system before the prompt.',
    file: steps,
    replace: "[{ role: 'user', content: prompt }]",
    by: "[{ role: 'system', content: 'You run Python.' }, { role: 'user', content: prompt }]",
  },
]);
