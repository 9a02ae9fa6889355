import { z } from 'zod';
import { text } from '../../schema.ts';

/**
 * Limits of analytics queries. The platform's numbers depend on the plan and are those that the settings
 * node of its documentation shows; the others are ours.
 */
export const analyticsLimits = {
  /** Zones that one query may be about (documented). */
  zonesPerQuery: 10,
  /** Datasets times zones of one request (inferred: the platform has such a limit and does not name it). */
  nodesPerRequest: 50,
  /** Records that one dataset answers at most (documented). */
  maxPageSize: 10_000,
  /** Fields that one dataset may be asked for (documented). */
  maxNumberOfFields: 30,
  /** Seconds that a query may go back in time (documented). */
  notOlderThan: 2_678_400,
  /** Seconds from the beginning to the end of a query's time (documented). */
  maxDuration: 259_200,
  /** Characters of a query (inferred). */
  queryCharacters: 65_536,
  /** Lexical tokens of a query (inferred). */
  queryTokens: 5_000,
  /** Fields within fields of a query (inferred): a full introspection of the schema has 15. */
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
  /** The nodes that the error is about, from the root; list positions are text. Null where it is about none. */
  path: z.array(z.string()).nullable(),
  /** Where in the query, counted from 1. */
  locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
  extensions: z.object({ timestamp: z.string() }).optional(),
});

export type GraphqlError = z.infer<typeof graphqlErrorSchema>;

/** The body of a GraphQL answer: data or errors, and null in the place of the other. */
export const graphqlAnswerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(graphqlErrorSchema).min(1).nullable(),
});

export type GraphqlAnswer = z.infer<typeof graphqlAnswerSchema>;
