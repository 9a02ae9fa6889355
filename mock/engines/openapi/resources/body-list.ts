import type { DocumentOperation, Located, OpenApiDocument } from '../document.ts';
import { toPointer } from '../pointer.ts';
import { isJsonType } from './envelope.ts';
import { readShape, type Shape } from './shape.ts';

/** Several records or ids in a body. */
export interface BodyList {
  /** JSON pointer to the list. */
  readonly pointer: string;
  /** Of one entry: an object, or an id. */
  readonly entry: Shape;
}

/** The JSON schema of the body of an operation. */
export const bodySchema = ({ body }: DocumentOperation): Located | undefined =>
  body?.content.find(({ type }) => isJsonType(type))?.schema;

/**
 * A body that is a list, or an object with nothing but one list.
 *
 * @param record members of a record of the collection; a body with one of them is a record itself
 */
export function readBodyList(
  document: OpenApiDocument,
  operation: DocumentOperation,
  record: Shape['members'],
): BodyList | undefined {
  const schema = bodySchema(operation);
  const shape = readShape(document, schema);
  if (shape.kind === 'array') return { pointer: '', entry: readShape(document, shape.items) };
  const [only, ...others] = shape.members;
  if (shape.kind !== 'object' || !only || others.length > 0) return undefined;
  const [name, member] = only;
  const inner = readShape(document, member.schema);
  if (inner.kind !== 'array' || record.has(name)) return undefined;
  return { pointer: toPointer(name), entry: readShape(document, inner.items) };
}
