import { resolve } from 'node:path';
import { withJudgedServer } from '../check/judged-server.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, type Result } from './result.ts';

const root = resolve(import.meta.dirname, '../..');

/** What a run of all suites is promised to take at most: milliseconds, and bytes of its own process. */
const promises = { inProcess: 10_000, withoutPages: 20_000, whole: 60_000, memory: 500e6 } as const;

/** How long one run took, and how much memory its process. */
interface Run {
  readonly milliseconds: number;
  readonly bytes: number;
}

/** All suites, once in each way: without pages in this process and over HTTP, and with them. */
export async function measureRuns(processes: Processes): Promise<Result[]> {
  const inProcess = await run(processes, ['scripts/check/conform-run.ts', '--no-browser']);
  const withoutPages = await overHttp(processes, ['--no-browser']);
  const whole = await overHttp(processes, []);
  return [
    lasting('All suites without pages, in process', inProcess, promises.inProcess),
    lasting('All suites without pages, over HTTP', withoutPages, promises.withoutPages),
    lasting('All suites, over HTTP', whole, promises.whole),
    {
      name: 'Most memory of that run',
      ours: `${figure(whole.bytes / 1e6)} MB`,
      peer: `what was promised: ${promises.memory / 1e6} MB`,
      ...kept(whole.bytes, promises.memory),
    },
  ];
}

function overHttp(processes: Processes, serverFlags: readonly string[]): Promise<Run> {
  const flags = ['--import-http', '--objects-auth', 'both', ...serverFlags];
  return withJudgedServer(flags, ({ target, certificate }) =>
    run(processes, [
      ...['run', '--silent', 'conform', '--target', target, '--webhook-certificate', certificate],
      ...['--feature', 'disposable', 'http-imports'],
    ]),
  );
}

/** @param command what Bun is given, as whoever has a clone would type it */
async function run(processes: Processes, command: readonly string[]): Promise<Run> {
  const typed = `bun ${command.join(' ')}`;
  console.error(`bench: conform, ${typed}`);
  const started = performance.now();
  const child = processes.start(
    Bun.spawn([process.execPath, ...command], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const output = await new Response(child.stdout).text();
  await child.exited;
  const milliseconds = performance.now() - started;
  const passed = Number(/(\d+) passed/.exec(output)?.[1] ?? 0);
  // A run that stopped half-way would look fast.
  if (passed < 1_000) throw new BenchError('bench', `${typed} ended early: ${output.slice(-500)}`);
  return { milliseconds, bytes: child.resourceUsage()?.maxRSS ?? Number.NaN };
}

function lasting(name: string, { milliseconds }: Run, promised: number): Result {
  return {
    name,
    ours: `${figure(milliseconds / 1000)} s`,
    peer: `what was promised: ${promised / 1000} s`,
    ...kept(milliseconds, promised),
  };
}

/** One figure by what was promised; there is one round only. */
function kept(taken: number, promised: number): Pick<Result, 'ratio' | 'target'> {
  const median = taken / promised;
  return { ratio: { median, lowest: median, highest: median }, target: { atMost: 1 } };
}
