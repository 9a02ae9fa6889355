import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { worldDefaults } from '../../mock/world/defaults.ts';
import { clonesTime, cloneTime, listTime, pushTime, type Remote, runGit } from './git-client.ts';
import {
  getRepository,
  historyRecipe,
  largeFiles,
  packBytes,
  type Recipe,
  refsRecipe,
  wideRecipe,
} from './git-repositories.ts';
import { interleave, type Ratio, ratio, type Series } from './measure.ts';
import { authorization, touchstoneCommand } from './peers.ts';
import { BenchError, type Processes } from './processes.ts';
import { figure, lineUp, type Result, table } from './table.ts';

const warmUp = 20;
const clones = 200;
/** Time for garbage to be collected. */
const restMs = 5000;

/** Memory of the server while it serves the repository of large files, and after many clones of it. */
export async function measureGitMemory(processes: Processes): Promise<Result[]> {
  const source = await getRepository(largeFiles);
  const pack = await packBytes(source);
  const host = await touchstoneHost(processes);
  try {
    const idle = await residentBytes(host.pid);
    const remote = await host.create();
    await pushTime(source, remote);
    const pushed = await peakBytes(host.pid);
    await Bun.sleep(restMs);
    await forgetPeak(host.pid);
    for (let count = 0; count < warmUp; count++) await cloneTime(remote, '--bare');
    const served = await peakBytes(host.pid);
    const before = await restedBytes(host.pid);
    for (let count = 0; count < clones; count++) await cloneTime(remote, '--bare');
    const after = await restedBytes(host.pid);
    return [
      share('Peak memory while cloning ten files of 5 MiB', served, pack, 3),
      share('The same, without the idle server', served - idle, pack),
      share('Peak memory while pushing them', pushed, pack),
      {
        name: `Memory after ${clones} more clones of them`,
        ours: megabytes(after),
        peer: `before: ${megabytes(before)}; idle, without them: ${megabytes(idle)}`,
        ratio: once(after / before),
        target: { atMost: 1.1 },
      },
    ];
  } finally {
    await host.stop();
  }
}

function share(name: string, bytes: number, pack: number, atMost?: number): Result {
  const result = {
    name,
    ours: megabytes(bytes),
    peer: `the pack: ${megabytes(pack)}`,
    ratio: once(bytes / pack),
  };
  return atMost === undefined ? result : { ...result, target: { atMost } };
}

const once = (value: number): Ratio => ({ median: value, lowest: value, highest: value });
const megabytes = (bytes: number) => `${figure(bytes / 1e6)} MB`;

/** Linux only; unknown elsewhere. */
const residentBytes = (pid: number) => statusBytes(pid, 'VmRSS');
const peakBytes = (pid: number) => statusBytes(pid, 'VmHWM');

/** Memory of the server at rest: the minimum of several readings, since garbage is collected at any time. */
async function restedBytes(pid: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    await Bun.sleep(restMs / 5);
    least = Math.min(least, await residentBytes(pid));
  }
  return least;
}

async function statusBytes(pid: number, name: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1];
  return Number(kilobytes ?? Number.NaN) * 1024;
}

/** Resets the peak: proc(5), `clear_refs`. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {});
}

/** A server of repositories. */
export interface GitHost {
  readonly pid: number;
  /** A new, empty repository. */
  create(): Promise<Remote>;
  stop(): Promise<void>;
}

const namespace = 'bench';

/** Git itself, which can also receive a repository as a folder. */
export interface NativeHost extends GitHost {
  /** A repository as `git clone --mirror` creates it: in one pack, its best case. */
  mirror(source: string): Promise<Remote>;
}

/** `touchstone serve`, with repositories created over its API. */
export async function touchstoneHost(processes: Processes): Promise<GitHost> {
  const server = await processes.serve(touchstoneCommand, '/_touchstone/info');
  const { accountId } = worldDefaults;
  const repositories = `${server.url}/client/v4/accounts/${accountId}/artifacts/namespaces/${namespace}/repos`;
  let count = 0;
  return {
    ...server,
    async create() {
      const answer = await fetch(repositories, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ name: `repository-${count++}` }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new BenchError('bench', `POST ${repositories}: ${answer.status} ${text}`);
      const { remote, token } = JSON.parse(text).result;
      return { url: remote, token };
    },
  };
}

/**
 * `git http-backend` behind a bridge on Bun.
 *
 * @param folder for its repositories
 */
export async function nativeHost(processes: Processes, folder: string): Promise<NativeHost> {
  let count = 0;
  const add = async (...how: readonly string[]) => {
    const name = `repository-${count++}.git`;
    await runGit([...how, join(folder, name)]);
    return name;
  };
  const empty = () => add('init', '--quiet', '--bare', '--initial-branch=main');
  const server = await processes.serve(
    (port) => [process.execPath, join(import.meta.dirname, 'git-bridge-server.ts'), folder, String(port)],
    `/${await empty()}/HEAD`,
  );
  return {
    ...server,
    create: async () => ({ url: `${server.url}/${await empty()}` }),
    mirror: async (source) => ({
      url: `${server.url}/${await add('clone', '--quiet', '--mirror', '--no-local', source)}`,
    }),
  };
}

/** The two servers to compare. */
export interface Hosts {
  readonly ours: GitHost;
  readonly native: NativeHost;
}

/** Creates the same repository on both sides from a bare one. Ours receives it by a push, as always. */
export async function pushed(
  { ours, native }: Hosts,
  source: string,
): Promise<{ readonly ours: Remote; readonly native: Remote }> {
  const remote = await ours.create();
  await pushTime(source, remote);
  return { ours: remote, native: await native.mirror(source) };
}

/** Takes a figure with each of the two, in turn. */
export async function compare<Side>(
  { ours, native }: { readonly ours: Side; readonly native: Side },
  rounds: number,
  take: (side: Side) => Promise<number>,
): Promise<Omit<Result, 'name'>> {
  const taken = await interleave({ ours: () => take(ours), native: () => take(native) }, rounds);
  return {
    ours: `${figure(taken.ours.median)} ms`,
    peer: `git http-backend: ${figure(taken.native.median)} ms`,
    ratio: ratio(taken.ours, taken.native),
  };
}

/** Each commit of the recipe adds four objects. */
const sizes = [20_000, 50_000, 100_000, 200_000] as const;
const rounds = 3;

interface Taken {
  readonly objects: number;
  readonly clone: Series;
  readonly push: Series;
  readonly nativeClone: Series;
  readonly nativePush: Series;
}

/** How the time of a clone and of a push grows with the number of objects. */
export async function measureGitSizes(hosts: Hosts): Promise<{ results: Result[]; table: string }> {
  const taken: Taken[] = [];
  for (const objects of sizes) taken.push(await measureSize(hosts, objects));
  return { results: growth(taken), table: toTable(taken) };
}

async function measureSize({ ours, native }: Hosts, objects: number): Promise<Taken> {
  const source = await getRepository(historyRecipe(objects / 4));
  const remote = await ours.create();
  await pushTime(source, remote);
  const mirror = await native.mirror(source);
  const figures = await interleave(
    {
      clone: () => cloneTime(remote),
      nativeClone: () => cloneTime(mirror),
      push: async () => pushTime(source, await ours.create()),
      nativePush: async () => pushTime(source, await native.create()),
    },
    rounds,
    0,
  );
  return { objects, ...figures };
}

/** The time of one object in the largest against that in the smallest: 1 means linear growth. */
function growth(taken: readonly Taken[]): Result[] {
  const [first, last] = [taken[0], taken.at(-1)];
  if (first === undefined || last === undefined) return [];
  return (['clone', 'push'] as const).map((way) => {
    const [above, below] = [each(last[way], last.objects), each(first[way], first.objects)];
    return {
      name: `Time per object in a ${way} of ${figure(last.objects)}`,
      ours: `${figure(above.median)} µs`,
      peer: `in one of ${figure(first.objects)}: ${figure(below.median)} µs`,
      ratio: ratio(above, below),
      target: { atMost: 1.2 },
    };
  });
}

function each({ median, lowest, highest, rounds }: Series, objects: number): Series {
  const share = (milliseconds: number) => (milliseconds * 1000) / objects;
  return {
    median: share(median),
    lowest: share(lowest),
    highest: share(highest),
    rounds: rounds.map(share),
  };
}

function toTable(taken: readonly Taken[]): string {
  const row = (name: string, of: (taken: Taken) => Series) => [
    name,
    ...taken.map((one) => `${figure(of(one).median)} ms`),
  ];
  return lineUp([
    ['Sizes', ...taken.map(({ objects }) => `${figure(objects)} objects`)],
    row('Clone, Touchstone', ({ clone }) => clone),
    row('Clone, git http-backend', ({ nativeClone }) => nativeClone),
    row('Push, Touchstone', ({ push }) => push),
    row('Push, git http-backend', ({ nativePush }) => nativePush),
  ]);
}

const together = 8;
const refs = 10_000;
const medium = historyRecipe(5_000);
/** 136,000 objects. */
const wide = wideRecipe(2_850);

/** The repository, the number of clones and pushes, and the limit of their time relative to Git. */
const repositories: readonly (readonly [name: string, Recipe, rounds: number, atMost: number])[] = [
  ['a repository of 50 commits', historyRecipe(50), 9, 1],
  ['a repository of 20,000 objects', medium, 7, 1.5],
  ['ten files of 5 MiB', largeFiles, 5, 1.5],
];

/** Git's own client against Touchstone, and against `git http-backend`. */
export async function measureGit(processes: Processes): Promise<string> {
  const say = (what: string) => console.error(`bench: git, ${what}`);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-bench-hub-'));
  try {
    const hosts = { ours: await touchstoneHost(processes), native: await nativeHost(processes, folder) };
    const results: Result[] = [];
    for (const [name, recipe, rounds, atMost] of repositories) {
      say(name);
      results.push(...(await bothWays(hosts, name, recipe, rounds, atMost)));
    }
    say('clones together, refs');
    results.push(...(await measureClones(hosts)), await measureList(hosts));
    say('first clones of a part');
    results.push(...(await measurePartialClones(hosts)));
    say('sizes');
    const sizes = await measureGitSizes(hosts);
    await Promise.all([hosts.ours.stop(), hosts.native.stop()]);
    say('memory');
    const memory = await measureGitMemory(processes);
    return `${table([...results, ...sizes.results, ...memory])}\n\n${sizes.table}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Clones and pushes of a repository. */
async function bothWays(
  hosts: Hosts,
  name: string,
  recipe: Recipe,
  rounds: number,
  atMost: number,
): Promise<Result[]> {
  const source = await getRepository(recipe);
  const clone = await compare(await pushed(hosts, source), rounds, (remote) => cloneTime(remote));
  const push = await compare<GitHost>(hosts, rounds, async (host) => pushTime(source, await host.create()));
  return [
    { name: `Clone of ${name}`, ...clone, target: { atMost } },
    { name: `Push of ${name}`, ...push, target: { atMost } },
  ];
}

async function measureClones(hosts: Hosts): Promise<Result[]> {
  const remotes = await pushed(hosts, await getRepository(medium));
  const name = 'of 20,000 objects';
  const many = await compare(remotes, 5, (remote) => clonesTime(remote, together));
  const newest = await compare(remotes, 9, (remote) => cloneTime(remote, '--depth=1'));
  return [
    { name: `${together} clones ${name} together`, ...many, target: { atMost: 2 } },
    { name: `Clone of the newest commit ${name}`, ...newest, target: { atMost: 1.5 } },
  ];
}

/** Partial first clones. */
async function measurePartialClones(hosts: Hosts): Promise<Result[]> {
  const remotes = await pushed(hosts, await getRepository(wide));
  const ways = [
    ['without files', '--filter=blob:none'],
    ['without files above 1 KB', '--filter=blob:limit=1k'],
    ['of the newest 50 commits', '--depth=50'],
  ] as const;
  const results: Result[] = [];
  for (const [name, flag] of ways) {
    const measured = await compare(remotes, 5, (remote) => cloneTime(remote, flag));
    results.push({ name: `Clone of 136,000 objects, ${name}`, ...measured, target: { atMost: 1.3 } });
  }
  return results;
}

async function measureList(hosts: Hosts): Promise<Result> {
  const remotes = await pushed(hosts, await getRepository(refsRecipe(refs)));
  return { name: `List of ${figure(refs)} refs`, ...(await compare(remotes, 9, listTime)) };
}
