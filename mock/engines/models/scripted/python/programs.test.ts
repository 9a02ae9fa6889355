import { afterAll, describe, expect, it } from 'vitest';
import { createPython } from '../../../python/index.ts';
import { pythonTasks } from '../testing/python-tasks.ts';
import { planPython } from './plan-python.ts';
import { pythonList, pythonText } from './source.ts';

/** Loaded here alone: a Python takes its time to start. */
const python = createPython();

afterAll(() => python.close());

/** Runs programs one after the other in one run, each by itself; gives what each printed, or its error. */
async function outputsOf(programs: readonly string[]): Promise<readonly string[]> {
  const { stdout, error } = await python.run({
    code: [
      'import contextlib, io, json',
      'outputs = []',
      `for program in ${pythonList(programs.map(pythonText))}:`,
      '    output = io.StringIO()',
      '    try:',
      '        with contextlib.redirect_stdout(output):',
      '            exec(program, {})',
      '        outputs.append(output.getvalue().rstrip())',
      '    except Exception as error:',
      '        outputs.append(repr(error))',
      'print(json.dumps(outputs))',
    ].join('\n'),
  });
  if (error) throw new Error(`${error.name}: ${error.message}`);
  return JSON.parse(stdout);
}

describe('programs that are run', () => {
  it.each(Object.entries(pythonTasks))(
    'print what was asked for: %s',
    async (_, tasks) => {
      const outputs = await outputsOf(tasks.map(([prompt]) => planPython(prompt) ?? ''));
      expect(tasks.map(([prompt], index) => [prompt, outputs[index]])).toEqual(tasks);
    },
    60_000,
  );
});
