import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnownRequirementId } from '../../spec/requirements.ts';
import { equal, match, ok } from '../harness/assertions.ts';
import type { TestContext } from '../harness/context.ts';
import { isLoopbackHost } from '../harness/loopback.ts';
import { defineSuite, test } from '../harness/suite.ts';
import { answered, randomInteger, randomWord, run } from './asking.ts';
import { getOutputs, getSteps, replies, wants } from './conversation.ts';

/** The outputs of programs, as the model receives them. */
async function outputsFor(t: TestContext, codes: readonly string[]): Promise<readonly unknown[]> {
  const prompt = `Do as you are told for ${t.title()}.`;
  await replies(t, prompt, [wants(...codes), { text: 'Done.' }]);
  await answered(t, prompt);
  const received = getOutputs(await getSteps(t, prompt));
  equal(received.length, codes.length, 'the number of outputs that the model received');
  return received;
}

/** Programs and their outputs: sandbox-sdk. */
const outputs: readonly (readonly [
  what: string,
  code: string,
  output: string | RegExp,
  proves: KnownRequirementId,
])[] = [
  ['what it printed', 'print(1)\nprint("b", end="")', '1\nb', 'PY-OUT-2'],
  ['only the value of its last expression', 'print("noise")\n6 * 7', '42', 'PY-OUT-1'],
  ['no value where the last expression is None', 'print("told")\nNone', 'told\n', 'PY-OUT-2'],
  ['the repr of a string value', '"a" + "b"', "'ab'", 'PY-OUT-1'],
  [
    'its warnings, after its output',
    'import sys\nprint("out")\nprint("warned", file=sys.stderr)',
    /^out\n+Error: warned\n?$/,
    'PY-OUT-2',
  ],
  ['a success message for no output', 'x = 1', 'Code executed successfully', 'PY-OUT-3'],
  ['its error', '1 / 0', 'Error: ZeroDivisionError: division by zero', 'PY-OUT-4'],
  ['its error alone', 'print("before")\n{}["key"]', "Error: KeyError: 'key'", 'PY-OUT-4'],
  ['its syntax error', 'print(', /^Error: .*SyntaxError/, 'PY-OUT-4'],
  [
    'an error class of its own',
    'class Odd(Exception): pass\nraise Odd("so it is")',
    'Error: Odd: so it is',
    'PY-OUT-4',
  ],
];

/** A program that runs programs one after the other, even after errors. */
const runEach = (codes: readonly string[]) =>
  `for code in ${JSON.stringify(codes)}:
    try:
        exec(code)
    except BaseException as error:
        print(type(error).__name__)
print("all tried")`;

/** Runs all programs in one if possible, and returns the answers. */
async function tryAll(t: TestContext, codes: readonly string[]): Promise<string> {
  const answers = [await run(t, runEach(codes))];
  // One of them may have ended the interpreter early.
  if (!answers[0]?.includes('all tried')) for (const code of codes) answers.push(await run(t, code));
  return answers.join('\n');
}

/** Ways to read a file of the interpreter's host. */
const readers = (file: string) => [
  `print(open(${file}).read())`,
  `import pathlib\nprint(pathlib.Path(${file}).read_text())`,
  `import os\nos.system("cat " + ${file})`,
  `import os\nprint(os.popen("cat " + ${file}).read())`,
  `import subprocess\nprint(subprocess.run(["cat", ${file}], capture_output=True).stdout)`,
  `import js\nprint(js.process.getBuiltinModule("fs").readFileSync(${file}, "utf8"))`,
  `import js\nprint(js.Function("return process")().getBuiltinModule("fs").readFileSync(${file}, "utf8"))`,
  `import js\nprint(js.Deno.readTextFileSync(${file}))`,
  `import pyodide_js\npyodide_js.mountNodeFS("/mnt", "/")\nprint(open("/mnt" + ${file}).read())`,
];

/** What programs output, and what they must not reach. */
export const interpreterProgramsSuite = defineSuite('code-interpreter/programs', [
  test(['PY-TOOL-2', 'PY-TOOL-3'], 'answers with the output of a program', async (t) => {
    const [word, a, b] = [randomWord(), randomInteger(1_000, 9_999), randomInteger(1_000, 9_999)];
    const answer = await run(t, `print("${word}"[::-1].upper(), ${a} * ${b} - 1)`);
    ok(
      answer.includes([...word].reverse().join('').toUpperCase()),
      `the answer is ${answer}, without the text`,
    );
    ok(answer.includes(String(a * b - 1)), `the answer is ${answer}, without the number`);
  }),
  {
    title: 'tells the model the result of a program, otherwise its error, otherwise its output',
    requirements: ['PY-OUT-1', 'PY-OUT-2', 'PY-OUT-3', 'PY-OUT-4', 'PY-TOOL-2'],
    features: ['admin'],
    run: async (t) => {
      const received = await outputsFor(
        t,
        outputs.map(([, code]) => code),
      );
      for (const [at, [what, , output, proves]] of outputs.entries())
        await t.check(proves, () => {
          if (typeof output === 'string') equal(received[at], output, `the output of a program: ${what}`);
          else match(received[at], output, `the output of a program: ${what}`);
        });
    },
  },
  test('PY-BOX-2', "keeps programs from its host's files", async (t) => {
    if (!isLoopbackHost(new URL(t.interpreter).hostname))
      t.skip('only an interpreter on this machine could read a file of this test');
    const word = randomWord(24);
    const path = join(tmpdir(), `touchstone-${randomWord()}`);
    await writeFile(path, word);
    try {
      const answer = await tryAll(t, readers(JSON.stringify(path)));
      ok(!answer.includes(word), `a program reads a file of the host: ${answer}`);
    } finally {
      await rm(path);
    }
  }),
]);
