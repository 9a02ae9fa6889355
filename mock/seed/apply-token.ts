import { permissions } from '../../spec/permissions.ts';
import type { TokenSeed, tokenRoles } from '../../spec/seed-file/token-seed.ts';
import { gatewayPermissions, readPermissions } from '../access/credentials.ts';
import { nearestName } from './nearest-name.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';

/** @throws SeedFault */
export function applyToken(scene: SeedScene, seed: TokenSeed): void {
  const { credentials, world } = scene.parts;
  const { value, status, email } = seed;
  if (credentials.byToken(value)) throw new SeedFault('there is another token with this value', ['value']);
  const accounts = seed.accounts?.map((name, index) =>
    idOf(
      name,
      ['accounts', index],
      world.accounts.list().map(({ id, account }) => ({ id, name: account.name })),
    ),
  );
  const zones = seed.zones?.map((name, index) =>
    idOf(
      name,
      ['zones', index],
      world.zones.list().map(({ id, zone }) => ({ id, name: zone.name })),
    ),
  );
  credentials.add({
    value,
    permissions: seed.permissions ?? roles[seed.role ?? 'full'],
    status,
    email,
    accounts,
    zones,
  });
}

const roles = {
  full: permissions,
  read: readPermissions,
  gateway: gatewayPermissions,
} as const satisfies Record<(typeof tokenRoles)[number], unknown>;

/** @throws SeedFault */
function idOf(
  given: string,
  path: readonly (string | number)[],
  known: readonly { readonly id: string; readonly name: string }[],
): string {
  const found = known.find(({ id, name }) => given === id || given === name);
  if (found) return found.id;
  const nearest = nearestName(
    given,
    known.map(({ name }) => name),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new SeedFault(`there is no ${path[0] === 'zones' ? 'zone' : 'account'} ${given}${hint}`, path);
}
