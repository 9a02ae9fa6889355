import type { DocumentNode, GraphQLInputType, GraphQLSchema, VariableDefinitionNode } from 'graphql';
import type { Graphql } from './graphql-module.ts';

/**
 * Gives every variable the type of the places where it is used, whatever its declaration says, and declares
 * those that are given but not declared.
 *
 * The platform's own examples need both: they use variables without declaring them, and declare types that its
 * schema does not have. A variable that is used where different types belong keeps its declaration.
 *
 * @param given names of the variables that come with the query
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

/** The type that each variable has by its uses; null where they do not agree. */
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
