import process from 'node:process';
import { allMutants } from '../../suites/mutants/all.ts';
import { allVariations } from '../../suites/mutants/lawful/all.ts';
import { judgeMutant } from './judge-mutant.ts';
import { judgeVariation } from './judge-variation.ts';
import { openBench } from './open-bench.ts';

/**
 * A process that judges mutants, or lawful variations with `--lawful`, one after the other. It receives their ids and
 * sends their outcomes. Before the first it sends null, or why it can't start.
 */
const bench = await openBench({ nearby: process.argv.includes('--nearby') });

async function judge(id: unknown) {
  if (process.argv.includes('--lawful')) {
    const variation = allVariations.find((one) => one.id === id);
    return variation && judgeVariation(variation, bench);
  }
  const mutant = allMutants.find((one) => one.id === id);
  return mutant && judgeMutant(mutant, bench);
}

process.on('message', async (id: unknown) => {
  const outcome = await judge(id);
  if (outcome) process.send?.(outcome);
});
process.on('disconnect', async () => {
  await bench.close();
  process.exit(0);
});
// If the correct server does not start, faulty ones prove nothing.
process.send?.(await bench.clean([], undefined).then(() => null, String));
