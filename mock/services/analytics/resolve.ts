import type { GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { analyticsLimits, eventFieldNames } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { mayReachZone, zoneFor } from '../../api/access/authorize.ts';
import type { Clock } from '../../world/clock.ts';
import type { Actor } from '../../world/credentials.ts';
import type { World } from '../../world/world.ts';
import type { ZoneTenant } from '../../world/zone-tenant.ts';
import { compileFilter, type EventOrder, type FilterInput, sortEvents, splitMember } from './event-filter.ts';

/** Thrown when the resolvers refuse a query, with the status of the answer. */
export class AnalyticsRefusal extends TouchstoneError {
  readonly status: 400 | 403 | 429;

  constructor(status: AnalyticsRefusal['status'], message: string) {
    super('analytics', message);
    this.status = status;
  }
}

/** State that the resolvers of one request share. */
export interface QueryContext {
  readonly world: World;
  /** The time of the answer; each zone has the time of its account. */
  readonly clock: Clock;
  readonly actor: Actor;
  /** Datasets read so far. */
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

/** The node `settings` of the dataset. */
export const datasetLimits = {
  enabled: true,
  availableFields: [...eventFieldNames, 'metadata'].sort(),
  maxPageSize,
  maxNumberOfFields,
  notOlderThan,
  maxDuration,
};

/**
 * The zones of a query: those in its filter, or all that the caller may see, by id.
 *
 * @throws AnalyticsRefusal when one of those in the filter is unknown or the caller may not see it.
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
    // Checks permissions first, so that an unauthorized caller creates no zone on demand.
    const asked = /^[0-9a-f]{32}$/.test(id) && (actor.zones === 'all' || actor.zones.has(id));
    const zone = asked ? zoneFor(actor, world, id) : undefined;
    if (zone && mayRead(zone, actor)) found.set(id, zone);
    else missing.push(id);
  }
  if (missing.length > 0) throw new AnalyticsRefusal(403, `zones [${missing.join(' ')}] are not authorized`);
  return [...found.values()];
}

function mayRead(zone: ZoneTenant, actor: Actor): boolean {
  const { permissions } = actor.at?.({ zone, account: undefined }) ?? actor;
  return permissions.has('Analytics Read') && mayReachZone(actor, zone);
}

interface EventsArguments {
  readonly filter: FilterInput;
  readonly limit: number;
  readonly orderBy?: readonly EventOrder[] | null;
}

/**
 * The events of a zone that a query selects.
 *
 * @throws AnalyticsRefusal when it exceeds the limits of the dataset.
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

/** The number of different fields of the dataset in a query, whatever their aliases. */
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

const day = 86_400_000;

/** The times that a filter allows, in milliseconds since the epoch; a missing bound is open. */
interface TimeRange {
  from: number | undefined;
  to: number | undefined;
}

/**
 * Checks the time range of a query against the limits of the dataset. A filter without a time covers all stored events.
 *
 * @param now milliseconds since the epoch
 * @throws AnalyticsRefusal when it reaches back too far, or is too long
 */
export function checkTimeRange(filter: FilterInput, now: number): void {
  const { notOlderThan, maxDuration } = analyticsLimits;
  const { from, to = now } = timeRange(filter);
  if (from === undefined) return;
  if (from < now - notOlderThan * 1000) {
    throw new AnalyticsRefusal(400, `cannot request data older than ${notOlderThan}s`);
  }
  const seconds = Math.ceil((to - from) / 1000);
  if (seconds > maxDuration) {
    throw new AnalyticsRefusal(
      400,
      `query time range is too large: it is ${seconds}s, at most ${maxDuration}s are allowed`,
    );
  }
}

/** Reads bounds from the filter itself and below AND; those below OR guarantee nothing. */
function timeRange(filter: FilterInput): TimeRange {
  const range: TimeRange = { from: undefined, to: undefined };
  for (const [member, operand] of Object.entries(filter)) {
    if (operand === null || operand === undefined || member === 'OR') continue;
    // The schema of the filter gives operands their types.
    const bounds = member === 'AND' ? (operand as FilterInput[]).map(timeRange) : [getBound(member, operand)];
    for (const { from, to } of bounds) {
      if (from !== undefined) range.from = Math.max(from, range.from ?? from);
      if (to !== undefined) range.to = Math.min(to, range.to ?? to);
    }
  }
  return range;
}

function getBound(member: string, operand: unknown): TimeRange {
  const none: TimeRange = { from: undefined, to: undefined };
  const [field, operator] = splitMember(member);
  if (field !== 'datetime' && field !== 'date') return none;
  const start = field === 'date' ? Date.parse(String(operand)) : Number(operand);
  const end = field === 'date' ? start + day : start;
  switch (operator) {
    case '':
      return { from: start, to: end };
    case '_gt':
    case '_geq':
      return { from: operator === '_gt' ? end : start, to: undefined };
    case '_lt':
    case '_leq':
      return { from: undefined, to: operator === '_lt' ? start : end };
    default:
      return none;
  }
}
