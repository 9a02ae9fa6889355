import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyFeature, everything, type OwnServer, withOwnServer } from '../conform/own-server.ts';
import { shortRun } from '../conform/short-run.ts';
import { interleave, ratio, type Series } from './measure.ts';
import { BenchError, type Processes } from './processes.ts';
import { type RecordedRequest, recordingProxy, sendAgain } from './recorded-requests.ts';
import { figure, type Result, table } from './table.ts';

const rounds = 3;
/** Concurrent tests of the harness, and concurrent requests of the client without one. */
const jobs = 8;
/** Tests whose answers need other programs: a browser, or Git. */
const withoutPrograms = ['--without', 'pages', 'browser', 'git'];
const program = join(import.meta.dirname, '..', 'touchstone.ts');

/** The cost of a run: the harness's share, half a run, and a client without a harness. */
export async function measureConform(processes: Processes): Promise<string> {
  return table([...(await measureWholeRuns(processes)), await measureBareClient(processes)]);
}

/** The harness's own processor time against that of everything (server, browser, Git, Python), and half a run. */
async function measureWholeRuns(processes: Processes): Promise<Result[]> {
  console.error('bench: conform, whole runs and shards');
  const own: number[] = [];
  const all: number[] = [];
  const whole = () =>
    withOwnServer(everything, async (server) => {
      const before = await processorTime(server.pid);
      const { seconds, harness, programs } = await conform(processes, server, []);
      own.push(harness);
      all.push(harness + programs + (await processorTime(server.pid)) - before);
      return seconds;
    });
  const shard = (part: number) => () =>
    withOwnServer(
      everything,
      async (server) => (await conform(processes, server, ['--shard', `${part}/2`])).seconds,
    );
  const taken = await interleave({ whole, first: shard(1), second: shard(2) }, rounds, 0);
  const times = await interleave({ own: from(own), all: from(all) }, rounds, 0);
  const longer: Series = taken.first.median > taken.second.median ? taken.first : taken.second;
  return [
    {
      name: 'Processor time of the harness in a whole run',
      ours: `${figure(times.own.median)} s`,
      peer: `all of the run: ${figure(times.all.median)} s`,
      ratio: ratio(times.own, times.all),
      target: { atMost: 0.2 },
    },
    {
      name: 'The longer of two shards',
      ours: `${figure(longer.median)} s`,
      peer: `the whole run: ${figure(taken.whole.median)} s`,
      ratio: ratio(longer, taken.whole),
      target: { atMost: 0.55 },
    },
  ];
}

/** A run without pages and Git against a client that sends the same requests again without checking anything. */
async function measureBareClient(processes: Processes): Promise<Result> {
  console.error('bench: conform, a client without a harness');
  const recorded = await withOwnServer(everything, (server) => record(processes, server));
  const harness = () =>
    withOwnServer(everything, async (server) => (await conform(processes, server, withoutPrograms)).seconds);
  const bare = () =>
    withOwnServer(everything, async ({ target }) => {
      const started = performance.now();
      await sendAgain(recorded, JSON.parse(await readFile(target, 'utf8')), jobs);
      return (performance.now() - started) / 1000;
    });
  const taken = await interleave({ harness, bare }, rounds, 0);
  return {
    name: `A run without pages and Git, ${figure(recorded.length)} requests`,
    ours: `${figure(taken.harness.median)} s`,
    peer: `the same requests by \`fetch\`: ${figure(taken.bare.median)} s`,
    ratio: ratio(taken.harness, taken.bare),
    target: { atMost: 1.5 },
  };
}

/** The requests of such a run, in order. */
async function record(processes: Processes, server: OwnServer): Promise<readonly RecordedRequest[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-'));
  const proxy = await recordingProxy(JSON.parse(await readFile(server.target, 'utf8')));
  try {
    const target = join(folder, 'target.json');
    await writeFile(target, JSON.stringify(proxy.target));
    await conform(processes, { ...server, target }, withoutPrograms);
    return proxy.requests();
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true });
  }
}

interface RunFigures {
  readonly seconds: number;
  /** Processor seconds of the harness, and of its child processes. */
  readonly harness: number;
  readonly programs: number;
}

/** Runs `conform` in a process of its own. */
async function conform(
  processes: Processes,
  { target, certificate }: OwnServer,
  flags: readonly string[],
): Promise<RunFigures> {
  const started = performance.now();
  const child = processes.start(
    Bun.spawn(
      [
        ...[process.execPath, '--preload', join(import.meta.dirname, 'conform-times.ts'), program, 'conform'],
        ...['--target', target, '--webhook-certificate', certificate, '--jobs', String(jobs)],
        ...['--feature', ...everyFeature, ...flags],
      ],
      { env: { ...process.env, ...shortRun }, stdio: ['ignore', 'pipe', 'pipe'] },
    ),
  );
  const [output, times] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  const failed = /(\d+) failed/.exec(output.trim().split('\n').at(-1) ?? '')?.[1];
  if (failed !== '0') throw new BenchError('bench', `conform: ${output.trim().split('\n').at(-1)}`);
  const harness = Number(/processor-seconds (\S+)/.exec(times)?.[1]);
  const usage = child.resourceUsage();
  const whole = Number(usage?.cpuTime.total ?? 0) / 1e6;
  return { seconds: (performance.now() - started) / 1000, harness, programs: Math.max(0, whole - harness) };
}

/** Processor seconds of a process and its descendants, running or not. Linux only. */
async function processorTime(pid: number): Promise<number> {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(
        async (name) => [Number(name), await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')] as const,
      ),
  );
  const fields = new Map(stats.map(([id, stat]) => [id, stat.slice(stat.lastIndexOf(')') + 2).split(' ')]));
  const belongs = (id: number): boolean =>
    id === pid || (id > 1 && belongs(Number(fields.get(id)?.[1] ?? 0)));
  const ticks = [...fields]
    .filter(([id]) => belongs(id))
    .flatMap(([, each]) => each.slice(11, 15).map(Number));
  return ticks.reduce((sum, each) => sum + each, 0) / 100;
}

/** Returns earlier figures one after the other. */
function from(figures: readonly number[]) {
  let next = 0;
  return () => figures[next++] ?? Number.NaN;
}
