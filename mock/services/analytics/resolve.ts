import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { analyticsLimits, eventFieldNames } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { mayReachZone, zoneFor } from '../../access/authorize.ts';
import type { Actor } from '../../access/credentials.ts';
import type { Clock } from '../../world/clock.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { compileFilter, type FilterInput } from './event-filter.ts';
import { type EventOrder, sortEvents } from './event-order.ts';
import { AnalyticsRefusal } from './refusal.ts';
import { checkTimeRange } from './time-range.ts';

/** What the resolvers of one request share. */
export interface QueryContext {
  readonly world: World;
  /** Of the answer; each zone has the time of its account. */
  readonly clock: Clock;
  readonly actor: Actor;
  /** Datasets that were read so far. */
  nodes: number;
}

/** A zone that the caller may read. */
export type VisibleZone = ZoneTenant;

interface ZonesArguments {
  readonly filter?: {
    readonly zoneTag?: string | null;
    readonly zoneTag_gt?: string | null;
    readonly zoneTag_in?: readonly string[] | null;
  } | null;
  readonly limit?: number | null;
}

const { zonesPerQuery, nodesPerRequest, maxPageSize, maxNumberOfFields, notOlderThan, maxDuration } =
  analyticsLimits;

/** What the node `settings` says of the dataset. */
export const datasetLimits = {
  enabled: true,
  availableFields: [...eventFieldNames, 'metadata'].sort(),
  maxPageSize,
  maxNumberOfFields,
  notOlderThan,
  maxDuration,
};

/**
 * The zones of a query: those it names, or all that the caller may see, by id.
 *
 * @throws AnalyticsRefusal when one of those named is not there or not the caller's to see.
 */
export function selectZones({ filter, limit }: ZonesArguments, context: QueryContext): ZoneTenant[] {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null);
  if (given.length > 1) {
    throw new AnalyticsRefusal(400, 'error parsing args for "zones": filter: takes one of its members');
  }
  const named = filter?.zoneTag_in ?? (filter?.zoneTag == null ? undefined : [filter.zoneTag]);
  if (named && new Set(named).size > zonesPerQuery) {
    throw new AnalyticsRefusal(400, `cannot query more than ${zonesPerQuery} zones at once`);
  }
  if (named) return namedZones(named, context);
  const after = filter?.zoneTag_gt ?? '';
  const most = Math.min(limit ?? zonesPerQuery, zonesPerQuery);
  return context.world.zones
    .list()
    .filter((zone) => zone.id > after && mayRead(zone, context.actor))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .slice(0, most);
}

function namedZones(ids: readonly string[], { world, actor }: QueryContext): ZoneTenant[] {
  const found = new Map<string, ZoneTenant>();
  const missing: string[] = [];
  for (const id of [...new Set(ids)].sort()) {
    // Rights come first, so that a stranger makes no zone where zones are made on demand.
    const asked = /^[0-9a-f]{32}$/.test(id) && (actor.zones === 'all' || actor.zones.has(id));
    const zone = asked ? zoneFor(actor, world, id) : undefined;
    if (zone && mayRead(zone, actor)) found.set(id, zone);
    else missing.push(id);
  }
  if (missing.length > 0) throw new AnalyticsRefusal(403, `zones [${missing.join(' ')}] are not authorized`);
  return [...found.values()];
}

function mayRead(zone: ZoneTenant, actor: Actor): boolean {
  return actor.permissions.has('Analytics Read') && mayReachZone(actor, zone);
}

interface EventsArguments {
  readonly filter: FilterInput;
  readonly limit: number;
  readonly orderBy?: readonly EventOrder[] | null;
}

/**
 * The events of a zone that a query asks for.
 *
 * @throws AnalyticsRefusal when it asks for more than the dataset allows.
 */
export function selectEvents(
  zone: ZoneTenant,
  { filter, limit, orderBy }: EventsArguments,
  context: QueryContext,
  info: GraphQLResolveInfo,
): SecurityEvent[] {
  if (++context.nodes > nodesPerRequest) {
    throw new AnalyticsRefusal(
      429,
      'in combination, your request queries too many nodes, zones and accounts',
    );
  }
  if (limit < 1 || limit > maxPageSize) {
    throw new AnalyticsRefusal(400, `limit must be positive number and not greater than ${maxPageSize}`);
  }
  if (countFields(info) > maxNumberOfFields) {
    throw new AnalyticsRefusal(400, `number of fields can't be more than ${maxNumberOfFields}`);
  }
  checkTimeRange(filter, zone.clock.now());
  const selected = [...zone.events.newestFirst().filter(compileFilter(filter))].reverse();
  return sortEvents(selected, orderBy ?? []).slice(0, limit);
}

/** Different fields of the dataset that a query asks for, whatever their aliases. */
function countFields({ fieldNodes, fragments }: GraphQLResolveInfo): number {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field') names.add(selection.name.value);
      else if (selection.kind === 'InlineFragment') visit(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        visit(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const node of fieldNodes) visit(node.selectionSet);
  return names.size;
}
