import type { DocumentOperation, Located, MediaType, OpenApiDocument } from '../document.ts';
import { toPointer } from '../pointer.ts';
import { isJsonType } from './envelope.ts';
import { createOutlineReader, type Outline, type OutlineReader } from './outline.ts';

/** The media type of a form without files. */
export const urlEncoded = 'application/x-www-form-urlencoded';

/** The schema of the body of an operation that is JSON or, without one, of a form without files. */
export function bodySchema(operation: DocumentOperation | undefined): Located | undefined {
  const content = operation?.body?.content ?? [];
  const isForm = ({ type }: MediaType) => type === urlEncoded;
  return (content.find(({ type }) => isJsonType(type)) ?? content.find(isForm))?.schema;
}

/**
 * Where the record is in the body of an operation: a JSON pointer, empty if the body is the record.
 *
 * @param record schema of one record, such as that of a resource
 */
export function readBodyPointer(
  document: OpenApiDocument,
  operation: DocumentOperation,
  record: Located | undefined,
  outlineOf: OutlineReader = createOutlineReader(document),
): string {
  const { kind, members } = outlineOf(bodySchema(operation));
  const [only, ...others] = members;
  if (kind !== 'object' || !only || others.length > 0) return '';
  const [name, { schema }] = only;
  const inside = outlineOf(schema);
  const target = outlineOf(record);
  if (target.members.has(name) || inside.kind !== target.kind) return '';
  if (inside.kind === 'array') return toPointer(name);
  // An object in an object is a wrapper if the two have a member in common.
  return [...inside.members.keys()].some((member) => target.members.has(member)) ? toPointer(name) : '';
}

/** Several records or ids in a body. */
export interface BodyList {
  /** JSON pointer to the list. */
  readonly pointer: string;
  /** Of one entry: an object, or an id. */
  readonly entry: Outline;
}

/**
 * A body that is a list, or an object with nothing but one list.
 *
 * @param record a record of the collection; a body with one of its members is a record itself
 */
export function readBodyList(
  outlineOf: OutlineReader,
  operation: DocumentOperation,
  record: Outline,
): BodyList | undefined {
  const { kind, members, items } = outlineOf(bodySchema(operation));
  if (kind === 'array') return { pointer: '', entry: outlineOf(items) };
  const [only, ...others] = members;
  if (kind !== 'object' || !only || others.length > 0) return undefined;
  const [name, { schema }] = only;
  const inner = outlineOf(schema);
  if (inner.kind !== 'array' || record.members.has(name)) return undefined;
  return { pointer: toPointer(name), entry: outlineOf(inner.items) };
}
