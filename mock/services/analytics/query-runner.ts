import type {
  DocumentNode,
  ExecutionResult,
  FragmentDefinitionNode,
  GraphQLError,
  GraphQLInputType,
  GraphQLSchema,
  SelectionSetNode,
  VariableDefinitionNode,
} from 'graphql';
import {
  analyticsLimits,
  type GraphqlAnswer,
  type GraphqlError,
  type GraphqlRequest,
} from '../../../spec/services/analytics/endpoints.ts';
import { AnalyticsRefusal, type QueryContext } from './resolve.ts';
import { createSchema, type Graphql } from './schema.ts';

/** An answer and its status. */
export interface GraphqlOutcome {
  readonly status: number;
  readonly answer: GraphqlAnswer;
}

/** Runs queries over the analytics schema. */
export type QueryRunner = (request: GraphqlRequest, context: QueryContext) => Promise<GraphqlOutcome>;

/**
 * Creates the runner: parse, type variables, validate, execute.
 *
 * @example
 * const run = createQueryRunner(await import('graphql'));
 * const { answer } = await run({ query: '{ viewer { zones { zoneTag } } }' }, { world, clock, actor, nodes: 0 });
 */
export function createQueryRunner(graphql: Graphql): QueryRunner {
  const schema = createSchema(graphql);
  // Unused variables are allowed, since published queries have them.
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
    // Without data nothing ran: the operation or the variables are invalid.
    if (result.data === undefined) return faults(result.errors);
    return failed(result.errors, timestamp);
  };
}

/** The document, ready to run, or its errors. */
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

/** The answer when resolvers refuse a query; any other error is a bug in this mock. */
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

/** The package returns objects without a prototype, which JSON serializes as usual. */
function plain({ data }: ExecutionResult): Record<string, unknown> {
  return { ...data };
}

/**
 * The platform's messages for errors in a query (its documentation, Error responses), by those of the package. Where
 * the platform's message has no detail, the package's follows.
 */
const words: readonly (readonly [RegExp, (message: string, match: RegExpExecArray) => string])[] = [
  [/^Syntax Error/, (message) => `query contains error, please review it and retry: ${message}`],
  [/^Cannot query field "(\w+)"/, (message, [, name]) => `unknown field "${name}": ${message}`],
  [/must not have a selection/, () => 'scalar fields must have no selections'],
  [/must have a selection of subfields/, () => 'object field must have selections'],
  [
    /argument|of type|is not a value|Expected value|Variable "\$|is not defined by type|not exist in/i,
    (message) => `error parsing args: ${message}`,
  ],
];

/** The message of an error found before the query ran. */
export function faultMessage({ message }: GraphQLError): string {
  for (const [pattern, say] of words) {
    const match = pattern.exec(message);
    if (match) return say(message, match);
  }
  return `query contains error, please review it and retry: ${message}`;
}

/**
 * An entry of `errors`: Cloudflare docs, GraphQL Analytics error responses. Positions in the path are strings there.
 */
export function errorEntry(error: GraphQLError, message: string, timestamp: string): GraphqlError {
  return {
    message,
    path: error.path ? error.path.map(String) : null,
    ...(error.locations ? { locations: error.locations.map(({ line, column }) => ({ line, column })) } : {}),
    extensions: { timestamp },
  };
}

/**
 * The depth of nested fields, fragments included. Each fragment is measured once; one that spreads itself counts as if
 * it ended there, since another rule reports it.
 */
export function queryDepth(document: DocumentNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const depths = new Map<string, number>();

  const ofFragment = (name: string): number => {
    const known = depths.get(name);
    if (known !== undefined) return known;
    depths.set(name, 0);
    const depth = ofSet(fragments.get(name)?.selectionSet);
    depths.set(name, depth);
    return depth;
  };
  const ofSet = (set: SelectionSetNode | undefined): number => {
    let deepest = 0;
    for (const selection of set?.selections ?? []) {
      const depth =
        selection.kind === 'Field'
          ? 1 + ofSet(selection.selectionSet)
          : selection.kind === 'InlineFragment'
            ? ofSet(selection.selectionSet)
            : ofFragment(selection.name.value);
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  };

  let deepest = 0;
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition') {
      deepest = Math.max(deepest, ofSet(definition.selectionSet));
    }
  }
  return deepest;
}

/**
 * Gives each variable the type that its uses require, whatever its declaration says, and declares variables that have a
 * value but no declaration.
 *
 * The platform's own examples need both: they use variables without a declaration, and declare types that its schema
 * lacks. A variable whose uses require different types keeps its declaration.
 *
 * @param given names of the variables with a value
 */
export function inferVariables(
  graphql: Graphql,
  schema: GraphQLSchema,
  document: DocumentNode,
  given: ReadonlySet<string>,
): DocumentNode {
  const types = typesOfUse(graphql, schema, document);
  const define = (name: string, type: GraphQLInputType): VariableDefinitionNode => ({
    kind: graphql.Kind.VARIABLE_DEFINITION,
    variable: { kind: graphql.Kind.VARIABLE, name: { kind: graphql.Kind.NAME, value: name } },
    type: graphql.parseType(String(type), { noLocation: true }),
  });
  return graphql.visit(document, {
    OperationDefinition(operation) {
      const declared = new Set<string>();
      const definitions = (operation.variableDefinitions ?? []).map((definition) => {
        const name = definition.variable.name.value;
        declared.add(name);
        const type = types.get(name);
        return type ? { ...definition, type: define(name, type).type } : definition;
      });
      for (const [name, type] of types) {
        if (type && given.has(name) && !declared.has(name)) definitions.push(define(name, type));
      }
      return { ...operation, variableDefinitions: definitions };
    },
  });
}

/** The type of each variable by its uses; null when they disagree. */
function typesOfUse(
  graphql: Graphql,
  schema: GraphQLSchema,
  document: DocumentNode,
): Map<string, GraphQLInputType | null> {
  const types = new Map<string, GraphQLInputType | null>();
  const info = new graphql.TypeInfo(schema);
  const note = (name: string, type: GraphQLInputType) => {
    const before = types.get(name);
    if (before === undefined) types.set(name, type);
    else if (before !== null && before !== type) {
      const same = graphql.getNullableType(before) === graphql.getNullableType(type);
      types.set(name, same ? (graphql.isNonNullType(before) ? before : type) : null);
    }
  };
  graphql.visit(
    document,
    graphql.visitWithTypeInfo(info, {
      VariableDefinition: () => false,
      Variable({ name }) {
        const type = info.getInputType();
        if (type) note(name.value, type);
      },
    }),
  );
  return types;
}
