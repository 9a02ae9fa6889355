import {
  type ServedDocument,
  type ServeOptions,
  serveDocument,
} from '../../mock/documents/served-document.ts';
import type { DocumentOperation, OpenApiDocument } from '../../mock/engines/openapi/document.ts';
import { readEnvelope } from '../../mock/engines/openapi/resources/envelope.ts';
import { findImpossible } from '../../mock/engines/openapi/resources/find-impossible.ts';
import { createOutlineReader } from '../../mock/engines/openapi/resources/outline.ts';
import type { Role } from '../../mock/engines/openapi/resources/resource.ts';
import { Schemas } from '../../mock/engines/openapi/schemas/schemas.ts';
import { isOfContract } from './is-of-contract.ts';

/**
 * How an operation is served: by the behaviour of the mock itself, with state from the schemas, as a read that nothing
 * writes and that is empty, as an action that is refused, with an invented answer that fits its schema, or not at all.
 */
export const levels = ['real', 'state', 'empty', 'refused', 'sample', 'none'] as const;
export type Level = (typeof levels)[number];

/** Number of operations by level. */
export type LevelCounts = Readonly<Record<Level | 'total', number>>;

export interface CoveredOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly level: Level;
  /** How it behaves: `list`, `create`, `read-one`; undefined for an operation of the mock itself. */
  readonly role: Role['kind'] | undefined;
  /** Why it isn't served. */
  readonly reason: string | undefined;
}

/** What of a document is served, and how. */
export interface Coverage extends LevelCounts {
  readonly document: string;
  readonly tags: readonly (LevelCounts & { readonly tag: string })[];
  readonly operations: readonly CoveredOperation[];
  /** What of the document could not be read. */
  readonly problems: OpenApiDocument['problems'];
}

export function getCoverage(document: OpenApiDocument, options: ServeOptions = { invents: true }): Coverage {
  const served = serveDocument(document, options);
  const isOwn = ({ method, path }: DocumentOperation) =>
    isOfContract(method, `${document.basePath}${path}`) ||
    served.handlers?.[`${method} ${path}`] !== undefined;
  const schemas = new Schemas(document);
  const outlineOf = createOutlineReader(document);
  const roleOf = (operation: DocumentOperation): Role | undefined => {
    const role = served.roles.get(operation.id);
    if (role?.kind === 'none') return role;
    const envelope = readEnvelope(document, operation, outlineOf);
    const reason = findImpossible(schemas, operation, envelope, role?.resource);
    return reason === undefined ? role : { kind: 'none', reason: `${reason}.` };
  };
  const operations = document.operations.map((operation) =>
    toCovered(operation, isOwn(operation) ? undefined : roleOf(operation), served),
  );
  const byTag = Map.groupBy(operations, ({ tag }) => tag);
  return {
    document: document.name,
    ...count(operations),
    tags: [...byTag]
      .map(([tag, those]) => ({ tag, ...count(those) }))
      .sort((a, b) => a.tag.localeCompare(b.tag)),
    operations,
    problems: [...document.problems, ...schemas.listClosed()],
  };
}

function toCovered(
  { id, method, path, tags }: DocumentOperation,
  role: Role | undefined,
  served: ServedDocument,
): CoveredOperation {
  return {
    id,
    method,
    path,
    tag: tags[0] ?? 'no tag',
    level: role ? toLevel(role, method, served) : 'real',
    role: role?.kind,
    reason: role?.kind === 'none' ? role.reason : undefined,
  };
}

function toLevel(role: Role, method: string, { invents, isWritten }: ServedDocument): Level {
  const { kind } = role;
  if (kind === 'none') return kind;
  const isSample = kind === 'sample' || kind === 'action';
  if (invents) return isSample ? 'sample' : 'state';
  if (isSample) return kind === 'sample' && method === 'GET' ? 'empty' : 'refused';
  const isRead = kind === 'list' || kind === 'read';
  return isRead && role.resource.preset && !isWritten(role.resource) ? 'empty' : 'state';
}

/** The coverage of several documents as one. */
export function joinCoverages(name: string, all: readonly Coverage[]): Coverage {
  const operations = all.flatMap((one) => one.operations);
  return {
    document: name,
    ...count(operations),
    tags: all.flatMap(({ tags }) => tags),
    operations,
    problems: all.flatMap(({ problems }) => problems),
  };
}

function count(operations: readonly CoveredOperation[]): LevelCounts {
  const of = (level: Level) => operations.filter((operation) => operation.level === level).length;
  return {
    total: operations.length,
    real: of('real'),
    state: of('state'),
    empty: of('empty'),
    refused: of('refused'),
    sample: of('sample'),
    none: of('none'),
  };
}
