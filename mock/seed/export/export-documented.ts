import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import {
  type DocumentedPath,
  findPathOf,
  getNameOf,
  isOfContract,
  listDocumentedPaths,
  listVariables,
} from '../../documents/documented-path.ts';
import type { OpenedDocuments } from '../../documents/open-documents.ts';
import { isListed, type SeededPlace } from '../../documents/seeded-records.ts';
import type { ServedDocument } from '../../documents/served-document.ts';
import { fromBase64 } from '../../engines/models/base64.ts';
import type { DocumentRecord, DocumentRecords } from '../../world/document-records.ts';
import type { World } from '../../world/world.ts';
import { getText } from './get-text.ts';

type DocumentedSeed = NonNullable<Seed['documented']>[number];
type Listed = DocumentedSeed & { records: NonNullable<DocumentedSeed['records']> };

/** @param shelves those with the records that will be asked for */
export async function openDocumentedExport(
  world: World,
  documents: OpenedDocuments | undefined,
  shelves: readonly DocumentRecords[],
): Promise<DocumentedExport> {
  const records = shelves.flatMap((shelf) => [...shelf.list()]);
  const served = new Set<ServedDocument>();
  for (const { path } of records) for (const one of (await documents?.at(path)) ?? []) served.add(one);
  const paths = listDocumentedPaths([...served]);
  const used = new Set(records.flatMap((one) => findPathOf(paths, one) ?? []));
  const own = await Promise.all([...used].map(async (path) => ((await isOfContract(path)) ? [path] : [])));
  return new DocumentedExport(world, paths, new Set(own.flat()));
}

/** Writes records of documents as parts of a seed. */
export class DocumentedExport {
  readonly #world: World;
  readonly #paths: readonly DocumentedPath[];
  /** Paths of the contract, of whose records a document has some operations. */
  readonly #own: ReadonlySet<DocumentedPath>;

  constructor(world: World, paths: readonly DocumentedPath[], own: ReadonlySet<DocumentedPath>) {
    this.#world = world;
    this.#paths = paths;
    this.#own = own;
  }

  /**
   * The records of an account, or of the world, in their order.
   *
   * @param accountId id of an account that a seed need not name
   */
  of(shelf: DocumentRecords, accountId: string, leaveOut: (what: string) => void): DocumentedSeed[] {
    const seeds: DocumentedSeed[] = [];
    /** The last list of each collection, to which further records are added. */
    const lists = new Map<string, Listed>();
    for (const record of shelf.list()) {
      const at = findPathOf(this.#paths, record);
      if (!at || this.#own.has(at)) {
        const reason = at ? 'whose path the mock implements itself' : 'which no OpenAPI document has';
        leaveOut(`${record.path}, ${reason}`);
        continue;
      }
      const seeded = this.#placeOf(at, record.collection);
      const params = toParams(seeded, accountId);
      if (!at.isOne && isListed(seeded, record)) {
        const list = lists.get(record.collection) ?? this.#addList(seeds, at, params);
        lists.set(record.collection, list);
        list.records.push(toJson(record));
      } else {
        lists.delete(record.collection);
        seeds.push(this.#toItem(at, record, params));
      }
    }
    return seeds;
  }

  #addList(seeds: DocumentedSeed[], at: DocumentedPath, params: DocumentedSeed['params']): Listed {
    const list = { path: getNameOf(this.#paths, at), ...(params && { params }), records: [] };
    seeds.push(list);
    return list;
  }

  #toItem(at: DocumentedPath, record: DocumentRecord, params: Params): DocumentedSeed {
    const { resource } = at;
    const template = resource.singleton ? resource.path : (resource.itemPath ?? `${resource.path}/{id}`);
    const item = { ...at, template };
    const [variable] = resource.singleton ? [] : listVariables(item).slice(-1);
    const id = decodeURIComponent(record.path.slice(record.path.lastIndexOf('/') + 1));
    const all = { ...params, ...(variable && { [variable.name]: id }) };
    return {
      path: getNameOf(this.#paths, item),
      ...(Object.keys(all).length > 0 && { params: all }),
      ...(record.gone ? { removed: true } : { record: toJson(record), ...toContent(record) }),
    };
  }

  #placeOf(at: DocumentedPath, collection: string): SeededPlace {
    const segments = collection.slice(at.served.document.basePath.length).split('/');
    const values = listVariables(at).map(
      ({ name, at: index }) => [name, decodeURIComponent(segments[index] ?? '')] as const,
    );
    return { at, values: new Map(values), world: this.#world, now: 0, contractParents: new Set() };
  }
}

type Params = DocumentedSeed['params'];

function toParams({ at, values }: SeededPlace, accountId: string): Params {
  const named = listVariables(at).flatMap(({ name, kind }) => {
    const value = values.get(name) ?? '';
    return kind === 'account' && value === accountId ? [] : [[name, value] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** Members of records are never undefined, as they have been JSON. */
const toJson = ({ value }: DocumentRecord) => value as NonNullable<DocumentedSeed['record']>;

function toContent({ bytes, mediaType }: DocumentRecord): Partial<DocumentedSeed> {
  if (bytes === undefined) return {};
  const text = getText(fromBase64(bytes));
  return {
    ...(text === undefined ? { base64: bytes } : { text }),
    ...(mediaType !== undefined && { content_type: mediaType }),
  };
}
