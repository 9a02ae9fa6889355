import { isObject, type JsonObject, mapSubschemas } from './json-schema.ts';
import { getOperationId, mapOperations, mapValues } from './operations.ts';
import { freeName, type SchemaPlace, schemaNames } from './schema-names.ts';

/** A distinct schema. `{ number }` stands for each schema inside it. */
interface Node {
  readonly shallow: JsonObject;
  /** The numbers of those inside it. */
  readonly inner: readonly number[];
  readonly place: SchemaPlace;
  /** How often it is written, if it gets no name. */
  uses: number;
  name: string | undefined;
}

/** Characters from which a repeated schema gets a name. */
const worthSharing = 120;

/**
 * Replaces repeated schemas in the paths of a document by references.
 *
 * @param named schemas that have a name already
 */
export function shareSchemas(
  paths: unknown,
  named: Readonly<Record<string, JsonObject>>,
): { readonly paths: JsonObject; readonly schemas: JsonObject } {
  const shelf = createShelf();
  for (const [name, schema] of Object.entries(named)) shelf.add(schema, nowhere, name);
  const numbered = mapRoots(paths, (schema, place) => ({ number: shelf.add(schema, place) }));
  shelf.nameRepeated();
  return { paths: mapRoots(numbered, (root) => shelf.write(root)), schemas: shelf.components() };
}

const nowhere: SchemaPlace = { operation: '', role: 'answer', way: [] };

function createShelf() {
  const nodes: Node[] = [];
  const numbers = new Map<string, number>();

  /** The number of a schema; those inside it come first. */
  function find(schema: JsonObject, place: SchemaPlace): number {
    const inner: number[] = [];
    const shallow = mapSubschemas(schema, (one, way) => {
      const number = find(one, { ...place, way: [...place.way, ...way] });
      inner.push(number);
      return { number };
    });
    const key = JSON.stringify(shallow);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, nodes.length);
    nodes.push({ shallow, inner, place, uses: 0, name: undefined });
    return nodes.length - 1;
  }

  function at(number: unknown): Node {
    const node = nodes[Number(number)];
    if (!node) throw new Error(`There is no schema ${number}`);
    return node;
  }

  const expand = ({ shallow }: Node): JsonObject => mapSubschemas(shallow, write);

  function write({ number }: JsonObject): JsonObject {
    const node = at(number);
    return node.name === undefined ? expand(node) : { $ref: `#/components/schemas/${node.name}` };
  }

  return {
    /** Adds a root schema and returns its number. */
    add(schema: JsonObject, place: SchemaPlace, name?: string): number {
      const number = find(schema, place);
      at(number).uses++;
      if (name !== undefined) at(number).name = name;
      return number;
    },
    nameRepeated(): void {
      const repeated = new Set<Node>();
      // From the outside to the inside: a schema with a name is written once.
      for (const node of nodes.toReversed()) {
        const isLong = JSON.stringify(node.shallow).length >= worthSharing;
        const isShared = node.name === undefined && node.uses > 1 && isLong;
        if (isShared) repeated.add(node);
        const times = isShared || node.name !== undefined ? 1 : node.uses;
        for (const number of node.inner) at(number).uses += times;
      }
      const taken = new Set(nodes.map(({ name }) => name));
      for (const node of nodes.filter((one) => repeated.has(one))) {
        const members = mapSubschemas(node.shallow, ({ number }) => at(number).shallow);
        node.name = freeName(schemaNames(node.place, members), (one) => taken.has(one));
        taken.add(node.name);
      }
    },
    /** The schema of a number in an object, or a reference to it. */
    write,
    /** The named schemas by name, in alphabetical order. */
    components(): JsonObject {
      const named = nodes.flatMap((node) =>
        node.name === undefined ? [] : [[node.name, expand(node)] as const],
      );
      return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
  };
}

type MapRoot = (schema: JsonObject, place: SchemaPlace) => JsonObject;

/** Replaces the schemas of parameters, bodies, answers and events; in an envelope, those of its members. */
function mapRoots(paths: unknown, map: MapRoot): JsonObject {
  return mapOperations(paths, (operation) => {
    const replace = (holder: JsonObject, role: SchemaPlace['role'], key = 'schema') => {
      const schema = holder[key];
      const place = { operation: getOperationId(operation), role, way: [] };
      return isObject(schema) ? { ...holder, [key]: mapRoot(schema, place, map) } : holder;
    };
    const content = (part: JsonObject, role: SchemaPlace['role']) =>
      isObject(part['content'])
        ? {
            ...part,
            content: mapValues(part['content'], (one) =>
              replace(replace(one, role), 'event', 'x-event-data'),
            ),
          }
        : part;
    const { parameters, requestBody, responses } = operation;
    return {
      ...operation,
      ...(Array.isArray(parameters) && {
        parameters: parameters.map((one: JsonObject) => replace(one, 'parameter')),
      }),
      ...(isObject(requestBody) && { requestBody: content(requestBody, 'body') }),
      responses: mapValues(responses, (one) => content(one, 'x-answer' in one ? 'answer' : 'refusal')),
    };
  });
}

function mapRoot(schema: JsonObject, place: SchemaPlace, map: MapRoot): JsonObject {
  const { properties } = schema;
  const isEnvelope = place.role === 'answer' && isObject(properties) && 'success' in properties;
  if (!isEnvelope) return map(schema, place);
  const members = mapValues(properties, (one, name) => map(one, { ...place, way: ['properties', name] }));
  return { ...schema, properties: members };
}
