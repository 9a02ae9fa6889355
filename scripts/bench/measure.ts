/** Takes one figure, for example requests per second. */
export type Take = () => Promise<number> | number;

/** The figures of one contender, in order. */
export interface Series {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
  readonly rounds: readonly number[];
}

/** A ratio of two contenders: the median of the ratios of each round, and the extremes. */
export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Takes the figures of several contenders in alternating rounds, so that other load on the machine affects all of them;
 * every second round runs in reverse order, so that none always goes first.
 *
 * @param contenders functions that take a figure, by name
 * @param rounds number of figures to keep of each
 * @param warmUps number of earlier rounds whose figures are dropped
 *
 * @example
 * const { ours, theirs } = await interleave({ ours: () => 2, theirs: () => 1 }, 5);
 * ratio(ours, theirs).median; // 2
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Take>>,
  rounds: number,
  warmUps = 1,
): Promise<Record<Name, Series>> {
  const names = Object.keys(contenders) as Name[]; // Object.keys forgets what the keys are.
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) {
      const figure = await contenders[name]();
      if (round >= 0) taken.get(name)?.push(figure);
    }
  }
  const series = names.map((name) => [name, getSeries(taken.get(name) ?? [])] as const);
  return Object.fromEntries(series) as Record<Name, Series>; // One entry for every name.
}

/** The ratio of two contenders, round by round. */
export function ratio(above: Series, below: Series): Ratio {
  return getSeries(above.rounds.map((figure, round) => figure / (below.rounds[round] ?? Number.NaN)));
}

/** Runs per second, from the number of runs and the milliseconds. */
export function perSecond(times: number, milliseconds: number): number {
  return (times * 1000) / milliseconds;
}

function getSeries(rounds: readonly number[]): Series {
  const sorted = rounds.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
  return { median, lowest: sorted[0] ?? Number.NaN, highest: sorted.at(-1) ?? Number.NaN, rounds };
}
