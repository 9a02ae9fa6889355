import type { FaultSeed } from '../../../spec/seed-file/account-seed.ts';
import { faultLimits } from '../../../spec/services/touchstone/faults.ts';
import { FaultError, readFault } from '../faults/faults.ts';
import { SeedFault } from './seed-problem.ts';
import { getAccountId, getZoneId, type SeedScene } from './seed-scene.ts';

/**
 * Notes a fault, for when everything else is in.
 *
 * @param account the only one that it may mean; any where it is left out
 * @throws SeedFault
 */
export function applyFault(scene: SeedScene, { match, ...rest }: FaultSeed, account?: string): void {
  const { world } = scene.parts;
  if (scene.faults.length >= faultLimits.faults) {
    throw new SeedFault(`there are ${faultLimits.faults} faults, which is as many as there may be`);
  }
  const { account: named, zone, ...said } = match ?? {};
  if (account !== undefined && named !== undefined) {
    throw new SeedFault('is said by the account that the fault stands in', ['match', 'account']);
  }
  const meant = named === undefined ? account : getAccountId(world, named, ['match', 'account']);
  const ids = {
    ...(meant !== undefined && { account: meant }),
    ...(zone !== undefined && { zone: getZoneId(world, zone, ['match', 'zone']) }),
  };
  try {
    scene.faults.push(readFault({ ...rest, match: { ...said, ...ids } }).fault);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new SeedFault(error.problem, error.path, { cause: error });
  }
}
