import type { FaultSeed } from '../../spec/seed-file/account-seed.ts';
import { faultLimits } from '../../spec/services/touchstone/faults.ts';
import { FaultError, readFault } from '../control/faults/faults.ts';
import { SeedFault } from './seed-problem.ts';
import { getAccountId, getZoneId, type SeedScene } from './seed-scene.ts';

/**
 * Queues a fault until everything else is added.
 *
 * @param account the only account that it may match; any by default
 * @throws SeedFault
 */
export function applyFault(scene: SeedScene, { match, ...rest }: FaultSeed, account?: string): void {
  const { world } = scene.parts;
  if (scene.faults.length >= faultLimits.faults) {
    throw new SeedFault(`there are ${faultLimits.faults} faults already, the maximum`);
  }
  const { account: named, zone, ...said } = match ?? {};
  if (account !== undefined && named !== undefined) {
    throw new SeedFault('must be omitted: the account that contains the fault sets it', ['match', 'account']);
  }
  const target = named === undefined ? account : getAccountId(world, named, ['match', 'account']);
  const ids = {
    ...(target !== undefined && { account: target }),
    ...(zone !== undefined && { zone: getZoneId(world, zone, ['match', 'zone']) }),
  };
  try {
    scene.faults.push(readFault({ ...rest, match: { ...said, ...ids } }).fault);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new SeedFault(error.problem, error.path, { cause: error });
  }
}
