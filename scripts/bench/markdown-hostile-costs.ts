import { startContender } from './markdown-contender.ts';
import type { EngineName } from './markdown-engines.ts';
import { hostileNames } from './markdown-hostile.ts';
import type { Processes } from './processes.ts';
import { figure } from './result.ts';
import { lineUp } from './table.ts';

/**
 * Time and peak memory of hostile pages, streamed as the edge streams them, each in a new process, as a table.
 *
 * @param names which pages; all of them, unless told otherwise
 */
export async function measureHostilePages(processes: Processes, names = hostileNames): Promise<string> {
  const rows: string[][] = [];
  for (const name of names) {
    const [ours, theirs] = [await cost(processes, 'touchstone', name), await cost(processes, 'mdream', name)];
    rows.push([name.replaceAll('|', '\\|'), ...ours, ...theirs]);
  }
  return lineUp([
    ['Hostile page', 'Touchstone, ms', 'Peak memory, MB', 'mdream alone, ms', 'Peak memory, MB'],
    ...rows,
  ]);
}

async function cost(processes: Processes, engine: EngineName, hostile: string): Promise<[string, string]> {
  const contender = startContender(processes, engine);
  const { figure: milliseconds, peak = Number.NaN } = await contender.ask({
    measure: 'cost',
    page: { hostile },
    streamed: true,
  });
  await contender.stop();
  return [figure(milliseconds), figure(peak / 1e6)];
}
