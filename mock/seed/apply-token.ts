import { permissions } from '../../spec/permissions.ts';
import type { TokenSeed, tokenRoles } from '../../spec/seed-file/zone-seed.ts';
import { gatewayPermissions, readPermissions } from '../access/credentials.ts';
import { accountIdOf, zoneIdOf } from './named-tenant.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';

/** @throws SeedFault */
export function applyToken(scene: SeedScene, seed: TokenSeed): void {
  const { credentials, world } = scene.parts;
  const { value, status, email } = seed;
  if (credentials.byToken(value)) throw new SeedFault('there is another token with this value', ['value']);
  const accounts = seed.accounts?.map((name, index) => accountIdOf(world, name, ['accounts', index]));
  const zones = seed.zones?.map((name, index) => zoneIdOf(world, name, ['zones', index]));
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
