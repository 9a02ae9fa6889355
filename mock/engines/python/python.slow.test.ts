import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPython, type PythonEngine } from './index.ts';
import { createLocalPython } from './without-python.ts';

let python: PythonEngine;
beforeAll(async () => {
  // On a busy machine a program may not run for a while: it must notice that it is interrupted.
  python = createPython({ warm: 1, graceMs: 1_000 });
  expect(await python.status()).toEqual({ found: true, product: 'Pyodide/314.0.7' });
}, 120_000);
afterAll(() => python.close());

const run = async (code: string, timeoutMs = 20_000) => {
  const { durationMs, ...outcome } = await python.run({ code, timeoutMs });
  return outcome;
};
const silent = { stdout: '', stderr: '' };

describe('a Python program', () => {
  it.each([
    ['is shown as it is', '6 * 7', [{ text: '42' }]],
    ['is dropped if it is None', 'None', []],
    ['does not exist after a final statement', 'x = 1', []],
    ['is JSON if it is a dictionary', '{"a": [1, None, "é"]}', [{ json: { a: [1, null, 'é'] } }]],
    ['is JSON if it is a list', '[1, 2.5, True]', [{ json: [1, 2.5, true] }]],
    ['is text if JSON cannot represent the list', '[{1}, float("nan")]', [{ text: '[{1}, nan]' }]],
    ['comes after displayed values', 'display(1, "a")\n2', [{ text: '1' }, { text: "'a'" }, { text: '2' }]],
  ])('has a last expression that %s', async (_, code, results) => {
    expect(await run(code)).toEqual({ ...silent, results });
  });

  it('has results in the formats its classes offer', async () => {
    const code = `class A:
    def __repr__(self): return 'A'
    def _repr_html_(self): return '<b>A</b>'
    def _repr_png_(self): return b'png'
    def _repr_json_(self): return {'a': 1}
A()`;
    const results = [{ text: 'A', html: '<b>A</b>', png: 'cG5n', json: { a: 1 } }];
    expect(await run(code)).toEqual({ ...silent, results });
  });

  it('has deeply nested results', async () => {
    const [{ json } = {}] = (await run('import json\njson.loads("[" * 400 + "]" * 400)')).results;
    expect(JSON.stringify(json)).toBe('['.repeat(400) + ']'.repeat(400));
  });

  it('has separate output streams, each in the order it was written', async () => {
    const code = 'import sys\nprint(1)\nprint("e", file=sys.stderr)\nprint("é")\nsys.stdout.write("x")\nNone';
    expect(await run(code)).toEqual({ stdout: '1\né\nx', stderr: 'e\n', results: [] });
  });

  it('gets the position of its error', async () => {
    expect(await run('def f():\n    return 1 / 0\nprint("a")\nf()')).toEqual({
      stdout: 'a\n',
      stderr: '',
      results: [],
      error: {
        name: 'ZeroDivisionError',
        message: 'division by zero',
        traceback: [
          'Traceback (most recent call last):',
          '  File "<code>", line 4, in <module>',
          '    f()',
          '    ~^^',
          '  File "<code>", line 2, in f',
          '    return 1 / 0',
          '           ~~^~~',
          'ZeroDivisionError: division by zero',
        ],
        lineNumber: 4,
      },
    });
  });

  it.each([
    ['invalid Python', 'def f(:', 'SyntaxError', 'invalid syntax (<code>, line 1)'],
    ['an exit', 'import sys; sys.exit(3)', 'SystemExit', '3'],
    ['missing input', 'input()', 'EOFError', 'EOF when reading a line'],
    ['more memory than allowed', 'bytearray(512 * 1024 * 1024)', 'MemoryError', ''],
    [
      'a link with too long a target',
      'import os; os.symlink("a" * 4097, "/tmp/a")',
      'OSError',
      `[Errno 37] Filename too long: '${'a'.repeat(4_097)}' -> '/tmp/a'`,
    ],
    [
      'a name that is too long',
      'open("a" * 4097, "w")',
      'OSError',
      `[Errno 37] Filename too long: '${'a'.repeat(4_097)}'`,
    ],
    ['threads', 'import threading; threading.Thread().start()', 'RuntimeError', "can't start new thread"],
    [
      'a package',
      'import numpy',
      'ModuleNotFoundError',
      "No module named 'numpy': only the standard library of Python is available here",
    ],
    [
      'JavaScript',
      'import js',
      'ModuleNotFoundError',
      "No module named 'js': only the standard library of Python is available here",
    ],
    [
      'the end of its interpreter',
      'import os; os._exit(3)',
      'InterpreterError',
      'The program ended the interpreter: Exit: Program terminated with exit(3)',
    ],
  ])('fails at %s', async (_, code, name, message) => {
    expect(await run(code)).toMatchObject({ results: [], error: { name, message } });
  });

  it.each([
    ['its modules', 'import statistics, sqlite3, zoneinfo; statistics.mean([1, 2, 3])', '2'],
    ['dates', 'from datetime import date; str(date(2024, 2, 29))', "'2024-02-29'"],
    [
      'tasks',
      'import asyncio\nasync def f():\n    await asyncio.sleep(0.01)\n    return 7\nasyncio.run(f())',
      '7',
    ],
    ['files', 'open("/tmp/a", "w").write("x" * 100000)\nlen(open("/tmp/a").read())', '100000'],
    ['a missing shell', 'import os; os.system("true")', '-1'],
  ])('has %s', async (_, code, text) => {
    expect(await run(code)).toEqual({ ...silent, results: [{ text }] });
  });

  it.each(['random.random()', 'str(uuid.uuid4())', 'secrets.token_hex()'])(
    'has its own randomness: %s',
    async (value) => {
      const code = `import random, secrets, uuid; ${value}`;
      expect(await run(code)).not.toEqual(await run(code));
    },
  );

  it('leaves nothing behind for the next', async () => {
    await run(
      'import builtins, os\nx = 1\nbuiltins.sum = None\nopen("/tmp/left", "w").close()\nos.environ["X"] = "1"',
    );
    const code = 'import os\n["x" in globals(), sum([1, 2]), os.path.exists("/tmp/left"), "X" in os.environ]';
    expect(await run(code)).toEqual({ ...silent, results: [{ json: [false, 3, false, false] }] });
  });
});

describe('a program without an end', () => {
  it('is interrupted if possible, with the position', async () => {
    const outcome = await run('print("a")\nwhile True: pass', 3_000);
    expect(outcome).toMatchObject({
      stdout: 'a\n',
      error: { name: 'TimeoutError', message: 'The program took more than 3 seconds.', lineNumber: 2 },
    });
    expect(outcome.error?.traceback.at(-1)).toBe('TimeoutError: The program took more than 3 seconds.');
  });

  it('is ended if it ignores the interrupt, and its output is kept', async () => {
    const code =
      'print("a")\nwhile True:\n    try:\n        while True: pass\n    except BaseException: print("b")';
    expect(await run(code, 3_000)).toMatchObject({ stdout: 'a\nb\n', error: { name: 'TimeoutError' } });
  });

  it('is ended within an uninterruptible call, and another one runs', async () => {
    expect((await run('sum(iter(int, 1))', 300)).error?.name).toBe('TimeoutError');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await run('1')).toEqual({ ...silent, results: [{ text: '1' }] });
  }, 60_000);

  it('is ended when it writes more than allowed', async () => {
    const { stdout, error } = await run('while True: print("x" * 9)');
    expect(stdout.length).toBe(1_048_576);
    expect(error?.name).toBe('OutputLimitError');
  });

  it('is ended when it is aborted', async () => {
    const going = new AbortController();
    const running = python.run({ code: 'while True: pass', signal: going.signal });
    setTimeout(() => going.abort(new Error('gone')), 100);
    await expect(running).rejects.toThrow('gone');
  });
});

describe('the engine', () => {
  it('refuses a program that is too long', async () => {
    await expect(run('#'.repeat(1_048_577))).rejects.toMatchObject({ code: 'python-too-long' });
  });

  it('refuses programs when too many wait, and all once it is closed', async () => {
    const small = createPython({ warm: 0, runsAtOnce: 1, waitingRuns: 1 });
    const runs = [1, 2, 3].map((n) => small.run({ code: `${n}` }).then(({ results }) => results));
    await expect(runs[2]).rejects.toMatchObject({ code: 'python-busy' });
    expect(await Promise.all(runs.slice(0, 2))).toEqual([[{ text: '1' }], [{ text: '2' }]]);
    await small.close();
    await expect(small.run({ code: '1' })).rejects.toMatchObject({ code: 'python-closed' });
  }, 60_000);

  it('ends the running programs when their process has too much memory, and continues in another one', async () => {
    const small = createPython({ warm: 0, processBytes: 300_000_000 });
    const code = 'print("a")\nkept = [bytearray(100_000_000) for _ in range(2)]\nwhile True: pass';
    const { stdout, error } = await small.run({ code, timeoutMs: 20_000 });
    expect({ stdout, name: error?.name, message: error?.message }).toEqual({
      stdout: 'a\n',
      name: 'MemoryError',
      message: 'The running programs used more memory together than allowed.',
    });
    expect((await small.run({ code: '1' })).results).toEqual([{ text: '1' }]);
    await small.close();
  }, 60_000);
});

it('tells a page that Python needs a server', async () => {
  const python = createLocalPython();
  const reason = 'Python programs run only on Bun, Deno or Node, not in a web page';
  expect(await python.status()).toEqual({ found: false, reason });
  await expect(python.run({ code: '1' })).rejects.toMatchObject({
    code: 'python-no-python',
    message: reason,
  });
  await python.close();
});
