import { readWithOverlays } from '../../../mock/documents/read-with-overlays.ts';
import { catalogue } from '../../../suites/harness/catalogue.ts';
import { allSuites } from '../../../suites/index.ts';
import { type OpenApiOptions, readDocuments } from '../../serve/openapi.ts';
import { type DocumentSuites, toDocumentSuites } from './document-suites.ts';

/** The suites that a command is about: those of the contract, or those of documents. */
export interface ChosenSuites extends Pick<DocumentSuites, 'suites' | 'catalogue'> {
  /** Path of the API of the documents; undefined for the contract. */
  readonly basePath: string | undefined;
}

/**
 * Loads the suites of documents, if there are any, or else those of the contract.
 *
 * @param complain receives a line for what of a document can't be tested
 * @throws ServeOptionError for a file that can't be read; DocumentError for what is no document
 */
export async function loadSuites(
  options: OpenApiOptions,
  complain: (line: string) => void,
): Promise<ChosenSuites> {
  if (options.openapi === undefined) return { suites: allSuites, catalogue, basePath: undefined };
  const documents = await readDocuments(options, complain);
  return toDocumentSuites(documents.map(readWithOverlays));
}
