import type { DocumentOperation, OpenApiDocument } from '../../../mock/engines/openapi/document.ts';
import type { Envelope } from '../../../mock/engines/openapi/resources/envelope.ts';
import type { OutlineReader } from '../../../mock/engines/openapi/resources/outline.ts';
import type { Schemas } from '../../../mock/engines/openapi/schemas/schemas.ts';
import type { KnownRequirementId } from '../../../spec/requirements.ts';
import type { TestContext } from '../../../suites/harness/context.ts';
import type { Aspect, DocumentRequirements } from './document-requirements.ts';
import type { ResourcePlan } from './resource-plan.ts';

export type PathValues = ReadonlyMap<string, string>;

/** A document whose suites run, and what is read of it. */
export interface TestedDocument {
  readonly document: OpenApiDocument;
  readonly schemas: Schemas;
  readonly outlineOf: OutlineReader;
  readonly requirements: DocumentRequirements;
  /** What comes between the base URL of the target and the paths of the document. */
  readonly prefix: string;
  /** Values of path variables that the user gives, by name. */
  readonly values: PathValues;
  envelope(operation: DocumentOperation): Envelope | undefined;
  /** The resource whose records have this path, as `toKey` writes it. */
  planOf(itemKey: string): ResourcePlan | undefined;
}

/** One test of a document while it runs. */
export interface Trial extends TestedDocument {
  readonly t: TestContext;
  /** Paths of records that are to be removed, unless they are gone already. */
  readonly made: Set<string>;
}

export function startTrial(tested: TestedDocument, t: TestContext): Trial {
  return { ...tested, t, made: new Set() };
}

/** Checks a requirement of an operation, and goes on with the test. Does nothing for a requirement that is not made. */
export async function check(
  { t, requirements }: Trial,
  operation: DocumentOperation,
  aspect: Aspect,
  judge: () => Promise<unknown> | unknown,
): Promise<void> {
  const id = requirements.get(operation, aspect);
  // The compiler knows the ids of the contract alone.
  if (id !== undefined) await t.check(id as KnownRequirementId, judge);
}
