import {
  DocumentError,
  type DocumentOperation,
  type OpenApiDocument,
} from '../../../mock/engines/openapi/document.ts';
import { inferRoles } from '../../../mock/engines/openapi/resources/infer-roles.ts';
import type { Requirement } from '../../../spec/requirement.ts';
import type { Catalogue } from '../../../suites/harness/catalogue.ts';
import type { Suite, Test } from '../../../suites/harness/suite.ts';
import { ask, expectShown } from './ask-operation.ts';
import { DocumentRequirements } from './document-requirements.ts';
import { addJudged } from './judged-operations.ts';
import { findVariables } from './path-variables.ts';
import { planResources, toKey } from './resource-plan.ts';
import { toResourceTests } from './resource-tests.ts';
import { type TestOptions, toTested } from './tested-document.ts';
import { type PathValues, startTrial, type TestedDocument } from './trial.ts';

/** Suites that are made from documents, and their requirements. */
export interface DocumentSuites {
  readonly suites: readonly Suite[];
  readonly catalogue: Catalogue;
  /** Path of the API: the base URL of a target ends in it. */
  readonly basePath: string;
  /** Path below it whose answer, of any kind, shows that a target is there. */
  readonly presence: string;
}

/** How documents are tested. */
export interface DocumentSuitesOptions {
  /** Values of path variables that no operation of the documents makes, by name. */
  readonly values?: PathValues;
  /** The level of what a document calls required. */
  readonly level?: Requirement['level'];
  /** Whether an operation is tested elsewhere. */
  readonly isTested?: (operation: DocumentOperation, document: OpenApiDocument) => boolean;
}

/**
 * Makes suites from documents. A path that an earlier document has is not tested again.
 *
 * @throws DocumentError for a document whose paths are not below the base path of the first
 */
export function toDocumentSuites(
  documents: readonly OpenApiDocument[],
  { values = new Map(), level = 'must', isTested = () => false }: DocumentSuitesOptions = {},
): DocumentSuites {
  const requirements = new DocumentRequirements(level);
  const basePath = documents[0]?.basePath ?? '';
  const taken = new Set<string>();
  const byName = new Map<string, Test[]>();
  for (const document of documents) {
    if (!document.basePath.startsWith(basePath)) {
      const reason = `its base path is ${document.basePath || '/'}, and that of the first document ${basePath}`;
      throw new DocumentError('openapi', `${document.name} can't be tested in the same run: ${reason}.`);
    }
    const prefix = document.basePath.slice(basePath.length);
    for (const { name, id, tests } of toTests(document, { requirements, prefix, values }, isTested)) {
      if (taken.has(id)) continue;
      taken.add(id);
      byName.set(name, [...(byName.get(name) ?? []), ...tests]);
    }
  }
  const suites = [...byName].map(([name, tests]) => ({ name, tests }));
  return { suites, catalogue: requirements.toCatalogue(), basePath, presence: getPresence(documents) };
}

/** A read without variables; the root where no document with this base path has one. */
const getPresence = (documents: readonly OpenApiDocument[]): string =>
  documents
    .filter(({ basePath }) => basePath === documents[0]?.basePath)
    .flatMap(({ operations }) => operations)
    .find(({ method, path }) => method === 'GET' && !path.includes('{'))?.path ?? '/';

interface Group {
  /** Name of the suite: the words of the path. */
  readonly name: string;
  /** What is tested. */
  readonly id: string;
  readonly tests: readonly Test[];
}

function* toTests(
  document: OpenApiDocument,
  options: TestOptions,
  isTested: NonNullable<DocumentSuitesOptions['isTested']>,
): Generator<Group> {
  const { prefix } = options;
  const roles = inferRoles(document);
  const plans = planResources(document, roles);
  const tested = toTested(document, plans, options);
  for (const plan of plans) {
    const {
      resource: { path },
      ...operations
    } = plan;
    if (Object.values(operations).some((one) => one && isTested(one, document))) continue;
    const tests = toResourceTests(tested, plan);
    if (tests.length > 0) yield { name: toSuiteName(path), id: `${prefix}${toKey(path)}`, tests };
  }
  for (const operation of document.operations) {
    const { method, path } = operation;
    if (method !== 'GET' || roles.get(operation.id)?.kind !== 'sample' || isTested(operation, document))
      continue;
    const test = toSampleTest(tested, operation);
    yield { name: toSuiteName(path), id: `GET ${prefix}${toKey(path)}`, tests: [test] };
  }
}

/** `/zones/{zone_id}/dns_records` becomes `zones/dns_records`. */
function toSuiteName(path: string): string {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return words.length === 0 ? 'root' : words.join('/');
}

/** A read of what has no state that the document shows. */
function toSampleTest(tested: TestedDocument, operation: DocumentOperation): Test {
  const judged = addJudged(tested, [operation]);
  return {
    title: `GET ${operation.path} answers as the document says`,
    requirements: judged,
    run: async (t) => {
      const trial = startTrial(tested, t);
      const variables = await findVariables(trial, operation.path, operation);
      expectShown(trial, operation, await ask(trial, operation, variables));
    },
  };
}
