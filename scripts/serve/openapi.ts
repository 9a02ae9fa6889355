import { readFile } from 'node:fs/promises';
import type { NamedDocument } from '../../mock/documents/openapi-option.ts';
import { readWithOverlays } from '../../mock/documents/read-with-overlays.ts';
import { parseText } from '../../mock/engines/openapi/parse-document.ts';
import { getFileProblem } from '../../spec/file-problem.ts';
import { ServeOptionError } from './option-error.ts';

/** Documents to serve besides the contract. */
export interface OpenApiOptions {
  /** Files and URLs of OpenAPI documents. */
  readonly openapi?: string | readonly string[] | undefined;
  /** Files and URLs of overlays, applied to each document. */
  readonly openapiOverlay?: string | readonly string[] | undefined;
}

/**
 * Reads OpenAPI documents from files and URLs, and says on `complain` what of them can't be served.
 *
 * @throws ServeOptionError for a file that can't be read; DocumentError for one that is not a document, with the place
 */
export async function readDocuments(
  { openapi = [], openapiOverlay = [] }: OpenApiOptions,
  complain: (line: string) => void,
): Promise<readonly NamedDocument[]> {
  const overlays = await Promise.all([openapiOverlay].flat().map(readValue));
  const documents = await Promise.all([openapi].flat().map(readValue));
  const named = documents.map((document) => ({ ...document, overlays }));
  for (const document of named) {
    for (const { pointer, problem } of readWithOverlays(document).problems) {
      complain(`${document.name}#${pointer}: ${problem}`);
    }
  }
  return named;
}

async function readValue(place: string): Promise<NamedDocument> {
  return { name: place, document: await parseText(await readBytes(place), place) };
}

/** @throws ServeOptionError in one line */
async function readBytes(place: string): Promise<Uint8Array> {
  if (!/^https?:\/\//i.test(place)) {
    return readFile(place).catch((cause: unknown) => {
      throw new ServeOptionError('serve-option', `${place}: ${getFileProblem(cause)}`, { cause });
    });
  }
  try {
    const response = await fetch(place);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    return await response.bytes();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServeOptionError('serve-option', `${place} can't be read: ${reason}.`, { cause });
  }
}
