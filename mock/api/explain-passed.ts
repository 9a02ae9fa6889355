import { basePath } from '../../spec/endpoint.ts';
import { splitUrl } from '../../spec/url.ts';
import type { World } from '../world/world.ts';

/** The requests that handlers answer. */
export interface HandledPlaces {
  readonly baseUrl: string;
  readonly zones: readonly string[];
}

/** The remote of a repository. */
const remote = /^\/git\/.+\.git(?:\/|$)/;

/**
 * Explains why handlers passed on a request that looks like one for their mock; undefined for other requests.
 *
 * @example
 * explainPassed(world, 'https://api.test/client/v4/zones', { baseUrl: 'http://localhost:4800/client/v4', zones: [] });
 */
export function explainPassed(
  { zones, customHostnames }: World,
  url: string,
  places: HandledPlaces,
): string[] | undefined {
  const { host, path } = splitUrl(url);
  const hostname = host.replace(/:\d+$/, '').toLowerCase();
  const custom = customHostnames.byHostname(hostname)?.zoneId;
  const zone = custom === undefined ? zones.byKey(getParent(hostname, zones)) : zones.get(custom);
  if (zone) {
    const wanted = custom === undefined ? `*.${zone.zone.name}` : hostname;
    return [
      `${hostname} belongs to the zone ${zone.zone.name} of this mock, but the option zones has ${places.zones.join(', ') || 'nothing'}.`,
      `Add '${wanted}' to it.`,
    ];
  }
  if (!hasSegments(path, basePath) && !path.startsWith('/_touchstone/') && !remote.test(path))
    return undefined;
  return [`The option baseUrl is ${places.baseUrl}, which this URL is not below.`];
}

/** The longest zone name that is the host or its parent; the host if there is none. */
function getParent(host: string, zones: World['zones']): string {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1)) {
    if (zones.byKey(name)) return name;
  }
  return host;
}

function hasSegments(path: string, segments: string): boolean {
  return `${path}/`.includes(`${segments}/`);
}
