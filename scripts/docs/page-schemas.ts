import type { OpenapiDocument } from '../../spec/openapi/document.ts';
import { isObject } from '../../spec/openapi/json-schema.ts';
import { getReferenceName } from '../../spec/openapi/references.ts';

/** How often parts of a document refer to each schema, in themselves or in what they refer to. */
export function countSchemas(
  document: OpenapiDocument,
  parts: readonly unknown[],
): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isObject(value)) return;
    const name = getReferenceName(value);
    const schema = name === undefined ? undefined : document.components.schemas[name];
    if (name === undefined || !schema) {
      for (const one of Object.values(value)) visit(one);
      return;
    }
    const before = uses.get(name) ?? 0;
    uses.set(name, before + 1);
    if (before === 0) visit(schema);
  };
  for (const part of parts) visit(part);
  return uses;
}
