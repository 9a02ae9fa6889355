import { isObject, type JsonObject } from './json-schema.ts';
import { getOperationId, mapOperations, mapValues } from './operations.ts';
import { freeName, operationName, pascal } from './schema-names.ts';
import { shareSchemas } from './share-schemas.ts';

/**
 * Moves repeated schemas, parameters and responses of a document into its components. Each gets a name after the first
 * place that has it, so the same document always has the same names. Resolving all references returns the original.
 *
 * @param named schemas that have a name already
 */
export function shareParts(document: JsonObject, named: Readonly<Record<string, JsonObject>>): JsonObject {
  const { schemas, paths } = shareSchemas(document['paths'], named);
  const parameters = createShelf('parameters');
  const responses = createShelf('responses');
  const visit = (visitor: 'count' | 'write') =>
    mapOperations(paths, (operation) => ({
      ...operation,
      ...(Array.isArray(operation['parameters']) && {
        parameters: operation['parameters'].map((one: JsonObject) =>
          parameters[visitor](one, () => parameterNames(one, operation)),
        ),
      }),
      responses: mapValues(operation['responses'], (one, status) =>
        responses[visitor](one, () => responseNames(one, status, operation)),
      ),
    }));
  visit('count');
  const shared = visit('write');
  return {
    ...document,
    paths: shared,
    components: {
      schemas,
      parameters: parameters.found,
      responses: responses.found,
      ...(isObject(document['components']) ? document['components'] : {}),
    },
  };
}

/** A place for repeated parts of one kind. */
function createShelf(kind: string) {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  const found: JsonObject = {};
  return {
    found,
    count(part: JsonObject): JsonObject {
      const key = JSON.stringify(part);
      uses.set(key, (uses.get(key) ?? 0) + 1);
      return part;
    },
    /** A reference to a repeated part; any other stays. */
    write(part: JsonObject, getNames: () => readonly string[]): JsonObject {
      const key = JSON.stringify(part);
      if ((uses.get(key) ?? 0) < 2) return part;
      const name = names.get(key) ?? freeName(getNames(), (one) => one in found);
      names.set(key, name);
      found[name] = part;
      return { $ref: `#/components/${kind}/${name}` };
    },
  };
}

function parameterNames({ name }: JsonObject, { tags }: JsonObject): string[] {
  return [String(name), `${tags}.${name}`];
}

/** After the failure if there is one, else after the operation and the status. */
function responseNames(response: JsonObject, status: string, operation: JsonObject): string[] {
  const failures: unknown = response['x-failures'];
  const own = `${operationName(getOperationId(operation))}${pascal(status)}`;
  if (status === 'default') return ['Refused', own];
  return Array.isArray(failures) && failures.length === 1 ? [pascal(String(failures[0])), own] : [own];
}
