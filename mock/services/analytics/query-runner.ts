import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import {
  analyticsLimits,
  type GraphqlAnswer,
  type GraphqlRequest,
} from '../../../spec/services/analytics/endpoints.ts';
import { errorEntry, faultMessage } from './error-words.ts';
import type { Graphql } from './graphql-module.ts';
import { inferVariables } from './infer-variables.ts';
import { queryDepth } from './query-depth.ts';
import { AnalyticsRefusal } from './refusal.ts';
import type { QueryContext } from './resolve.ts';
import { createSchema } from './schema.ts';

/** An answer and its status. */
export interface GraphqlOutcome {
  readonly status: number;
  readonly answer: GraphqlAnswer;
}

/** Runs queries over the analytics schema. */
export type QueryRunner = (request: GraphqlRequest, context: QueryContext) => Promise<GraphqlOutcome>;

/**
 * Makes the runner: parse, give variables their types, validate, execute.
 *
 * @example
 * const run = createQueryRunner(await import('graphql'));
 * const { answer } = await run({ query: '{ viewer { zones { zoneTag } } }' }, { world, clock, actor, nodes: 0 });
 */
export function createQueryRunner(graphql: Graphql): QueryRunner {
  const schema = createSchema(graphql);
  // A variable that nobody uses does no harm, and published queries have such.
  const rules = graphql.specifiedRules.filter((rule) => rule !== graphql.NoUnusedVariablesRule);

  return async ({ query, variables, operationName }, context) => {
    const timestamp = context.clock.timestamp();
    const faults = (errors: readonly GraphQLError[]): GraphqlOutcome => ({
      status: 400,
      answer: {
        data: null,
        errors: errors.map((error) => errorEntry(error, faultMessage(error), timestamp)),
      },
    });

    const prepared = prepare(graphql, schema, rules, query, variables ?? {});
    if (!('kind' in prepared)) return faults(prepared);
    const result = await graphql.execute({
      schema,
      document: prepared,
      contextValue: context,
      variableValues: variables ?? {},
      ...(operationName == null ? {} : { operationName }),
    });
    if (!result.errors) return { status: 200, answer: { data: plain(result), errors: null } };
    // Without data nothing ran: the operation or the variables are at fault.
    if (result.data === undefined) return faults(result.errors);
    return failed(result.errors, timestamp);
  };
}

/** The document, ready to run, or what is wrong with it. */
function prepare(
  graphql: Graphql,
  schema: GraphQLSchema,
  rules: Graphql['specifiedRules'],
  query: string,
  variables: Readonly<Record<string, unknown>>,
): DocumentNode | readonly GraphQLError[] {
  let parsed: DocumentNode;
  try {
    parsed = graphql.parse(query, { maxTokens: analyticsLimits.queryTokens });
  } catch (error) {
    if (error instanceof graphql.GraphQLError) return [error];
    throw error;
  }
  const depth = queryDepth(parsed);
  if (depth > analyticsLimits.queryDepth) {
    const limit = analyticsLimits.queryDepth;
    return [new graphql.GraphQLError(`fields are ${depth} deep, at most ${limit} are allowed`)];
  }
  const document = inferVariables(graphql, schema, parsed, new Set(Object.keys(variables)));
  const errors = graphql.validate(schema, document, rules);
  return errors.length > 0 ? errors : document;
}

/** The answer to a query that resolvers refused; what is no refusal is a fault of this mock. */
function failed(errors: readonly GraphQLError[], timestamp: string): GraphqlOutcome {
  let status = 500;
  const entries = errors.map((error) => {
    const { originalError } = error;
    if (originalError instanceof AnalyticsRefusal) {
      status = originalError.status;
      return errorEntry(error, originalError.message, timestamp);
    }
    console.error('touchstone: a query failed unexpectedly', error);
    return errorEntry(error, 'Internal server error', timestamp);
  });
  return { status, answer: { data: null, errors: entries } };
}

/** The package answers objects without a prototype; JSON takes them as they are, and so does everybody else. */
function plain({ data }: ExecutionResult): Record<string, unknown> {
  return { ...data };
}
