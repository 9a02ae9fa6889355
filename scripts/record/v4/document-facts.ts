import type { Shape } from '../../../spec/v4/register/notation.ts';
import { isObject } from '../../../spec/value-kinds.ts';
import { type FoundOperation, keyOf } from './found-operation.ts';

type Node = Readonly<Record<string, unknown>>;

/** What an OpenAPI document knows of an operation beyond its types: formats, limits, defaults, read-only marks. */
export class DocumentFacts {
  readonly #document: Node;
  readonly #operations = new Map<string, { readonly node: Node; readonly path: string }>();

  constructor(document: Node) {
    this.#document = document;
    for (const [path, item] of Object.entries(at(document, 'paths'))) {
      for (const [method, node] of Object.entries(isObject(item) ? item : {}))
        if (isObject(node))
          this.#operations.set(keyOf({ method: method.toUpperCase(), path }), { node, path });
    }
  }

  /** The names of the variables of a path in the document. */
  pathOf(operation: FoundOperation): string | undefined {
    return this.#operations.get(keyOf(operation))?.path;
  }

  /** The operation with what the document adds. */
  addTo(operation: FoundOperation): FoundOperation {
    const found = this.#operations.get(keyOf(operation));
    if (!found) return operation;
    const { node } = found;
    const parameters = list(node['parameters']).map((one) => this.#resolve(one));
    const query = Object.fromEntries(
      parameters
        .filter((one) => one['in'] === 'query')
        .map((one) => [String(one['name']), this.#resolve(one['schema'])]),
    );
    const body = this.#content(at(node, 'requestBody'));
    const answer = this.#content(this.#answer(node));
    const result = answer && this.#property(answer, 'result');
    return {
      ...operation,
      ...this.#filled(operation, 'query', { type: 'object', properties: query }),
      ...this.#filled(operation, 'body', body),
      ...this.#filled(operation, 'result', result),
    };
  }

  #filled(operation: FoundOperation, part: 'query' | 'body' | 'result', schema: Node | undefined) {
    const shape = operation[part];
    if (!schema) return {};
    return shape === undefined ? {} : { [part]: this.#merge(shape, schema, 0) };
  }

  #answer(node: Node): Node {
    const answers = at(node, 'responses');
    const [status] = Object.keys(answers)
      .filter((one) => /^2/.test(one))
      .sort();
    return status === undefined ? {} : this.#resolve(answers[status]);
  }

  #content(node: Node): Node | undefined {
    const { content } = this.#resolve(node);
    const [media] = isObject(content) ? Object.values(content) : [];
    return isObject(media) && isObject(media['schema']) ? this.#resolve(media['schema']) : undefined;
  }

  #resolve(value: unknown): Node {
    let node = isObject(value) ? value : {};
    for (let steps = 0; steps < 20 && typeof node['$ref'] === 'string'; steps++) {
      let found: unknown = this.#document;
      for (const part of node['$ref'].split('/').slice(1))
        found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
      node = isObject(found) ? found : {};
    }
    return node;
  }

  /** A property of a schema or of a part of its `allOf`; of several, the last. */
  #property(schema: Node, name: string): Node | undefined {
    const own = at(schema, 'properties')[name];
    if (own !== undefined) return this.#resolve(own);
    return list(schema['allOf'])
      .map((part) => this.#property(this.#resolve(part), name))
      .findLast((one) => one !== undefined);
  }

  #merge(shape: Shape, schema: Node, depth: number): Shape {
    if (depth > 12) return shape;
    if (typeof shape === 'string') return addFacts(shape, this.#flat(schema));
    if (isUnion(shape)) {
      const [sign, ...parts] = shape;
      const objects = parts.filter((part) => typeof part !== 'string');
      if (sign !== '|' || objects.length !== 1) return shape;
      return [
        '|',
        ...parts.map((part) => (typeof part === 'string' ? part : this.#merge(part, schema, depth + 1))),
      ];
    }
    if (Array.isArray(shape)) {
      const flat = this.#flat(schema);
      const [item = 'any'] = shape as readonly Shape[];
      const bounds = range(flat['minItems'], flat['maxItems']);
      return [this.#merge(item, this.#resolve(flat['items']), depth + 1), ...(bounds === '' ? [] : [bounds])];
    }
    return Object.fromEntries(
      Object.entries(shape).map(([name, member]) => {
        const found = name === '*' ? undefined : this.#property(schema, name.replace(/\?$/, ''));
        return [name, found ? this.#merge(member, found, depth + 1) : member];
      }),
    );
  }

  /** The keywords of a schema and of the parts of its `allOf`. */
  #flat(schema: Node): Node {
    const parts = list(schema['allOf']).map((part) => this.#flat(this.#resolve(part)));
    return Object.assign({}, ...parts, schema);
  }
}

const isUnion = (shape: Shape): shape is readonly ['|' | '&', ...Shape[]] =>
  Array.isArray(shape) && (shape[0] === '|' || shape[0] === '&');

/** A scalar with the facts of a schema. */
function addFacts(shape: string, schema: Node): string {
  const literal = /^['\d]|^(?:true|false|null|any|file)$|^@/.test(shape);
  const types = [schema['type']].flat();
  const base = shape.split(' | ').filter((part) => part !== 'null');
  const simple = base.length === 1 ? base[0] : undefined;
  let type = shape;
  let facts = '';
  if (!literal && simple === 'number' && types.includes('integer')) type = shape.replace('number', 'integer');
  if (simple === 'number' && (types.includes('number') || types.includes('integer')))
    facts += range(schema['minimum'], schema['maximum'], ' ');
  if (simple === 'string' && types.includes('string')) {
    if (
      typeof schema['format'] === 'string' &&
      /^(?:date-time|date|uuid|email|ipv4|ipv6|uri|hostname)$/.test(schema['format'])
    )
      facts += ` ${schema['format']}`;
    facts += range(schema['minLength'], schema['maxLength'], ' ');
  }
  const { default: value } = schema;
  const fits =
    (typeof value === 'boolean' && /\bboolean\b|true|false/.test(shape)) ||
    (typeof value === 'number' && /\bnumber\b|^\d/.test(shape)) ||
    (typeof value === 'string' && value.length < 60 && (simple === 'string' || shape.includes(`'${value}'`)));
  if (fits) facts += ` = ${typeof value === 'string' ? `'${value}'` : value}`;
  return `${schema['readOnly'] === true ? 'readonly ' : ''}${type}${facts}`;
}

function range(low: unknown, high: unknown, before = ''): string {
  const [from, to] = [low, high].map((one) =>
    typeof one === 'number' && Math.abs(one) < 1e15 ? `${one}` : '',
  );
  return from === '' && to === '' ? '' : `${before}${from}..${to}`;
}

function at(node: Node, name: string): Node {
  const value = node[name];
  return isObject(value) ? value : {};
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
