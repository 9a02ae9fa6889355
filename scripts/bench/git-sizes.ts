import { cloneTime, pushTime } from './git-client.ts';
import type { Hosts } from './git-compare.ts';
import { historyRecipe } from './git-recipes.ts';
import { repositoryOf } from './git-repositories.ts';
import { interleave, ratio, type Series } from './measure.ts';
import { figure, type Result } from './result.ts';
import { lineUp } from './table.ts';

/** Each commit of the recipe brings four objects. */
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
  return { results: growth(taken), table: tableOf(taken) };
}

async function measureSize({ ours, native }: Hosts, objects: number): Promise<Taken> {
  const source = await repositoryOf(historyRecipe(objects / 4));
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

/** The time of one object in the largest beside that in the smallest: 1 where it grows as the objects do. */
function growth(taken: readonly Taken[]): Result[] {
  const [first, last] = [taken[0], taken.at(-1)];
  if (first === undefined || last === undefined) return [];
  return (['clone', 'push'] as const).map((way) => {
    const [above, below] = [each(last[way], last.objects), each(first[way], first.objects)];
    return {
      name: `Time of an object in a ${way} of ${figure(last.objects)}`,
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

function tableOf(taken: readonly Taken[]): string {
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
