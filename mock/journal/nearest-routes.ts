import { editDistance } from './edit-distance.ts';

/** A path template, from the root of the host, and the methods that there are. */
export interface KnownRoute {
  readonly path: string;
  readonly methods: readonly string[];
}

/** What it costs that a path lacks a segment, or has one too many. */
const lacking = 0.9;
const tooMany = 1.2;
/** What a value costs where a path has a variable and the value looks like no id. */
const value = 0.2;
const otherMethod = 0.5;
/** Words further apart than this are no slip of the other. */
const slip = 0.5;
/** Beyond this a route has nothing to do with the request. */
const mostCost = 1;
/** How much further than the nearest route others may be. */
const spread = 0.4;

const id = /^(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f-]{27})$/i;

/**
 * The routes that a request was probably meant for, nearest first: paths are compared segment by segment, where a
 * variable takes any value, and another method counts less than another path.
 *
 * @example
 * nearestRoutes(routes, 'POST', '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/token_validation/confg', 1);
 */
export function nearestRoutes(
  routes: readonly KnownRoute[],
  method: string,
  path: string,
  limit: number,
): KnownRoute[] {
  const given = path.split('/');
  const costs = routes
    .map((route) => ({
      route,
      cost: pathCost(given, route.path.split('/')) + (route.methods.includes(method) ? 0 : otherMethod),
    }))
    .filter(({ cost }) => cost <= mostCost)
    .sort((a, b) => a.cost - b.cost);
  const nearest = costs[0]?.cost ?? 0;
  return costs
    .filter(({ cost }) => cost <= nearest + spread)
    .slice(0, limit)
    .map(({ route }) => route);
}

/** Whether a path is one of a template's. */
export function fits(path: string, template: string): boolean {
  const given = path.split('/');
  const wanted = template.split('/');
  const isLongEnough = takesRest(wanted) ? given.length >= wanted.length : given.length === wanted.length;
  return isLongEnough && wanted.every((segment, at) => isVariable(segment) || segment === given[at]);
}

const isVariable = (segment: string) => segment.startsWith('{');

/** Whether the last variable stands for all segments that there still are. */
function takesRest(template: readonly string[]): boolean {
  return template.at(-1)?.startsWith('{+') ?? false;
}

/** The cost of making one path the other, with whole segments as characters. */
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
