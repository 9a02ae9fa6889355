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

/** The outputs of programs as the model is told them. */
async function outputsFor(t: TestContext, codes: readonly string[]): Promise<readonly unknown[]> {
  const prompt = `Do as you are told for ${t.title()}.`;
  await replies(t, prompt, [wants(...codes), { text: 'Done.' }]);
  await answered(t, prompt);
  const told = getOutputs(await getSteps(t, prompt));
  equal(told.length, codes.length, 'the number of outputs that the model was told');
  return told;
}

/** Programs, and what comes of them: sandbox-sdk. */
const outputs: readonly (readonly [
  what: string,
  code: string,
  output: string | RegExp,
  proves: KnownRequirementId,
])[] = [
  ['what it printed', 'print(1)\nprint("b", end="")', '1\nb', 'PY-OUT-2'],
  ['the value of its last expression alone', 'print("noise")\n6 * 7', '42', 'PY-OUT-1'],
  ['no value where the last expression is None', 'print("told")\nNone', 'told\n', 'PY-OUT-2'],
  ['the text of a value as Python writes it', '"a" + "b"', "'ab'", 'PY-OUT-1'],
  [
    'what it warned of, behind what it printed',
    'import sys\nprint("out")\nprint("warned", file=sys.stderr)',
    /^out\n+Error: warned\n?$/,
    'PY-OUT-2',
  ],
  ['that it ran, where it was quiet', 'x = 1', 'Code executed successfully', 'PY-OUT-3'],
  ['its error', '1 / 0', 'Error: ZeroDivisionError: division by zero', 'PY-OUT-4'],
  ['its error alone', 'print("before")\n{}["key"]', "Error: KeyError: 'key'", 'PY-OUT-4'],
  ['its error of syntax', 'print(', /^Error: .*SyntaxError/, 'PY-OUT-4'],
  [
    'an error of its own',
    'class Odd(Exception): pass\nraise Odd("so it is")',
    'Error: Odd: so it is',
    'PY-OUT-4',
  ],
];

/** What a program could leave behind for the next one: how it is written and read. */
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

/** A program that tells what it finds of that. */
const looking = traces
  .map(
    ([what, , read]) =>
      `\ntry:\n    print("${what}:", ${read})\nexcept BaseException:\n    print("${what} is not there")`,
  )
  .join('');

/** A program that tries programs one after the other, whatever comes of each. */
const runEach = (codes: readonly string[]) =>
  `for code in ${JSON.stringify(codes)}:
    try:
        exec(code)
    except BaseException as error:
        print(type(error).__name__)
print("all tried")`;

/** Has programs run, in one where that holds all of them, and gives the answers. */
async function tryAll(t: TestContext, codes: readonly string[]): Promise<string> {
  const said = [await run(t, runEach(codes))];
  // One of them may have ended the interpreter before the others.
  if (!said[0]?.includes('all tried')) for (const code of codes) said.push(await run(t, code));
  return said.join('\n');
}

/** Programs that want too much. */
const greedy: readonly (readonly [what: string, code: string])[] = [
  ['memory', 'x = bytearray(10 ** 13)\nprint(len(x))'],
  ['calls in calls', 'def f(n):\n    return f(n + 1)\nprint(f(0))'],
  ['an end by force', 'import os\nos._exit(1)'],
  ['an end by signal', 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)'],
];

/** Ways to read a file of the machine that the interpreter is on. */
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

/** Programs, what they tell, and what they must not reach. */
export const interpreterProgramsSuite = defineSuite('code-interpreter/programs', [
  test(['PY-TOOL-2', 'PY-TOOL-3'], 'answers with what a program printed', async (t) => {
    const [word, a, b] = [randomWord(), randomInteger(1_000, 9_999), randomInteger(1_000, 9_999)];
    const said = await run(t, `print("${word}"[::-1].upper(), ${a} * ${b} - 1)`);
    ok(said.includes([...word].reverse().join('').toUpperCase()), `the answer is ${said}, without the text`);
    ok(said.includes(String(a * b - 1)), `the answer is ${said}, without the number`);
  }),
  {
    title: 'tells the model what came of programs: results, else an error, else what they wrote',
    requirements: ['PY-OUT-1', 'PY-OUT-2', 'PY-OUT-3', 'PY-OUT-4', 'PY-TOOL-2'],
    features: ['admin'],
    run: async (t) => {
      const told = await outputsFor(
        t,
        outputs.map(([, code]) => code),
      );
      for (const [at, [what, , output, proves]] of outputs.entries())
        await t.check(proves, () => {
          if (typeof output === 'string') equal(told[at], output, `the output of a program: ${what}`);
          else match(told[at], output, `the output of a program: ${what}`);
        });
    },
  },
  test(['PY-BOX-1', 'PY-BOX-3'], 'leaves nothing of a program to the next ones', async (t) => {
    const word = randomWord();
    const seen = await run(t, traces.map(([, left]) => left.replaceAll('WORD', word)).join('\n') + looking);
    for (const [where] of traces)
      ok(seen.includes(`${where}: ${word}`), `a program can't leave ${where}: ${seen}`);
    // Interpreters may take turns.
    const later = [await run(t, looking), await run(t, looking)].join('\n');
    for (const [where, , , proves] of traces)
      await t.check(proves, () =>
        ok(!later.includes(`${where}: ${word}`), `a program finds ${where} of another one`),
      );
  }),
  test('PY-BOX-2', 'keeps the files of its machine from programs', async (t) => {
    if (!isLoopbackHost(new URL(t.interpreter).hostname))
      t.skip('a file can only be laid out for an interpreter on this machine');
    const word = randomWord(24);
    const path = join(tmpdir(), `touchstone-${randomWord()}`);
    await writeFile(path, word);
    try {
      const said = await tryAll(t, readers(JSON.stringify(path)));
      ok(!said.includes(word), `a program reads a file of its machine: ${said}`);
    } finally {
      await rm(path);
    }
  }),
  test('PY-BOX-4', 'lets others be served while a program takes its time', async (t) => {
    // A machine that is busy takes its time with both, so whoever is late may try again with more of it.
    for (const seconds of [1, 10, 40]) {
      const order: string[] = [];
      const asked = [`import time\ntime.sleep(${seconds})\nprint("slept")`, 'print("awake")'].map(
        async (code) => {
          const said = await run(t, code);
          order.push(said);
        },
      );
      await Promise.all(asked);
      if (order[0]?.includes('awake') && order[1]?.includes('slept')) return;
    }
    ok(false, 'a program waits until another one, that takes its time, has ended');
  }),
  test('PY-BOX-5', 'goes on after programs that want too much, or an end of everything', async (t) => {
    for (const [what, code] of greedy) ok((await run(t, code)) !== '', `there is no answer to ${what}`);
    const word = randomWord();
    ok((await run(t, `print("${word}")`)).includes(word), 'the next program is not run');
  }),
  {
    title: 'keeps programs from the network',
    requirements: ['PY-BOX-6'],
    features: ['code-interpreter'],
    run: async (t) => {
      if (!isLoopbackHost(new URL(t.interpreter).hostname))
        t.skip('only an interpreter on this machine could reach what stands here');
      let reached = 0;
      const server = createServer((_, response) => {
        reached++;
        response.end('reached');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        const address = server.address();
        const port = typeof address === 'object' ? address?.port : 0;
        const said = await tryAll(t, [
          `import urllib.request\nprint(urllib.request.urlopen("http://127.0.0.1:${port}", timeout=1).read())`,
          `import socket\ns = socket.create_connection(("127.0.0.1", ${port}), 1)\ns.send(b"GET / HTTP/1.0\\r\\n\\r\\n")\nprint(s.recv(100))`,
          `import js\njs.fetch("http://127.0.0.1:${port}")`,
          `import pyodide.http\nprint(pyodide.http.open_url("http://127.0.0.1:${port}").read())`,
        ]);
        ok(!said.includes('reached'), `a program reaches the network: ${said}`);
        equal(reached, 0, 'the requests that programs sent');
      } finally {
        server.close();
      }
    },
  },
  {
    title: 'keeps programs from starting others',
    requirements: ['PY-BOX-7'],
    features: ['code-interpreter'],
    run: async (t) => {
      const [a, b] = [randomInteger(10_000, 99_999), randomInteger(10_000, 99_999)];
      // The product shows that a shell has calculated it.
      const sum = `echo $((${a} * ${b}))`;
      const codes = [
        `import os\nprint(os.system("${sum}"))`,
        `import os\nprint(os.popen("${sum}").read())`,
        `import subprocess\nprint(subprocess.check_output("${sum}", shell=True))`,
        `import os\nos.execv("/bin/sh", ["sh", "-c", "${sum}"])`,
      ];
      const said = await tryAll(t, codes);
      ok(!said.includes(String(a * b)), `a program starts another one: ${said}`);
    },
  },
  {
    title: 'says of a package that is not there that it is not',
    requirements: ['PY-BOX-8'],
    features: ['code-interpreter'],
    run: async (t) => {
      for (const name of ['numpy', 'nonsense_of_touchstone']) {
        const said = await run(t, `import ${name}`);
        match(said, /ModuleNotFoundError/, `what is said of import ${name}`);
        ok(said.includes(name), `the answer to import ${name} does not name it: ${said}`);
      }
    },
  },
]);
