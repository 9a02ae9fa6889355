import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clonesTime, cloneTime, listTime, pushTime } from './git-client.ts';
import { compare, type Hosts, pushed } from './git-compare.ts';
import { type GitHost, nativeHost, touchstoneHost } from './git-hosts.ts';
import { measureGitMemory } from './git-memory.ts';
import { historyRecipe, largeFiles, type Recipe, refsRecipe } from './git-recipes.ts';
import { repositoryOf } from './git-repositories.ts';
import { measureGitSizes } from './git-sizes.ts';
import type { Processes } from './processes.ts';
import { figure, type Result } from './result.ts';
import { table } from './table.ts';

const together = 8;
const refs = 10_000;
const medium = historyRecipe(5_000);

/** What is cloned and pushed, how often, and how many times as long as with Git it may take. */
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
  const source = await repositoryOf(recipe);
  const clone = await compare(await pushed(hosts, source), rounds, (remote) => cloneTime(remote));
  const push = await compare<GitHost>(hosts, rounds, async (host) => pushTime(source, await host.create()));
  return [
    { name: `Clone of ${name}`, ...clone, target: { atMost } },
    { name: `Push of ${name}`, ...push, target: { atMost } },
  ];
}

async function measureClones(hosts: Hosts): Promise<Result[]> {
  const remotes = await pushed(hosts, await repositoryOf(medium));
  const name = 'of 20,000 objects';
  const many = await compare(remotes, 5, (remote) => clonesTime(remote, together));
  const newest = await compare(remotes, 9, (remote) => cloneTime(remote, '--depth=1'));
  return [
    { name: `${together} clones ${name} together`, ...many, target: { atMost: 2 } },
    { name: `Clone of the newest commit ${name}`, ...newest, target: { atMost: 1.5 } },
  ];
}

async function measureList(hosts: Hosts): Promise<Result> {
  const remotes = await pushed(hosts, await repositoryOf(refsRecipe(refs)));
  return { name: `List of ${figure(refs)} refs`, ...(await compare(remotes, 9, listTime)) };
}
