import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { PythonEngine, PythonOutcome } from '../../mock/engines/python/index.ts';
import type { HostileProgram } from '../record/python.ts';

/** What no program may find, see or change. */
export interface Canaries {
  /** A program with the canaries' names in the places that are left for them. */
  arm(code: string): string;
  /** What of the canaries was touched, or is told by an outcome. */
  touched(outcome: PythonOutcome): Promise<string[]>;
  close(): Promise<void>;
}

const secret = 'canary-7f3b1c9e';
const variable = 'TOUCHSTONE_CANARY';

/** Lays out a file with a secret, a variable with the same, and a listener on loopback that counts who comes. */
export async function layOutCanaries(): Promise<Canaries> {
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
        .replaceAll('{{file}}', JSON.stringify(file))
        .replaceAll('{{env}}', JSON.stringify(variable))
        .replaceAll('{{port}}', String(port)),
    async touched(outcome) {
      const content = await readFile(file, 'utf8').catch(() => 'gone');
      const made = await readFile(`${file}.touched`).catch(() => undefined);
      return [
        ...(JSON.stringify(outcome).includes(secret) ? ['the secret is told'] : []),
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

/** What the harmless program tells of itself, wherever nothing was left behind. */
const harmlessOutcome = {
  stdout: `[45, 3, '[1]', '2', '{"a": 1}', 120, '/home/user'] [] False False bb 1000\n`,
  stderr: '',
  results: [{ text: '46' }],
};

const runHarmless = (engine: PythonEngine): Promise<PythonOutcome> => engine.run({ code: harmless });

/** How hostile programs are run. */
export interface HostileRun {
  /** How many at once. */
  readonly together: number;
  /** The harmless program comes after so many of them, and after the last. */
  readonly harmlessEvery: number;
  readonly timeoutMs: number;
}

/** What came of hostile programs. */
export interface HostileReport {
  /** What must not be, each with the id of its program. */
  readonly wrong: readonly string[];
  /** How many ended with an error. */
  readonly errors: number;
  /** Ids of those that ended well: they did what they wanted to themselves. */
  readonly ended: readonly string[];
  /** Ids of those whose process ended under them. */
  readonly broken: readonly string[];
  readonly seconds: number;
}

/** Runs hostile programs, and the harmless one in between. */
export async function runHostile(
  engine: PythonEngine,
  canaries: Canaries,
  programs: readonly HostileProgram[],
  { together, harmlessEvery, timeoutMs }: HostileRun,
): Promise<HostileReport> {
  const from = performance.now();
  const waiting = [...programs];
  const wrong: string[] = [];
  const ended: string[] = [];
  const broken: string[] = [];
  let errors = 0;
  let rounds = 0;
  const work = async () => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      const { id, code } = program;
      const outcome = await engine.run({ code: canaries.arm(code), timeoutMs });
      if (outcome.error) errors += 1;
      else ended.push(id);
      if (outcome.error?.message.startsWith('The process ended')) broken.push(id);
      wrong.push(...(await canaries.touched(outcome)).map((what) => `${id}: ${what}`));
      if (outcome.durationMs > timeoutMs + 2_000) wrong.push(`${id}: took ${outcome.durationMs} ms`);
      rounds += 1;
      if (rounds % harmlessEvery > 0 && waiting.length > together) continue;
      const { stdout, stderr, results, error } = await runHarmless(engine);
      const told = JSON.stringify({ stdout, stderr, results, error });
      if (told !== JSON.stringify(harmlessOutcome)) wrong.push(`${id}: leaves ${told}`);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
  return { wrong, errors, ended, broken, seconds: (performance.now() - from) / 1_000 };
}

/** Programs spread over all of them: each mechanism at least once, the others evenly. */
export function spread(programs: readonly HostileProgram[], atMost: number): HostileProgram[] {
  const first = new Map<string, HostileProgram>();
  for (const program of programs.toReversed()) first.set(program.mechanism, program);
  const rest = programs.filter((program) => first.get(program.mechanism) !== program);
  const step = Math.max(1, rest.length / Math.max(1, atMost - first.size));
  const taken = Array.from({ length: Math.floor(rest.length / step) }, (_, index) => {
    return rest[Math.floor(index * step)];
  });
  return [...first.values(), ...taken.filter((program) => program !== undefined)];
}
