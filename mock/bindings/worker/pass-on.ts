import type { App } from '../../app.ts';
import { worldDefaults } from '../../world/defaults.ts';
import type { World } from '../../world/world.ts';
import { remakeRequest } from './remake-request.ts';

/** What answers for a Worker that has thrown and wanted that: the first zone of its account. */
export function passOnTo(
  edge: App,
  world: Pick<World, 'zonesOf'>,
  accountId: string = worldDefaults.accountId,
): (request: Request) => Promise<Response> {
  return (request) => {
    const headers = new Headers(request.headers);
    const [first] = world.zonesOf(accountId);
    headers.set('touchstone-host', first?.zone.name ?? worldDefaults.zoneName);
    return edge.fetch(remakeRequest(request, { headers }));
  };
}
