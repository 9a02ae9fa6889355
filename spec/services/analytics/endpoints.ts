import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { graphqlAnswerSchema, graphqlRequestSchema } from './schemas.ts';

const none = z.object({});

/** Security analytics: one GraphQL operation. */
export const analyticsEndpoints = {
  'analytics.graphql.query': endpoint({
    method: 'POST',
    path: '/graphql',
    // Some pages of the documentation write it so.
    trailingSlash: true,
    summary: 'Ask for security events in GraphQL; needs Analytics Read on the zones that are named',
    // The permission is asked for zone by zone, and refused in GraphQL's own words.
    access: { kind: 'api', permissions: [] },
    params: none,
    query: none,
    body: graphqlRequestSchema,
    example: {
      query:
        'query Events($zoneTag: string, $since: Time) { viewer { zones(filter: { zoneTag: $zoneTag }) { firewallEventsAdaptive(filter: { datetime_geq: $since }, limit: 10, orderBy: [datetime_DESC]) { action datetime ruleId source } } } }',
      variables: { zoneTag: '023e105f4ecef8ad9ca31a8372d0c353', since: '2026-11-21T00:00:00Z' },
    },
    result: graphqlAnswerSchema,
    answer: 'plain',
    status: 200,
    otherStatuses: [400, 403, 429, 500],
    errors: [],
    certainty: 'documented',
    source: 'fact sheet token-validation, section 6',
  }),
} as const;
