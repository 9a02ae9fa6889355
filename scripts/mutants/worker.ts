import process from 'node:process';
import { allMutants } from '../../suites/mutants/all.ts';
import { judgeMutant } from './judge-mutant.ts';
import { openBench } from './open-bench.ts';

/**
 * A process that judges mutants, one after the other: it is sent their ids, and sends
 * what came of each. Before, it sends null, or why it can't. */
const bench = await openBench({ nearby: process.argv.includes('--nearby') });

process.on('message', async (id: unknown) => {
  const mutant = allMutants.find((one) => one.id === id);
  if (mutant) process.send?.(await judgeMutant(mutant, bench));
});
process.on('disconnect', async () => {
  await bench.close();
  process.exit(0);
});
// A server that does not start without a fault says nothing about one with it.
process.send?.(await bench.clean([], undefined).then(() => null, String));
