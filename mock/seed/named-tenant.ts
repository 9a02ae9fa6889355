import type { World } from '../world/world.ts';
import { nearestName } from './nearest-name.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedPath } from './seed-problem.ts';

/** The id of an account that a seed calls by name or id. @throws SeedFault */
export function accountIdOf(world: World, given: string, path: SeedPath): string {
  const known = world.accounts.list().map(({ id, account }) => ({ id, name: account.name }));
  return idOf('account', given, path, known);
}

/** The id of a zone that a seed calls by name or id. @throws SeedFault */
export function zoneIdOf(world: World, given: string, path: SeedPath): string {
  const known = world.zones.list().map(({ id, zone }) => ({ id, name: zone.name }));
  return idOf('zone', given, path, known);
}

function idOf(
  kind: 'account' | 'zone',
  given: string,
  path: SeedPath,
  known: readonly { readonly id: string; readonly name: string }[],
): string {
  const found = known.find(({ id, name }) => given === id || given === name);
  if (found) return found.id;
  const nearest = nearestName(
    given,
    known.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new SeedFault(`there is no ${kind} ${given}${hint}`, path);
}
