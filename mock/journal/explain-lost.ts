import { contractParts, type PartName, partOf, partPlaces } from '../../spec/contract-parts.ts';
import { rootPaths } from '../../spec/endpoint.ts';
import { journalLimits } from '../../spec/services/touchstone/events.ts';
import { editDistance } from './edit-distance.ts';
import { fits, type KnownRoute, nearestRoutes } from './nearest-routes.ts';
import { repairPath } from './repair-path.ts';

/** Parts of the contract that are looked through for a path that is in none. */
const nearParts = 2;

/**
 * Why no operation answers a request, and which ones were probably meant. Only the parts of the contract that come
 * into question are loaded.
 *
 * @param path from the root of the host, as sent
 * @example
 * await explainLost('GET', '/client/v4/zones/'); // ['The path ends in a slash.', 'Did you mean GET /client/v4/zones?']
 */
export async function explainLost(method: string, path: string): Promise<string[]> {
  const { path: repaired, faults } = repairPath(path);
  const routes = await routesNear(repaired);
  const methods = routes.filter((route) => fits(repaired, route.path)).flatMap((route) => route.methods);
  if (methods.includes(method)) return [...faults, `Did you mean ${method} ${repaired}?`];
  if (methods.length > 0) {
    return [...faults, `At this path there is ${methods.toSorted().join(', ')}, and no ${method}.`];
  }
  const nearest = nearestRoutes(routes, method, repaired, journalLimits.nearestRoutes);
  if (nearest.length === 0) return [...faults, 'There is no operation like it.'];
  const names = nearest.map((route) => {
    const shown = route.methods.includes(method) ? method : route.methods.toSorted().join(' or ');
    return `${shown} ${route.path}`;
  });
  return [...faults, `Did you mean ${names.join(', or ')}?`];
}

async function routesNear(path: string): Promise<KnownRoute[]> {
  const part = partOf(path);
  const parts = await Promise.all((part ? [part] : partsNear(path)).map((name) => contractParts[name]()));
  const methods = new Map<string, string[]>();
  for (const endpoint of parts.flatMap((endpoints) => Object.values(endpoints))) {
    for (const template of rootPaths(endpoint)) {
      const known = methods.get(template);
      if (known) known.push(endpoint.method);
      else methods.set(template, [endpoint.method]);
    }
  }
  return [...methods].map(([template, there]) => ({ path: template, methods: there }));
}

/** The parts whose paths are most like one that is in no part. */
function partsNear(path: string): PartName[] {
  const [, , , first = '', , third = ''] = path.split('/');
  const names = partPlaces
    .map((place) => ({
      part: place.part,
      cost: editDistance(first, place.first) + editDistance(third, place.third),
    }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ part }) => part);
  return [...new Set(names)].slice(0, nearParts);
}
