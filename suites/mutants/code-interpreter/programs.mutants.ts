import { defineMutants } from '../mutant.ts';

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
