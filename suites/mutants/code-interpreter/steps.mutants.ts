import { defineMutants } from '../mutant.ts';

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
