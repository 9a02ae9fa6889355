import type { ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { jwkOf } from './key-jwk.ts';
import { Dependent, SeedFault } from './seed-fault.ts';
import type { SeedSpot } from './seed-spot.ts';
import { takeId } from './take-id.ts';

type TokenConfigurationSeed = NonNullable<ZoneSeed['token_configurations']>[number];

/** @throws SeedFault */
export async function applyTokenConfiguration(
  spot: SeedSpot,
  zone: ZoneTenant,
  seed: TokenConfigurationSeed,
): Promise<void> {
  const { scene, document } = spot;
  const { id, name, title = name, description = '', token_sources, token_type = 'jwt', credentials } = seed;
  const names = scene.namesOf(zone.id);
  names.take('token_configurations', name);
  const keys = await Promise.all(
    credentials.keys.map((key, index) =>
      spot.at('credentials', 'keys', index).put(() => jwkOf(key, document)),
    ),
  );
  const found = keys.filter((key) => key !== undefined);
  if (found.length < keys.length) throw new Dependent();
  const { result } = await scene.call('token-validation.config.create', {
    params: { zone_id: zone.id },
    body: {
      title,
      description,
      token_sources: token_sources ?? ['http.request.headers["authorization"][0]'],
      token_type,
      credentials: { keys: found },
    },
  });
  // A key that the platform does not support it leaves out, and says so in passing.
  const dropped = found.length - result.credentials.keys.length;
  const taken = takeId(zone.tokenConfigs, result.id, id, (config, to) => ({ ...config, id: to }));
  names.set('token_configurations', name, taken);
  if (dropped > 0) {
    throw new SeedFault(`${dropped} of its keys would be left out, as the platform does not support them`, [
      'credentials',
      'keys',
    ]);
  }
}
