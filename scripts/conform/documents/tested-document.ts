import type { DocumentOperation, OpenApiDocument } from '../../../mock/engines/openapi/document.ts';
import { type Envelope, readEnvelope } from '../../../mock/engines/openapi/resources/envelope.ts';
import { createOutlineReader } from '../../../mock/engines/openapi/resources/outline.ts';
import { Schemas } from '../../../mock/engines/openapi/schemas/schemas.ts';
import { type ResourcePlan, toKey } from './resource-plan.ts';
import type { TestedDocument } from './trial.ts';

/** How the tests of a document are made. */
export type TestOptions = Pick<TestedDocument, 'requirements' | 'prefix' | 'values'>;

export function toTested(
  document: OpenApiDocument,
  plans: readonly ResourcePlan[],
  options: TestOptions,
): TestedDocument {
  const outlineOf = createOutlineReader(document);
  const envelopes = new Map<DocumentOperation, Envelope | undefined>();
  const byItem = new Map(
    plans.flatMap((plan) =>
      plan.resource.itemPath === undefined ? [] : [[toKey(plan.resource.itemPath), plan]],
    ),
  );
  return {
    ...options,
    document,
    schemas: new Schemas(document),
    outlineOf,
    envelope(operation) {
      if (!envelopes.has(operation)) envelopes.set(operation, readEnvelope(document, operation, outlineOf));
      return envelopes.get(operation);
    },
    planOf: (key) => byItem.get(key),
  };
}
