import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { createPython, type PythonEngine, type PythonOutcome } from '../../mock/engines/python/index.ts';

/** A program of `fixtures/python`. */
interface HostileProgram {
  /** The name of its file. */
  readonly name: string;
  readonly code: string;
  /** Errors that it may end with; undefined for any. */
  readonly errors?: readonly string[];
}

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'python');
const limits = ['MemoryError', 'OutputLimitError', 'RecursionError', 'InterpreterError'];

/** Reads the hostile programs. @throws TypeError when a header does not state the expected outcome */
export async function readHostilePrograms(): Promise<HostileProgram[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py')).sort();
  return Promise.all(
    names.map(async (name) => {
      const code = await readFile(join(folder, name), 'utf8');
      const [, must, kinds = ''] = /^# Tries to .*\.\n# (M.*?)(?: (?:with|at) (.*))?\.\n/.exec(code) ?? [];
      if (must === 'May end well') return { name, code };
      if (must !== 'Must end') throw new TypeError(`${name} does not state the expected outcome`);
      return { name, code, errors: kinds === 'a limit' ? limits : kinds.split(' or ') };
    }),
  );
}

/** Things of the host that no program may find, see or change. */
interface Canaries {
  /** Fills the names of the canaries into a program. */
  arm(code: string): string;
  /** Lists what was touched, or leaked in an outcome. */
  touched(outcome: PythonOutcome): Promise<string[]>;
  close(): Promise<void>;
}

const secret = 'canary-7f3b1c9e';
const variable = 'TOUCHSTONE_CANARY';

/** Makes a file and a variable with a secret, and a listener on loopback that counts connections. */
async function layOutCanaries(): Promise<Canaries> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-canary-'));
  const file = join(folder, 'secret');
  await writeFile(file, secret);
  process.env[variable] = secret;
  let visitors = 0;
  const server = createServer((socket) => {
    visitors += 1;
    socket.end(secret);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    arm: (code) =>
      code
        .replaceAll('HOST_FILE', JSON.stringify(file))
        .replaceAll('HOST_VARIABLE', JSON.stringify(variable))
        .replaceAll('HOST_PORT', String(port)),
    async touched(outcome) {
      const content = await readFile(file, 'utf8').catch(() => 'gone');
      const made = await readFile(`${file}.touched`).catch(() => undefined);
      return [
        ...(JSON.stringify(outcome).includes(secret) ? ['the secret was leaked'] : []),
        ...(content === secret ? [] : ['the file was changed']),
        ...(made ? ['a file was made'] : []),
        ...(visitors > 0 ? [`${visitors} connections came`] : []),
        ...(process.env[variable] === secret ? [] : ['the environment was changed']),
      ];
    },
    async close() {
      delete process.env[variable];
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}

const harmless = `import json, math, os, re, sys
ok = [sum(range(10)), len("abc"), repr([1]), str(2), json.dumps({"a": 1}), math.factorial(5), os.getcwd()]
left = [n for n in ("/tmp/marker", "/tmp/fill", "/tmp/db", "/tmp/l", "marker") if os.path.exists(n)]
print(ok, left, "PYTHONPATH" in os.environ, "poison" in vars(dict), re.sub("a", "b", "aa"), sys.getrecursionlimit())
ok[0] + 1`;

/** The outcome of the harmless program if nothing was left behind. */
const harmlessOutcome = {
  stdout: `[45, 3, '[1]', '2', '{"a": 1}', 120, '/home/user'] [] False False bb 1000\n`,
  stderr: '',
  results: [{ text: '46' }],
};

/** Number of parallel programs, and time limit of each in milliseconds. */
const together = 2;
const timeoutMs = 800;

/**
 * Runs all hostile programs, with the harmless one in between.
 *
 * @returns the problems, each with the name of its program
 */
async function runHostile(engine: PythonEngine, canaries: Canaries): Promise<string[]> {
  const waiting = await readHostilePrograms();
  const wrong: string[] = [];
  let rounds = 0;
  const work = async () => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      const { name, code, errors } = program;
      const outcome = await engine.run({ code: canaries.arm(code), timeoutMs });
      const end = outcome.error?.name ?? 'no error';
      if (errors && ![...errors, 'TimeoutError'].includes(end)) wrong.push(`${name}: ends with ${end}`);
      wrong.push(...(await canaries.touched(outcome)).map((what) => `${name}: ${what}`));
      if (outcome.durationMs > timeoutMs + 2_000) wrong.push(`${name}: took ${outcome.durationMs} ms`);
      rounds += 1;
      if (rounds % 4 > 0 && waiting.length > together) continue;
      const { stdout, stderr, results, error } = await engine.run({ code: harmless });
      const output = JSON.stringify({ stdout, stderr, results, error });
      if (output !== JSON.stringify(harmlessOutcome)) wrong.push(`${name}: leaves ${output}`);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return wrong;
}

/** When run as a program, it prints the result as JSON. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const canaries = await layOutCanaries();
  const python = createPython({ runsAtOnce: together, warm: together });
  await python.status();
  console.log(JSON.stringify(await runHostile(python, canaries)));
  await python.close();
  await canaries.close();
  process.exit();
}
