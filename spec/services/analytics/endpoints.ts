import { z } from 'zod';
import { type ErrorShape, endpoint } from '../../endpoint.ts';
import { failureEnvelope, failureEnvelopeSchema } from '../../envelope.ts';
import { text } from '../../schema.ts';

/** Scalars of the analytics schema, by the platform's names. */
export type AnalyticsScalar = 'string' | 'uint8' | 'uint16' | 'uint32' | 'uint64' | 'Time' | 'Date';

/** One field of the dataset of security events. */
export interface EventField {
  readonly type: Exclude<AnalyticsScalar, 'uint64'>;
  readonly description: string;
}

const field = (type: EventField['type'], description: string): EventField => ({ type, description });

/**
 * The scalar fields of `firewallEventsAdaptive`, for selection, filters and orders. Names as in the platform's schema
 * (Cloudflare docs, Querying Firewall Events with GraphQL, and its public examples).
 */
export const eventFields = {
  action: field('string', 'What was done about the request: block, log, managedchallenge ...'),
  clientASNDescription: field('string', 'Name of the autonomous system of the client'),
  clientAsn: field('string', 'Number of the autonomous system of the client'),
  clientCountryName: field('string', 'Country of the client as two letters'),
  clientIP: field('string', 'Address of the client'),
  clientRequestHTTPHost: field('string', 'Host that the client asked for'),
  clientRequestHTTPMethodName: field('string', 'Method of the request'),
  clientRequestHTTPProtocol: field('string', 'Protocol of the request'),
  clientRequestPath: field('string', 'Path of the request'),
  clientRequestQuery: field('string', 'Query of the request with its question mark'),
  clientRequestScheme: field('string', 'Scheme of the request'),
  date: field('Date', 'Day of the event'),
  datetime: field('Time', 'Time of the event'),
  datetimeFifteenMinutes: field('Time', 'Time of the event, cut to fifteen minutes'),
  datetimeFiveMinutes: field('Time', 'Time of the event, cut to five minutes'),
  datetimeHour: field('Time', 'Time of the event, cut to the hour'),
  datetimeMinute: field('Time', 'Time of the event, cut to the minute'),
  description: field('string', 'Description of the rule'),
  edgeColoName: field('string', 'Data centre that served the request'),
  edgeResponseStatus: field('uint16', 'Status that the client got'),
  kind: field('string', 'Kind of the event'),
  matchIndex: field('uint8', 'Place of the event among those of its request'),
  originResponseStatus: field('uint16', 'Status that the origin gave, 0 where it was not asked'),
  rayName: field('string', 'Id of the request'),
  ref: field('string', 'Reference of the rule'),
  ruleId: field('string', 'Id of the rule'),
  rulesetId: field('string', 'Id of the ruleset of the rule'),
  sampleInterval: field('uint32', 'How many events this one stands for'),
  source: field('string', 'Service that decided: apiShieldTokenValidation, firewallCustom ...'),
  userAgent: field('string', 'User agent of the request'),
} as const satisfies Readonly<Record<string, EventField>>;

export type EventFieldName = keyof typeof eventFields;

export const eventFieldNames = Object.keys(eventFields) as readonly EventFieldName[];

/** Metadata key of the reason why a token was not valid, followed by the id of the configuration. */
export const violationKey = 'token_validation_violation:';

/**
 * Limits of analytics queries. The platform's numbers depend on the plan; these are from the settings node in its
 * documentation, and the others are ours.
 */
export const analyticsLimits = {
  /** Zones of one query (documented). */
  zonesPerQuery: 10,
  /** Datasets times zones of one request (inferred: the platform has such a limit without a published number). */
  nodesPerRequest: 50,
  /** Records that one dataset returns at most (documented). */
  maxPageSize: 10_000,
  /** Fields of one dataset in a query (documented). */
  maxNumberOfFields: 30,
  /** Seconds before now that a query can reach (documented). */
  notOlderThan: 2_678_400,
  /** Seconds of the time range of a query (documented). */
  maxDuration: 259_200,
  /** Characters of a query (inferred). */
  queryCharacters: 65_536,
  /** Lexical tokens of a query (inferred). */
  queryTokens: 5_000,
  /** Depth of a query (inferred): a full introspection of the schema has 15. */
  queryDepth: 20,
} as const;

/** The body of a GraphQL request. */
export const graphqlRequestSchema = z.object(
  {
    query: text(analyticsLimits.queryCharacters, 1),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: z.string().nullish(),
  },
  {
    error: ({ input }) =>
      Array.isArray(input) ? 'must be one query: several at once are not supported' : undefined,
  },
);

export type GraphqlRequest = z.output<typeof graphqlRequestSchema>;

/** An entry of `errors` of a GraphQL answer. */
export const graphqlErrorSchema = z.object({
  message: z.string(),
  /** The path of the error from the root; list positions are strings. Null for an error without a path. */
  path: z.array(z.string()).nullable(),
  /** Position in the query, counted from 1. */
  locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
  extensions: z.object({ timestamp: z.string() }).optional(),
});

export type GraphqlError = z.infer<typeof graphqlErrorSchema>;

/** The body of a GraphQL answer: data or errors, with null for the other. */
export const graphqlAnswerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(graphqlErrorSchema).min(1).nullable(),
});

export type GraphqlAnswer = z.infer<typeof graphqlAnswerSchema>;

/** An invalid request is refused in the envelope, an invalid query in GraphQL's own words. */
const graphqlErrors: ErrorShape = {
  body: failureEnvelope,
  schema: z.union([graphqlAnswerSchema, failureEnvelopeSchema]),
};

const none = z.object({});

/** Security analytics: one GraphQL operation. */
export const endpoints = {
  'analytics.graphql.query': endpoint({
    method: 'POST',
    path: '/graphql',
    // Some pages of the documentation use this path.
    trailingSlash: true,
    summary: 'Query security events in GraphQL; needs Analytics Read on the zones of the query',
    // The permission is checked zone by zone, and the refusal has GraphQL's own words.
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
    errorShape: graphqlErrors,
    errors: [],
    certainty: 'documented',
    source: 'Cloudflare docs, Querying Firewall Events with GraphQL',
  }),
} as const;
