import { defineMutants, mutant } from '../mutant.ts';

const worker = 'mock/apps/code-interpreter/worker.ts';

/** HTTP requests and answers of the code interpreter. */
export const requestMutants = defineMutants([
  mutant('PY-RUN-1', 'refuses-prompts-outside-ascii', {
    first: 'any script',
    file: worker,
    replace: "if (typeof input !== 'string')",
    by: "if (typeof input !== 'string' || /\\P{ASCII}/u.test(input))",
  }),
  mutant('PY-RUN-2', 'takes-a-prompt-for-an-input', {
    first: 'prompt',
    file: worker,
    replace: "body['input'] : undefined",
    by: "(body['input'] ?? body['prompt']) : undefined",
  }),
  mutant('PY-RUN-3', 'makes-text-of-any-input', {
    file: worker,
    replace: "if (typeof input !== 'string')",
    by: "if (typeof input === 'object')",
    and: [{ file: worker, replace: 'answerPrompt(env, input)', by: 'answerPrompt(env, String(input))' }],
  }),
  mutant('PY-RUN-4', 'answers-with-a-text-of-json', {
    first: 'not with JSON',
    file: worker,
    replace: "return getText((await answerPrompt(env, input)) || 'No response generated');",
    by: "return getText(JSON.stringify((await answerPrompt(env, input)) || 'No response generated'));",
  }),
  mutant('PY-RUN-6', 'answers-nothing-with-nothing', {
    first: 'the model says nothing',
    file: worker,
    replace: "|| 'No response generated'",
    by: "?? 'No response generated'",
  }),
  mutant('PY-HTTP-1', 'serves-what-is-below-run', {
    file: worker,
    replace: "pathname !== '/run'",
    by: '!/^\\/run(?:\\/|$)/.test(pathname)',
  }),
  mutant('PY-HTTP-2', 'asks-the-model-with-an-empty-prompt', {
    first: 'an empty prompt',
    file: worker,
    replace: " || input === ''",
    by: '',
  }),
  mutant('PY-HTTP-3', 'takes-what-is-no-json-for-no-input', {
    file: worker,
    replace: "throw new Error('The request body is not JSON');",
    by: 'return null;',
  }),
  mutant('PY-HTTP-4', 'hides-what-a-model-failed-with', {
    file: worker,
    replace: 'error instanceof Error ? error.message : String(error), 500',
    by: "error instanceof SyntaxError ? error.message : 'Internal Server Error', 500",
  }),
]);

const outputs = 'mock/apps/code-interpreter/worker.ts';
const sandbox = 'mock/bindings/sandbox/sandbox-binding.ts';

/** Programs, their reported output, and what they can reach. */
export const programMutants = defineMutants([
  mutant('PY-TOOL-2', 'returns-the-last-line-alone', {
    first: 'text after a program',
    file: outputs,
    replace: "const stdout = logs.stdout.join('\\n');",
    by: "const stdout = logs.stdout.join('\\n').replace(/^[^]*\\n(?=.)/, '');",
  }),
  mutant('PY-BOX-2', 'lays-files-of-the-host-out-for-programs', {
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
  }),
  mutant('PY-OUT-1', 'tells-what-was-printed-for-the-result', {
    file: outputs,
    replace: 'if (results.length > 0)',
    by: 'if (results.length > 0 && logs.stdout.length === 0)',
  }),
  mutant('PY-OUT-2', 'does-not-mark-warnings', {
    file: outputs,
    replace: '\\nError: ${stderr}`',
    by: '\\n${stderr}`',
  }),
  mutant('PY-OUT-3', 'tells-nothing-of-quiet-programs', {
    file: outputs,
    replace: "return 'Code executed successfully';",
    by: "return '';",
  }),
]);

const steps = 'mock/apps/code-interpreter/worker.ts';

/** The model's requests in each step, and the answer made from them. */
export const stepMutants = defineMutants([
  mutant('PY-TOOL-1', 'offers-a-tool-of-two-parameters', {
    file: steps,
    replace: "properties: { code: { type: 'string', description: 'The Python code to execute' } },",
    by: "properties: { code: { type: 'string', description: 'The Python code to execute' }, file: { type: 'string' } },",
  }),
  mutant('PY-TOOL-3', 'runs-no-programs-of-prompts', {
    first: 'about programs',
    file: 'mock/engines/models/scripted/python.ts',
    replace: 'return fencedPython(prompt) ?? ',
    by: 'return ',
  }),
  mutant('PY-RUN-5', 'answers-with-the-last-output', {
    first: 'text after a program',
    file: steps,
    replace: 'return lastText;',
    by: "const last = messages.at(-1); return last?.['role'] === 'tool' ? String(last['content']) : lastText;",
  }),
  mutant('PY-LIM-1', 'takes-a-sixth-step', {
    file: steps,
    replace: 'step < mostSteps',
    by: 'step <= mostSteps',
  }),
  mutant('PY-MODEL-1', 'tells-the-model-who-it-is', {
    file: steps,
    replace: "[{ role: 'user', content: prompt }]",
    by: "[{ role: 'system', content: 'You run Python.' }, { role: 'user', content: prompt }]",
  }),
]);
