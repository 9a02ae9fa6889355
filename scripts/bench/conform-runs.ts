import { resolve } from 'node:path';
import { withJudgedServer } from '../check/judged-server.ts';
import { interleave, type Series } from './measure.ts';
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

/** How often all suites run in each way. */
const rounds = 3;

/** All suites in each way, in turns: without pages in this process and over HTTP, and with them. */
export async function measureRuns(processes: Processes): Promise<Result[]> {
  const bytes: number[] = [];
  const taking = (runOnce: () => Promise<Run>) => async () => (await runOnce()).milliseconds;
  const whole = async () => {
    const taken = await overHttp(processes, []);
    bytes.push(taken.bytes);
    return taken;
  };
  const ways = {
    inProcess: taking(() => run(processes, ['scripts/check/conform-run.ts', '--no-browser'])),
    withoutPages: taking(() => overHttp(processes, ['--no-browser'])),
    whole: taking(whole),
  };
  const taken = await interleave(ways, rounds, 0);
  // One run that takes more is one too many.
  const most = Math.max(...bytes) / promises.memory;
  return [
    lasting('All suites without pages, in process', taken.inProcess, promises.inProcess),
    lasting('All suites without pages, over HTTP', taken.withoutPages, promises.withoutPages),
    lasting('All suites, over HTTP', taken.whole, promises.whole),
    {
      name: 'Most memory of those runs',
      ours: `${figure(Math.max(...bytes) / 1e6)} MB`,
      peer: `what was promised: ${promises.memory / 1e6} MB`,
      ratio: { median: most, lowest: Math.min(...bytes) / promises.memory, highest: most },
      target: { atMost: 1 },
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

/** A time by what was promised of it. */
function lasting(name: string, { median, lowest, highest }: Series, promised: number): Result {
  return {
    name,
    ours: `${figure(median / 1000)} s`,
    peer: `what was promised: ${promised / 1000} s`,
    ratio: { median: median / promised, lowest: lowest / promised, highest: highest / promised },
    target: { atMost: 1 },
  };
}
