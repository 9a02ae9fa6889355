import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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

/** Traces a program could leave for the next one: how to write and read them. */
const traces: readonly (readonly [
  what: string,
  write: string,
  read: string,
  proves: 'PY-BOX-1' | 'PY-BOX-3',
])[] = [
  ['a variable', 'left = "WORD"', 'left', 'PY-BOX-1'],
  ['a module', 'import math\nmath.left = "WORD"', '__import__("math").left', 'PY-BOX-1'],
  ['a built-in name', 'import builtins\nbuiltins.mine = "WORD"', 'mine', 'PY-BOX-1'],
  [
    'a loaded module',
    'import sys\nsys.modules["own"] = "WORD"',
    '__import__("sys").modules["own"]',
    'PY-BOX-1',
  ],
  [
    'the environment',
    'import os\nos.environ["LEFT"] = "WORD"',
    '__import__("os").environ["LEFT"]',
    'PY-BOX-1',
  ],
  [
    'a class',
    'import fractions\nfractions.Fraction.left = "WORD"',
    '__import__("fractions").Fraction.left',
    'PY-BOX-1',
  ],
  ['a file', 'open("left.txt", "w").write("WORD")', 'open("left.txt").read()', 'PY-BOX-3'],
  ['a file in /tmp', 'open("/tmp/left.txt", "w").write("WORD")', 'open("/tmp/left.txt").read()', 'PY-BOX-3'],
];

/** A program that prints the traces it finds. */
const looking = traces
  .map(
    ([what, , read]) =>
      `\ntry:\n    print("${what}:", ${read})\nexcept BaseException:\n    print("${what} is not there")`,
  )
  .join('');

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

/** Programs that exhaust resources or kill the interpreter. */
const greedy: readonly (readonly [what: string, code: string])[] = [
  ['memory', 'x = bytearray(10 ** 13)\nprint(len(x))'],
  ['deep recursion', 'def f(n):\n    return f(n + 1)\nprint(f(0))'],
  ['a forced exit', 'import os\nos._exit(1)'],
  ['a kill signal', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'],
];

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
  test(['PY-BOX-1', 'PY-BOX-3'], 'isolates each program from those before it', async (t) => {
    const word = randomWord();
    const seen = await run(t, traces.map(([, left]) => left.replaceAll('WORD', word)).join('\n') + looking);
    for (const [where] of traces)
      ok(seen.includes(`${where}: ${word}`), `a program can't leave ${where}: ${seen}`);
    // Requests may alternate between interpreters.
    const later = [await run(t, looking), await run(t, looking)].join('\n');
    for (const [where, , , proves] of traces)
      await t.check(proves, () =>
        ok(!later.includes(`${where}: ${word}`), `a program finds ${where} of an earlier one`),
      );
  }),
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
  test('PY-BOX-4', 'serves other requests while a program runs', async (t) => {
    // A busy machine delays both programs, so a late answer gets another try with more time.
    for (const seconds of [1, 10, 40]) {
      const order: string[] = [];
      const runs = [`import time\ntime.sleep(${seconds})\nprint("slept")`, 'print("awake")'].map(
        async (code) => {
          const answer = await run(t, code);
          order.push(answer);
        },
      );
      await Promise.all(runs);
      if (order[0]?.includes('awake') && order[1]?.includes('slept')) return;
    }
    ok(false, 'a program waits for a slow one to end');
  }),
  test('PY-BOX-5', 'serves requests after programs that exhaust or kill the interpreter', async (t) => {
    for (const [what, code] of greedy) ok((await run(t, code)) !== '', `${what}: the answer is empty`);
    const word = randomWord();
    ok((await run(t, `print("${word}")`)).includes(word), 'the next program does not run');
  }),
  {
    title: 'keeps programs from the network',
    requirements: ['PY-BOX-6'],
    features: ['code-interpreter'],
    run: async (t) => {
      if (!isLoopbackHost(new URL(t.interpreter).hostname))
        t.skip("only an interpreter on this machine could reach this test's server");
      let reached = 0;
      const server = createServer((_, response) => {
        reached++;
        response.end('reached');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const address = server.address();
        const port = typeof address === 'object' ? address?.port : 0;
        const answer = await tryAll(t, [
          `import urllib.request\nprint(urllib.request.urlopen("http://127.0.0.1:${port}", timeout=1).read())`,
          `import socket\ns = socket.create_connection(("127.0.0.1", ${port}), 1)\ns.send(b"GET / HTTP/1.0\\r\\n\\r\\n")\nprint(s.recv(100))`,
          `import js\njs.fetch("http://127.0.0.1:${port}")`,
          `import pyodide.http\nprint(pyodide.http.open_url("http://127.0.0.1:${port}").read())`,
        ]);
        ok(!answer.includes('reached'), `a program reaches the network: ${answer}`);
        equal(reached, 0, 'the requests that programs sent');
      } finally {
        server.close();
      }
    },
  },
  {
    title: 'keeps programs from starting processes',
    requirements: ['PY-BOX-7'],
    features: ['code-interpreter'],
    run: async (t) => {
      const [a, b] = [randomInteger(10_000, 99_999), randomInteger(10_000, 99_999)];
      // The product shows that a shell calculated it.
      const sum = `echo $((${a} * ${b}))`;
      const codes = [
        `import os\nprint(os.system("${sum}"))`,
        `import os\nprint(os.popen("${sum}").read())`,
        `import subprocess\nprint(subprocess.check_output("${sum}", shell=True))`,
        `import os\nos.execv("/bin/sh", ["sh", "-c", "${sum}"])`,
      ];
      const answer = await tryAll(t, codes);
      ok(!answer.includes(String(a * b)), `a program starts a process: ${answer}`);
    },
  },
  {
    title: 'reports a missing package by name',
    requirements: ['PY-BOX-8'],
    features: ['code-interpreter'],
    run: async (t) => {
      for (const name of ['numpy', 'nonsense_of_touchstone']) {
        const answer = await run(t, `import ${name}`);
        match(answer, /ModuleNotFoundError/, `the answer to import ${name}`);
        ok(answer.includes(name), `the answer to import ${name} does not name it: ${answer}`);
      }
    },
  },
]);
