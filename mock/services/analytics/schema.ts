import type { GraphQLFieldConfig, GraphQLInputFieldConfig, GraphQLScalarType, GraphQLSchema } from 'graphql';
import {
  type AnalyticsScalar,
  eventFieldNames,
  eventFields,
  violationKey,
} from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { eventOrders, eventValue, scalarOperators, stringOperators } from './event-filter.ts';
import { datasetLimits, type QueryContext, selectEvents, selectZones, type VisibleZone } from './resolve.ts';

/** The analytics schema, with the names of the platform's types. */
export function createSchema(graphql: Graphql): GraphQLSchema {
  const { GraphQLObjectType, GraphQLInputObjectType, GraphQLList, GraphQLNonNull } = graphql;
  const scalars = createScalars(graphql);
  const { string, uint64 } = scalars;

  const zoneFilter = new GraphQLInputObjectType({
    name: 'ZoneFilter_InputObject',
    fields: {
      zoneTag: { type: string },
      zoneTag_gt: { type: string },
      zoneTag_in: { type: new GraphQLList(new GraphQLNonNull(string)) },
    },
  });

  const zone = new GraphQLObjectType<VisibleZone, QueryContext>({
    name: 'zone',
    fields: {
      zoneTag: { type: new GraphQLNonNull(string), resolve: ({ id }) => id },
      firewallEventsAdaptive: {
        description: 'Security events of the zone',
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(eventType(graphql, scalars)))),
        args: {
          filter: { type: new GraphQLNonNull(filterType(graphql, scalars)) },
          limit: { type: new GraphQLNonNull(uint64) },
          orderBy: { type: new GraphQLList(new GraphQLNonNull(orderType(graphql))) },
        },
        resolve: selectEvents,
      },
      settings: {
        description: 'Limits of the datasets',
        type: new GraphQLNonNull(settingsType(graphql, scalars)),
        resolve: () => ({ firewallEventsAdaptive: datasetLimits }),
      },
    },
  });

  const viewer = new GraphQLObjectType<unknown, QueryContext>({
    name: 'viewer',
    fields: {
      zones: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(zone))),
        args: { filter: { type: zoneFilter }, limit: { type: uint64 } },
        resolve: (_, args, context) => selectZones(args, context),
      },
    },
  });

  return new graphql.GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: { viewer: { type: new GraphQLNonNull(viewer), resolve: () => ({}) } },
    }),
  });
}

/** One event: a field for each in the table, and further data as pairs. */
function eventType({ GraphQLObjectType, GraphQLList, GraphQLNonNull }: Graphql, scalars: Scalars) {
  const { string } = scalars;
  const metadata = new GraphQLObjectType({
    name: 'ZoneFirewallEventsAdaptiveMetadata',
    fields: { key: { type: new GraphQLNonNull(string) }, value: { type: new GraphQLNonNull(string) } },
  });
  const fields: Record<string, GraphQLFieldConfig<SecurityEvent, QueryContext>> = {};
  for (const name of eventFieldNames) {
    const { type, description } = eventFields[name];
    fields[name] = {
      type: new GraphQLNonNull(scalars[type]),
      description,
      resolve: (event) => eventValue(event, name),
    };
  }
  fields['metadata'] = {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(metadata))),
    description: 'What else is known: for each token violation the configuration and the reason',
    resolve: ({ token_validation_violations: violations }) =>
      violations.map(({ token_configuration_id: id, reason }) => ({
        key: `${violationKey}${id}`,
        value: reason,
      })),
  };
  return new GraphQLObjectType<SecurityEvent, QueryContext>({ name: 'ZoneFirewallEventsAdaptive', fields });
}

/** Every field with every operator that its type supports, AND and OR. */
function filterType({ GraphQLInputObjectType, GraphQLList, GraphQLNonNull }: Graphql, scalars: Scalars) {
  const filter = new GraphQLInputObjectType({
    name: 'ZoneFirewallEventsAdaptiveFilter_InputObject',
    fields: () => {
      const fields: Record<string, GraphQLInputFieldConfig> = {};
      for (const name of eventFieldNames) {
        const type = scalars[eventFields[name].type];
        for (const operator of scalarOperators) {
          const list = operator === '_in' || operator === '_notin';
          fields[`${name}${operator}`] = { type: list ? new GraphQLList(new GraphQLNonNull(type)) : type };
        }
        if (type !== scalars.string) continue;
        for (const operator of stringOperators) fields[`${name}${operator}`] = { type };
      }
      const filters = new GraphQLList(new GraphQLNonNull(filter));
      return { ...fields, AND: { type: filters }, OR: { type: filters } };
    },
  });
  return filter;
}

function orderType({ GraphQLEnumType }: Graphql) {
  const values = Object.fromEntries([...eventOrders].map(([name, value]) => [name, { value }]));
  return new GraphQLEnumType({ name: 'ZoneFirewallEventsAdaptiveOrderBy', values });
}

function settingsType(
  { GraphQLObjectType, GraphQLList, GraphQLNonNull, GraphQLBoolean }: Graphql,
  { string, uint64 }: Scalars,
) {
  const limits = new GraphQLObjectType({
    name: 'Settings',
    fields: {
      enabled: { type: new GraphQLNonNull(GraphQLBoolean) },
      availableFields: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(string))) },
      maxPageSize: { type: new GraphQLNonNull(uint64) },
      maxNumberOfFields: { type: new GraphQLNonNull(uint64) },
      notOlderThan: { type: new GraphQLNonNull(uint64) },
      maxDuration: { type: new GraphQLNonNull(uint64) },
    },
  });
  return new GraphQLObjectType({
    name: 'ZoneSettings',
    fields: { firewallEventsAdaptive: { type: new GraphQLNonNull(limits) } },
  });
}

/** The scalars of the analytics schema. */
export type Scalars = Readonly<Record<AnalyticsScalar, GraphQLScalarType>>;

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Creates the scalars. Times are milliseconds since the epoch in the mock, and RFC 3339 in queries and answers.
 */
export function createScalars({ GraphQLScalarType }: Graphql): Scalars {
  const wrong = (value: unknown, name: string) =>
    new TypeError(`${JSON.stringify(value) ?? String(value)} is not a value of type ${name}`);

  const integer = (name: AnalyticsScalar, largest: number) => {
    const check = (value: unknown) => {
      if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= largest) return Number(value);
      throw wrong(value, name);
    };
    const description = `A whole number from 0 to ${largest}`;
    return new GraphQLScalarType({ name, description, coerceInputValue: check, coerceOutputValue: check });
  };

  const check = (value: unknown, name: AnalyticsScalar): string => {
    if (typeof value === 'string') return value;
    throw wrong(value, name);
  };

  return {
    string: new GraphQLScalarType({
      name: 'string',
      description: 'A text',
      coerceInputValue: (value) => check(value, 'string'),
      coerceOutputValue: (value) => check(value, 'string'),
    }),
    uint8: integer('uint8', 2 ** 8 - 1),
    uint16: integer('uint16', 2 ** 16 - 1),
    uint32: integer('uint32', 2 ** 32 - 1),
    // The largest integer that all JSON parsers read exactly.
    uint64: integer('uint64', Number.MAX_SAFE_INTEGER),
    Time: new GraphQLScalarType({
      name: 'Time',
      description: 'A time as in RFC 3339, for example 2026-11-21T10:00:00Z',
      coerceInputValue: (value) => {
        const time = rfc3339.test(check(value, 'Time')) ? Date.parse(String(value)) : Number.NaN;
        if (Number.isNaN(time)) throw wrong(value, 'Time');
        return time;
      },
      coerceOutputValue: (value) => new Date(Number(value)).toISOString().replace('.000Z', 'Z'),
    }),
    Date: new GraphQLScalarType({
      name: 'Date',
      description: 'A day, for example 2026-11-21',
      coerceInputValue: (value) => {
        const text = check(value, 'Date');
        if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) throw wrong(value, 'Date');
        return text;
      },
      coerceOutputValue: (value) => check(value, 'Date'),
    }),
  };
}

/** The package that parses and runs queries; a parameter, because it is loaded only at the first query. */
export type Graphql = typeof import('graphql');
