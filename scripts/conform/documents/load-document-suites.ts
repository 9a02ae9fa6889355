import type { OpenApiDocument } from '../../../mock/engines/openapi/document.ts';
import { nearestNames } from '../../../spec/nearest-names.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import { catalogue } from '../../../suites/harness/catalogue.ts';
import { allSuites } from '../../../suites/index.ts';
import { isOfContract } from '../../openapi/is-of-contract.ts';
import type { OpenApiOptions } from '../../serve/openapi.ts';
import type { DocumentSuites, DocumentSuitesOptions } from './document-suites.ts';
import type { PathValues } from './trial.ts';

/** Flags about documents. */
export interface DocumentOptions extends OpenApiOptions {
  /** Areas of the register of the API, in place of documents; `all` for every one. */
  readonly v4?: readonly string[] | undefined;
  /** Values of path variables, as `name=value`. */
  readonly openapiParam?: readonly string[] | undefined;
}

/** The suites that a command is about: those of the contract, or those of documents. */
export interface ChosenSuites extends Pick<DocumentSuites, 'suites' | 'catalogue'> {
  /** Path whose answer shows that the target is there; null for the contract. */
  readonly presence: string | null;
  /** Path of the API of the documents; undefined for the contract. */
  readonly basePath: string | undefined;
}

/**
 * Loads the suites of documents, if there are any, or else those of the contract.
 *
 * @param complain receives a line for what of a document can't be tested
 * @throws ServeOptionError for a file that can't be read; DocumentError for one that is not a document; TouchstoneError for a
 * value that belongs to no document
 */
export async function loadSuites(
  options: DocumentOptions,
  complain: (line: string) => void,
): Promise<ChosenSuites> {
  const { openapi, openapiOverlay, openapiParam = [], v4 } = options;
  if (openapi !== undefined && v4 !== undefined)
    throw new TouchstoneError('option', "--v4 can't be combined with --openapi");
  if (openapi === undefined && openapiOverlay)
    throw new TouchstoneError('option', '--openapi-overlay requires --openapi');
  if (openapi === undefined && v4 === undefined) {
    if (openapiParam.length > 0)
      throw new TouchstoneError('option', '--openapi-param requires --openapi or --v4');
    return { suites: allSuites, catalogue, basePath: undefined, presence: null };
  }
  // What reads documents and makes samples is large, and most runs have no document.
  const [{ readDocuments }, { readWithOverlays }, { toDocumentSuites }] = await Promise.all([
    import('../../serve/openapi.ts'),
    import('../../../mock/documents/read-with-overlays.ts'),
    import('./document-suites.ts'),
  ]);
  const documents = v4 ? await readAreas(v4) : (await readDocuments(options, complain)).map(readWithOverlays);
  const values = readValues(openapiParam, documents);
  const made = toDocumentSuites(documents, { values, ...(v4 && { level: 'should', isTested }) });
  if (made.suites.length > 0) return made;
  const names = documents.map(({ name }) => name).join(', ');
  throw new TouchstoneError('openapi', `${names} has no operation that can be tested`);
}

/** What the contract has is in suites of its own, and DNS records too: their names are completed. */
const isTested: NonNullable<DocumentSuitesOptions['isTested']> = ({ method, path }, { basePath }) =>
  path === '/zones/{zone_id}/dns_records' || isOfContract(method, `${basePath}${path}`);

/** @throws TouchstoneError for an area that the register does not have */
async function readAreas(names: readonly string[]): Promise<readonly OpenApiDocument[]> {
  const [{ readArea }, { areaNames }] = await Promise.all([
    import('../../../mock/documents/open-documents.ts'),
    import('../../../spec/v4/register/areas.ts'),
  ]);
  const chosen = names.includes('all') ? areaNames : names;
  return Promise.all(
    chosen.map(async (name) => {
      const area = await readArea(name);
      if (area) return area;
      const near = nearestNames(name, areaNames);
      const hint = near.length > 0 ? near.join(' or ') : `all, or one of ${areaNames.join(', ')}`;
      throw new TouchstoneError('option', `--v4 ${name}: expected ${hint}`);
    }),
  );
}

function readValues(pairs: readonly string[], documents: readonly OpenApiDocument[]): PathValues {
  const names = new Set(
    documents.flatMap(({ operations }) =>
      operations.flatMap(({ path }) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)),
    ),
  );
  return new Map(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.length === 0 || value.join('=') === '')
        throw new TouchstoneError('option', `--openapi-param ${pair}: expected NAME=VALUE`);
      if (!names.has(name))
        throw new TouchstoneError(
          'option',
          `--openapi-param ${pair}: no path of the documents has {${name}}`,
        );
      return [name, value.join('=')];
    }),
  );
}
