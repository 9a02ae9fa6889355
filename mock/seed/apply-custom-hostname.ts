import type { ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';

type CustomHostnameSeed = NonNullable<ZoneSeed['custom_hostnames']>[number];

/** @throws SeedFault */
export async function applyCustomHostname(
  scene: SeedScene,
  zone: ZoneTenant,
  seed: CustomHostnameSeed,
): Promise<void> {
  const { id, ...body } = typeof seed === 'string' ? { id: undefined, hostname: seed } : seed;
  const { customHostnames } = scene.parts.world;
  const wanted = id?.toLowerCase();
  if (wanted !== undefined && customHostnames.list().some((one) => one.id === wanted)) {
    throw new SeedFault(`the id ${wanted} is taken`, ['id']);
  }
  const params = { zone_id: zone.id };
  const { result: made } = await scene.call('custom-hostnames.hostname.create', { params, body });
  if (wanted === undefined) return;
  customHostnames.replaceAll(
    customHostnames
      .list()
      .map((one) =>
        one.id === made.id ? { ...one, id: wanted, resource: { ...one.resource, id: wanted } } : one,
      ),
  );
}
