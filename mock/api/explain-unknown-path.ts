import { basePath, type Endpoint, rootPaths } from '../../spec/endpoint.ts';
import { servicePlaces, toService } from '../../spec/lookup.ts';
import { compared, countEdits } from '../../spec/nearest-names.ts';
import { type ServiceName, services } from '../../spec/services/index.ts';
import { journalLimits } from '../../spec/services/touchstone/events.ts';

/** How many services to search for a path that belongs to none. */
const nearServices = 2;

/**
 * Explains why no operation matches a request, and names the nearest ones. Loads only the services that can match.
 *
 * @param path from the root of the host, as sent
 * @example
 * await explainUnknownPath('GET', '/client/v4/zone'); // ['Did you mean GET /client/v4/zones?']
 */
export async function explainUnknownPath(method: string, path: string): Promise<string[]> {
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
  const service = toService(path);
  const files = await Promise.all(
    (service ? [service] : servicesNear(path)).map((name) => services[name].endpoints()),
  );
  const methods = new Map<string, string[]>();
  for (const endpoint of files.flatMap(({ endpoints }): Endpoint[] => Object.values(endpoints))) {
    for (const template of rootPaths(endpoint)) {
      const known = methods.get(template);
      if (known) known.push(endpoint.method);
      else methods.set(template, [endpoint.method]);
    }
  }
  return [...methods].map(([template, there]) => ({ path: template, methods: there }));
}

/** The services with the most similar paths. */
function servicesNear(path: string): ServiceName[] {
  const [, , , first = '', , third = ''] = path.split('/');
  const names = servicePlaces
    .map((place) => ({
      service: place.service,
      cost: editDistance(first, place.first) + editDistance(third, place.third),
    }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ service }) => service);
  return [...new Set(names)].slice(0, nearServices);
}

/** A path template, from the root of the host, with its methods. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** Cost of a missing segment, or of an extra one. */
const lacking = 0.9;
const tooMany = 1.2;
/** Cost of a variable whose value does not look like an id. */
const value = 0.2;
const otherMethod = 0.5;
/** Words with a greater distance are not typos of each other. */
const slip = 0.5;
/** Routes with a higher cost are unrelated. */
const mostCost = 1;
/** Maximum additional cost compared to the nearest route. */
const spread = 0.4;

const id = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/**
 * Returns the routes that a request probably meant, nearest first. Compares paths by segment: a variable matches any
 * value, and another method costs less than another path.
 *
 * @param highest cost of a route that is not unrelated
 * @example
 * nearestRoutes(routes, 'POST', '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/token_validation/confg', 1);
 */
export function nearestRoutes(
  routes: readonly KnownRoute[],
  method: string,
  path: string,
  limit: number,
  highest: number = mostCost,
): KnownRoute[] {
  const given = path.split('/');
  const costs = routes
    .map((route) => ({
      route,
      cost: pathCost(given, route.path.split('/')) + (route.methods.includes(method) ? 0 : otherMethod),
    }))
    .filter(({ cost }) => cost <= highest)
    .sort((a, b) => a.cost - b.cost);
  const nearest = costs[0]?.cost ?? 0;
  return costs
    .filter(({ cost }) => cost <= nearest + spread)
    .slice(0, limit)
    .map(({ route }) => route);
}

/** Whether a path matches a template. */
export function fits(path: string, template: string): boolean {
  const given = path.split('/');
  const wanted = template.split('/');
  const isLongEnough = takesRest(wanted) ? given.length >= wanted.length : given.length === wanted.length;
  return isLongEnough && wanted.every((segment, at) => isVariable(segment) || segment === given[at]);
}

const isVariable = (segment: string) => segment.startsWith('{');

/** Whether the last variable matches all remaining segments. */
function takesRest(template: readonly string[]): boolean {
  return template.at(-1)?.startsWith('{+') ?? false;
}

/** The cost of turning one path into the other, by whole segments. */
function pathCost(given: readonly string[], wanted: readonly string[]): number {
  let before = Array.from({ length: wanted.length + 1 }, (_, column) => column * lacking);
  for (const [row, segment] of given.entries()) {
    const costs = [(row + 1) * tooMany];
    for (const [column, template] of wanted.entries()) {
      const isRest = column === wanted.length - 1 && takesRest(wanted);
      costs.push(
        Math.min(
          at(before, column + 1) + (isRest ? 0 : tooMany),
          at(costs, column) + lacking,
          at(before, column) + segmentCost(segment, template),
        ),
      );
    }
    before = costs;
  }
  return at(before, wanted.length);
}

function segmentCost(given: string, template: string): number {
  if (isVariable(template)) return id.test(given) ? 0 : given === '' ? lacking : value;
  const distance = id.test(given) ? 1 : editDistance(given.toLowerCase(), template);
  return distance > slip ? lacking + tooMany : distance;
}

function at(costs: readonly number[], index: number): number {
  return costs[index] ?? Number.POSITIVE_INFINITY;
}

/** A corrected path, with its mistakes. */
export interface RepairedPath {
  readonly path: string;
  /** The corrections, as sentences. */
  readonly faults: readonly string[];
}

const adminPath = '/_touchstone';
/** Prefixes that clients send instead of the base path, or before it. */
const otherBases = /^(?:\/(?:api|client))*\/v\d+(?=\/|$)/i;

/**
 * Corrects a path without an operation: its base path, slashes and case.
 *
 * @example
 * repairPath('/zones//abc/'); // { path: '/client/v4/zones/abc', faults: ['…', '…', '…'] }
 */
export function repairPath(given: string): RepairedPath {
  const faults: string[] = [];
  let path = given.replace(/(.)\/$/, '$1');
  const fix = (fixed: string, fault: string) => {
    if (fixed !== path) faults.push(fault);
    path = fixed;
  };
  fix(path.replace(/\/{2,}/g, '/'), 'The path has an empty segment (//).');
  if (isBelow(path, adminPath)) return { path, faults };
  fix(
    path.replace(new RegExp(`^(?:${basePath}){2,}`), basePath),
    `The path has ${basePath} twice; the base URL ends in it already.`,
  );
  if (!isBelow(path, basePath)) {
    fix(
      `${basePath}${path.replace(otherBases, '')}`,
      `The path does not begin with ${basePath}; the base URL has to end in it.`,
    );
  }
  return { path, faults };
}

function isBelow(path: string, base: string): boolean {
  return path === base || path.startsWith(`${base}/`);
}

/**
 * The distance of two texts: the fewest characters to insert, delete, replace or swap, relative to their length.
 *
 * @returns 0 for equal texts, 1 for texts without anything in common
 * @example
 * editDistance('config', 'confg'); // 1 / 6
 */
export function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  // Texts that differ only after the compared part are nearly equal.
  return Math.max(countEdits(one, other), 1) / Math.min(Math.max(one.length, other.length), compared);
}
