import { basePath, rootPath } from '../../spec/endpoint.ts';
import { toService } from '../../spec/lookup.ts';
import { services } from '../../spec/services/index.ts';
import type { Resource, Role } from '../engines/openapi/resources/resource.ts';
import type { DocumentRecord } from '../world/document-records.ts';
import { ancestors } from './record-place.ts';
import type { ServedDocument } from './served-document.ts';

/** A path of a document that has records: that of a collection, of one of its items, or of a singleton. */
export interface DocumentedPath {
  readonly served: ServedDocument;
  readonly resource: Resource;
  /** Template below the base path of the document. */
  readonly template: string;
  /** Whether one record is there. */
  readonly isOne: boolean;
}

/** All paths of documents that have records. */
export function listDocumentedPaths(documents: readonly ServedDocument[]): DocumentedPath[] {
  return documents.flatMap((served) => {
    const resources = new Set([...served.roles.values()].flatMap((role) => getResource(role) ?? []));
    return [...resources].flatMap((resource) => [
      { served, resource, template: resource.path, isOne: resource.singleton },
      ...(resource.itemPath === undefined
        ? []
        : [{ served, resource, template: resource.itemPath, isOne: true }]),
    ]);
  });
}

const getResource = (role: Role) => ('resource' in role ? role.resource : undefined);

/** The path of a document as a seed names it: with the base path where several documents have it. */
export const getNameOf = (all: readonly DocumentedPath[], path: DocumentedPath): string =>
  all.find(({ template }) => template === path.template)?.served === path.served
    ? path.template
    : `${path.served.document.basePath}${path.template}`;

/**
 * The path that a seed names; undefined if no document has it.
 *
 * @param isOne of two kinds of records at one path, those that are wanted
 */
export function findNamed(
  all: readonly DocumentedPath[],
  name: string,
  isOne: boolean,
): DocumentedPath | undefined {
  const named = all.filter(
    (path) => getNameOf(all, path) === name || `${path.served.document.basePath}${path.template}` === name,
  );
  return named.find((path) => path.isOne === isOne) ?? named[0];
}

/** The path of the collection of a record, or of a singleton; undefined if no document has it. */
export function findPathOf(
  all: readonly DocumentedPath[],
  { path, collection }: DocumentRecord,
): DocumentedPath | undefined {
  const found = all.filter(
    ({ served, template, isOne }) =>
      isOne === (path === collection) && matches(`${served.document.basePath}${template}`, collection),
  );
  // The literal path wins, as for a request.
  return found.toSorted((a, b) => countVariables(a) - countVariables(b))[0];
}

const countVariables = ({ template }: DocumentedPath) => template.split('{').length;

function matches(template: string, path: string): boolean {
  const [own, its] = [template.split('/'), path.split('/')];
  return (
    own.length === its.length && own.every((segment, at) => segment.includes('{') || segment === its[at])
  );
}

/** A variable in a path: its name, and the number of its segment. */
export interface PathVariable {
  readonly name: string;
  readonly at: number;
  /** What of the world it names. */
  readonly kind: 'zone' | 'account' | undefined;
}

/** The variables of a path below the base path. */
export function listVariables({ served, template }: DocumentedPath): PathVariable[] {
  const segments = template.split('/');
  const isPlatform = served.document.basePath === basePath;
  return segments.flatMap((segment, at) => {
    if (!segment.includes('{')) return [];
    const parent = isPlatform && at === 2 ? segments[1] : undefined;
    const kind = parent === 'zones' ? 'zone' : parent === 'accounts' ? 'account' : undefined;
    return [{ name: /^\{([^}]*)\}$/.exec(segment)?.[1] ?? segment, at, kind }];
  });
}

/** The resources above a resource whose records are the contract's. */
export async function findContractParents(
  served: ServedDocument,
  resource: Pick<Resource, 'parent'> | undefined,
): Promise<ReadonlySet<Resource>> {
  const parents = resource ? [...ancestors(resource)] : [];
  const own = await Promise.all(
    parents.map(async (parent) => ((await isOfContract({ served, resource: parent })) ? [parent] : [])),
  );
  return new Set(own.flat());
}

/** Whether the contract has operations at the path of a resource, or of its items: then records are its own. */
export async function isOfContract({
  served,
  resource,
}: Pick<DocumentedPath, 'served' | 'resource'>): Promise<boolean> {
  const paths = [resource.path, resource.itemPath ?? resource.path].map((path) =>
    toKey(`${served.document.basePath}${path}`),
  );
  const names = new Set(paths.flatMap((path) => toService(path) ?? []));
  const modules = await Promise.all([...names].map((name) => services[name].endpoints()));
  return modules
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .some((endpoint) => paths.includes(toKey(rootPath(endpoint))));
}

const toKey = (path: string) => path.replace(/\{[^}]*\}/g, '{}');
