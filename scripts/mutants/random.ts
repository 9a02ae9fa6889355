import { MutantError } from '../../suites/mutants/mutant.ts';
import { getImports } from '../check/imports.ts';
import { root } from './build-server.ts';
import { drawFaults } from './random/draw.ts';
import { type Equivalent, isEquivalent, readEquivalents } from './random/equivalents.ts';

import { judgeFaults, observeAll, type ReachedFault } from './random/pool.ts';
import { createReach } from './random/reach.ts';
import { isCaught, shareCaught, summary, survivorLines } from './random/report.ts';
import { readSources } from './random/sources.ts';

export interface RandomOptions {
  /** Number of faults to judge. */
  readonly count: number;
  /** Seed of the faults. */
  readonly seed: number;
  /** Number of parallel processes. */
  readonly jobs: number;
  /** Prefixes of file paths; none for the whole mock. */
  readonly within: readonly string[];
  readonly json: boolean;
}

/** Some of the drawn faults are not reached. */
const drawnPerFault = 3;
/** The share that must be caught. */
const enough = 0.85;

/**
 * Makes random faults in the mock and runs the suites against them.
 *
 * @returns 0 when enough are caught
 */
export async function randomMutants(options: RandomOptions): Promise<0 | 1> {
  const { count, seed, jobs, within, json } = options;
  const say = json ? () => {} : (line: string) => console.log(line);
  const started = performance.now();
  const sources = readSources();
  const chosen = sources.filter(
    ({ file }) => within.length === 0 || within.some((path) => file.startsWith(path)),
  );
  const possible = chosen.flatMap(({ faults }) => faults);
  if (possible.length === 0) throw new MutantError('mutants-none', `no file matches ${within.join(', ')}`);
  const drawn = [...drawFaults(possible, seed).take(count * drawnPerFault)];
  const files = sources.map(({ file }) => file);
  const getReach = createReach({
    files,
    importers: importersAmong(files),
    faults: drawn,
    ...(await observeAll(drawn, jobs)),
  });
  say(`${possible.length} faults are possible. Found out what the tests reach in ${since(started)}.\n`);

  const equivalent: Partial<Record<Equivalent['why'], number>> = {};
  let [known, unreached] = [0, 0];
  const reached: ReachedFault[] = [];
  const equivalents = readEquivalents();
  for (const fault of drawn) {
    if (reached.length + known === count) break;
    const reach = getReach(fault);
    const why = equivalents.find((one) => isEquivalent(one, fault))?.why;
    if (!reach) unreached += 1;
    else if (why) {
      known += 1;
      equivalent[why] = (equivalent[why] ?? 0) + 1;
    } else reached.push({ fault, reach });
  }
  const judged = await judgeFaults(reached, jobs, (one) => {
    if (!isCaught(one)) for (const line of survivorLines(one)) say(line);
  });
  if (json) console.log(JSON.stringify({ equivalent, unreached, judged }, null, 2));
  for (const line of summary(judged, { equivalent, unreached })) say(line);
  say(`Took ${since(started)}.`);
  return shareCaught(judged) >= enough ? 0 : 1;
}

function importersAmong(files: readonly string[]) {
  const imports = files.flatMap((file) => getImports(root, file)).filter(({ typeOnly }) => !typeOnly);
  const byTarget = Map.groupBy(imports, ({ to }) => to);
  return (file: string) => (byTarget.get(file) ?? []).map(({ from }) => from);
}

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(0)} s`;
