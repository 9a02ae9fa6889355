import type { GraphQLFieldConfig, GraphQLInputFieldConfig, GraphQLSchema } from 'graphql';
import { eventFieldNames, eventFields, violationKey } from '../../../spec/services/analytics/endpoints.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { scalarOperators, stringOperators } from './event-filter.ts';
import { eventOrders } from './event-order.ts';
import { eventValue } from './event-values.ts';
import type { Graphql } from './graphql-module.ts';
import { datasetLimits, type QueryContext, selectEvents, selectZones, type VisibleZone } from './resolve.ts';
import { createScalars, type Scalars } from './scalars.ts';

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

/** One event: a field for each of the table, and what else is known as pairs. */
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

/** Every field with every operator that its type takes, AND and OR. */
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
