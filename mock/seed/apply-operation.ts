import type { ZoneSeed } from '../../spec/seed-file/zone-seed.ts';
import { type OperationInput, operationMethodSchema } from '../../spec/services/api-gateway/endpoints.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { SeedFault } from './seed-fault.ts';
import type { SeedScene } from './seed-scene.ts';
import { takeId } from './take-id.ts';

type OperationSeed = NonNullable<ZoneSeed['operations']>[number];

/** @throws SeedFault */
export async function applyOperation(scene: SeedScene, zone: ZoneTenant, seed: OperationSeed): Promise<void> {
  const { id, name, ...body } = typeof seed === 'string' ? operationOf(seed) : seed;
  const names = scene.namesOf(zone.id);
  if (name !== undefined) names.take('operations', name);
  const { size } = zone.operations;
  const { result } = await scene.call('api-gateway.operation.create-item', {
    params: { zone_id: zone.id },
    body,
  });
  // The API answers with the one that is there.
  if (zone.operations.size === size) {
    throw new SeedFault(`${body.method} ${body.host}${body.endpoint} is there already`);
  }
  const taken = takeId(zone.operations, result.operation_id, id, (operation, operation_id) => ({
    ...operation,
    operation_id,
  }));
  if (name !== undefined) names.set('operations', name, taken);
}

/** `GET api.example.localhost/users/{id}` as the API takes it; the schema has seen to its form. */
function operationOf(text: string): OperationInput & { readonly id?: undefined; readonly name?: undefined } {
  const [method, target = ''] = text.split(' ');
  const slash = target.indexOf('/');
  return {
    method: operationMethodSchema.parse(method),
    host: target.slice(0, slash),
    endpoint: target.slice(slash),
  };
}
