import type {
  DocumentOperation,
  Located,
  MediaType,
  Parameter,
} from '../../../mock/engines/openapi/document.ts';
import { isObject, type JsonObject, type JsonValue } from '../../../mock/engines/openapi/json.ts';
import { readPointer } from '../../../mock/engines/openapi/pointer.ts';
import { readBodyPointer } from '../../../mock/engines/openapi/resources/body.ts';
import { isJsonType } from '../../../mock/engines/openapi/resources/envelope.ts';
import type { Resource } from '../../../mock/engines/openapi/resources/resource.ts';
import { SkipTest } from '../../../suites/harness/errors.ts';
import type { Trial } from './trial.ts';

/** A body with its media type; a form names its own. */
export interface SentBody {
  readonly mediaType: string | undefined;
  readonly content: string | FormData;
}

/** A valid body, and the record in it. */
export interface SampleBody {
  readonly value: JsonValue;
  /** JSON pointer to the record in the value. */
  readonly pointer: string;
  readonly schema: Located;
  readonly mediaType: string;
}

/** The JSON body of an operation; undefined if it takes none. */
export const jsonMedia = ({ body }: DocumentOperation): MediaType | undefined =>
  body?.content.find(({ type, schema }) => schema && isJsonType(type));

/** Names that people give, which carry the mark of the run. */
const names = /^(?:name|title|label|.*_name)$/i;

/**
 * A valid JSON body of an operation: the same in each run, except that names and unique members carry its mark.
 */
export function sampleBody(
  trial: Trial,
  resource: Resource,
  operation: DocumentOperation,
  seed: string,
): SampleBody {
  const { schemas, document, outlineOf, t } = trial;
  const media = jsonMedia(operation);
  if (!media?.schema) throw new SkipTest(`${operation.method} ${operation.path} ${getOtherBody(operation)}`);
  const { schema, type: mediaType } = media;
  const pointer = readBodyPointer(document, operation, resource.schema, outlineOf);
  let value = schemas.sample(schema, 'request', seed);
  const record = readPointer(value, pointer);
  for (const [name, own] of Object.entries(isObject(record) ? record : {})) {
    const isNamed =
      names.test(name) || [...resource.unique, resource.idMember, resource.idSource].includes(name);
    if (!isNamed || typeof own !== 'string') continue;
    const marked = withMember(value, pointer, name, newName(t));
    if (schemas.judge(schema, marked, 'request').length === 0) value = marked;
  }
  return { value, pointer, schema, mediaType };
}

const getOtherBody = ({ body }: DocumentOperation) =>
  body
    ? `takes ${body.content.map(({ type }) => type).join(' or ')}, and only JSON is made`
    : 'takes no body';

/** A name that nothing else in the run has: `ts-x1y2z3-000001`. */
export const newName = (t: Trial['t']): string => t.title().replace(' ', '-');

export const toBody = ({ mediaType }: SampleBody, value: JsonValue): SentBody => ({
  mediaType,
  content: JSON.stringify(value),
});

/** A value with a member of the object at a pointer set, or removed if the member is undefined. */
export function withMember(
  value: JsonValue,
  pointer: string,
  name: string,
  member: JsonValue | undefined,
): JsonValue {
  if (!isObject(value)) return value;
  if (pointer === '') {
    const { [name]: _, ...others } = value;
    return (member === undefined ? others : { ...value, [name]: member }) as JsonObject;
  }
  // A record is one level deep in a body.
  const outer = pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~');
  return { ...value, [outer]: withMember(value[outer] ?? {}, '', name, member) };
}

/** The texts of a required parameter: several for a list that is written as one parameter for each entry. */
export function sampleParameter(
  { schemas }: Pick<Trial, 'schemas'>,
  { name, schema, explode }: Pick<Parameter, 'name' | 'schema' | 'explode'>,
): readonly string[] {
  const value = documentedValue(schema) ?? (schema ? schemas.sample(schema, 'request', name) : 'touchstone');
  const toText = (one: JsonValue) => (typeof one === 'string' ? one : JSON.stringify(one));
  if (!Array.isArray(value)) return [toText(value)];
  const texts = (value as readonly JsonValue[]).map(toText);
  return explode ? texts : [texts.join(',')];
}

/** A value that the document itself shows; undefined if it shows none. */
export function documentedValue(schema: Located | undefined): JsonValue | undefined {
  const { default: usual, example, examples, enum: values } = schema?.node ?? {};
  const first = (list: JsonValue | undefined) =>
    Array.isArray(list) ? (list as readonly JsonValue[])[0] : undefined;
  return usual ?? example ?? first(examples) ?? first(values);
}

/** Attempts to find a different value. */
const attempts = 8;

/** Another valid value of a schema than the given ones; undefined if none is found. */
export function otherValue(
  { schemas, t }: Trial,
  schema: Located,
  given: readonly (JsonValue | undefined)[],
): JsonValue | undefined {
  const texts = new Set(given.map((one) => JSON.stringify(one)));
  const [first] = given;
  const near = typeof first === 'string' ? [newName(t)] : typeof first === 'boolean' ? [!first] : [];
  const fits = (value: JsonValue) =>
    !texts.has(JSON.stringify(value)) && schemas.judge(schema, value, 'request').length === 0;
  const found = near.find(fits);
  if (found !== undefined) return found;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const value = schemas.sample(schema, 'request', `other ${attempt}`);
    if (fits(value)) return value;
  }
  return undefined;
}
