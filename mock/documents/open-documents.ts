import { basePath } from '../../spec/endpoint.ts';
import { areaOf, toDocument as toRegistered } from '../../spec/v4/register/area.ts';
import { loadArea } from '../../spec/v4/register/areas.ts';
import { isBesideContract } from '../../spec/v4/register/names.ts';
import type { AnyHandler } from '../api/call.ts';
import type { MoreOperations, Route } from '../api/operations.ts';
import type { OpenApiDocument } from '../engines/openapi/document.ts';
import { loadDeclarations, loadRegistered } from '../services/registered.ts';
import { createDocumentRoutes, type DocumentRoutes } from './document-routes.ts';
import { getName, isNamed, type OpenApiOption } from './openapi-option.ts';
import { readWithOverlays } from './read-with-overlays.ts';
import { type ServedDocument, serveDocument } from './served-document.ts';

/** What is served beside the contract. */
export interface DocumentOptions {
  readonly documents: readonly OpenApiOption[];
  /** Whether the register of the API is behind the documents. */
  readonly v4: boolean;
  /** Whether actions of the register, and reads that nothing writes, are answered with samples. */
  readonly samples: boolean;
}

interface Opened {
  readonly documents: readonly ServedDocument[];
  readonly routes: DocumentRoutes;
}

/**
 * The operations of documents, and behind them those of the register. An area of the register is loaded with the first
 * request to a path of it.
 */
export class OpenedDocuments implements MoreOperations {
  readonly #own: Opened;
  readonly #options: DocumentOptions;
  readonly #areas = new Map<string, Promise<Opened | undefined>>();
  readonly #opened: Opened[];

  /** @throws DocumentError for a document that can't be served */
  constructor(options: DocumentOptions) {
    this.#options = options;
    this.#own = open(options.documents.map((one) => serveDocument(toDocument(one), { invents: true })));
    this.#opened = [this.#own];
  }

  async match(method: string, path: string, own: Route | undefined): Promise<Route | undefined> {
    const route = this.#own.routes.match(method, path);
    if (route || (own && !isBesideContract(path))) return route;
    return (await this.#openArea(path))?.routes.match(method, path);
  }

  others(path: string): readonly Route[] {
    return this.#opened.flatMap(({ routes }) => routes.others(path));
  }

  handler(id: string): AnyHandler | undefined {
    return this.#first(({ routes }) => routes.handler(id));
  }

  /** The path of an opened operation from the root of the host, as its document writes it. */
  template(id: string): string | undefined {
    return this.#first(({ routes }) => routes.template(id));
  }

  /** The documents that can have a path: those of the user, and the area of the register. */
  async at(path: string): Promise<readonly ServedDocument[]> {
    const area = await this.#openArea(path);
    return [...this.#own.documents, ...(area?.documents ?? [])];
  }

  #first<T>(find: (opened: Opened) => T | undefined): T | undefined {
    for (const opened of this.#opened) {
      const found = find(opened);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #openArea(path: string): Promise<Opened | undefined> {
    if (!this.#options.v4 || !path.startsWith(`${basePath}/`)) return undefined;
    const name = areaOf(path.slice(basePath.length));
    const known = this.#areas.get(name) ?? this.#load(name);
    this.#areas.set(name, known);
    return known;
  }

  async #load(name: string): Promise<Opened | undefined> {
    const area = await readArea(name);
    if (!area) return undefined;
    const [handlers, declare] = await Promise.all([loadRegistered(name), loadDeclarations(name)]);
    const opened = open([serveDocument(area, { invents: this.#options.samples, handlers, declare })]);
    this.#opened.push(opened);
    return opened;
  }
}

const open = (documents: readonly ServedDocument[]): Opened => ({
  documents,
  routes: createDocumentRoutes(documents),
});

/** The document of an area of the register; undefined for an unknown area. */
export async function readArea(name: string): Promise<OpenApiDocument | undefined> {
  const area = await loadArea(name);
  return area && readWithOverlays({ name: `the register of ${name}`, document: toRegistered(name, area) });
}

function toDocument(option: OpenApiOption): OpenApiDocument {
  return readWithOverlays(isNamed(option) ? option : { name: getName(option), document: option });
}
