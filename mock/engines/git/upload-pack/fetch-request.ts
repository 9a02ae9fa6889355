import type { GitCapabilities } from '../capabilities.ts';
import { GitError } from '../git-error.ts';
import { type ObjectFilter, parseFilter } from '../history/filter.ts';
import type { SendRequest } from '../history/objects-to-send.ts';
import { type DepthPlan, planDepth } from '../history/shallow.ts';
import { isObjectId, type ObjectId } from '../object-id.ts';
import type { GitRepository, RepositoryRefs } from '../repository/git-repository.ts';

/** The response: complete, or a pack while it is made. */
export type UploadPackAnswer = Uint8Array | ReadableStream<Uint8Array>;

/** Options for answering a fetch. */
export interface FetchOptions {
  readonly capabilities: GitCapabilities;
  /** Stops the work in progress. */
  readonly signal?: AbortSignal | undefined;
}

/** A client's request, in the arguments of any version. */
export interface FetchRequest {
  readonly wants: ObjectId[];
  readonly haves: ObjectId[];
  /** The client's shallow commits. */
  readonly shallow: ObjectId[];
  depth: number | undefined;
  since: number | undefined;
  /** The refs that `deepen-not` names. */
  readonly not: ObjectId[];
  filter: ObjectFilter | undefined;
  /** The client's features and options: `thin-pack`, `ofs-delta`, `done`. */
  readonly features: Set<string>;
}

export const newFetchRequest = (): FetchRequest => ({
  wants: [],
  haves: [],
  shallow: [],
  depth: undefined,
  since: undefined,
  not: [],
  filter: undefined,
  features: new Set(),
});

/**
 * Parses a line that all versions have; returns whether it was one.
 *
 * @throws GitError when the line is invalid
 */
export function parseFetchLine(
  request: FetchRequest,
  line: string,
  repository: GitRepository,
  { capabilities }: FetchOptions,
): boolean {
  const [key = '', value = ''] = splitAt(line, line.indexOf(' '));
  switch (key) {
    case 'shallow':
      if (!isObjectId(value)) throw new GitError('bad-packet', `invalid shallow line: ${line}`);
      request.shallow.push(value);
      return true;
    case 'deepen':
      request.depth = positive(value, line, 'Invalid deepen');
      return true;
    case 'deepen-since':
      request.since = positive(value, line, 'Invalid deepen-since');
      return true;
    case 'deepen-not':
      request.not.push(resolveRef(repository.at, value, line));
      return true;
    case 'filter':
      request.filter = parseFilter(value);
      if (request.filter.treeDepth !== undefined && !capabilities.treeFilters)
        throw new GitError('bad-request', `filter '${value}' not supported`);
      return true;
    default:
      return false;
  }
}

/** Adds a want, which may be any stored object: one that was on a ref a moment ago still exists. */
export function parseWant(request: FetchRequest, id: string, line: string, repository: GitRepository): void {
  if (!isObjectId(id))
    throw new GitError(
      'bad-packet',
      `git upload-pack: protocol error, expected to get object ID, not '${line}'`,
    );
  if (!repository.objects.has(id)) throw new GitError('missing-object', `upload-pack: not our ref ${id}`);
  request.wants.push(id);
}

/** The id of a `have`. */
export function haveId(id: string): ObjectId {
  if (!isObjectId(id)) throw new GitError('bad-packet', `git upload-pack: expected SHA1 object, got '${id}'`);
  return id;
}

function positive(value: string, line: string, complaint: string): number {
  const number = /^\+?\d{1,15}$/.test(value) ? Number(value) : 0;
  if (number === 0) throw new GitError('bad-packet', `${complaint}: ${line}`);
  return number;
}

function splitAt(line: string, at: number): readonly [string, string] {
  return at === -1 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)];
}

/** Where Git looks up an abbreviated ref name: gitrevisions. */
const places = [
  (name: string) => name,
  (name: string) => `refs/${name}`,
  (name: string) => `refs/tags/${name}`,
  (name: string) => `refs/heads/${name}`,
  (name: string) => `refs/remotes/${name}`,
  (name: string) => `refs/remotes/${name}/HEAD`,
];

/**
 * The object of a ref that `deepen-not` names, in full or abbreviated.
 *
 * @throws GitError `bad-packet` when no ref has this name, or several do
 */
function resolveRef({ refs, head }: RepositoryRefs, name: string, line: string): ObjectId {
  const at = (whole: string) => refs.get(whole === 'HEAD' ? head : whole);
  const found = places.flatMap((place) => at(place(name)) ?? []);
  const [id] = found;
  if (id === undefined || found.length > 1)
    throw new GitError('bad-packet', `git upload-pack: ambiguous deepen-not: ${line}`);
  return id;
}

/**
 * Refuses a client with another object format.
 *
 * @throws GitError `not-supported`
 */
export function assertObjectFormat(format: string): void {
  if (format !== 'sha1')
    throw new GitError('not-supported', `mismatched object format: server sha1; client ${format}`);
}

/** Whether the client requests a change of its shallow boundary. */
export const requestsDepth = ({ depth, since, not }: FetchRequest): boolean =>
  depth !== undefined || since !== undefined || not.length > 0;

/**
 * The client's new shallow boundary.
 *
 * @throws GitError `bad-packet` for options that exclude each other
 */
export function planEnds({ graph }: GitRepository, request: FetchRequest): DepthPlan {
  const { wants, shallow, depth, since, not } = request;
  if (depth !== undefined && (since !== undefined || not.length > 0)) {
    const names = 'deepen and deepen-since (or deepen-not)';
    throw new GitError('bad-packet', `git upload-pack: ${names} cannot be used together`);
  }
  const isRelative = request.features.has('deepen-relative');
  return planDepth(graph, { wants, shallow, depth, isRelative, since, not });
}

/** Lines that the client must record. */
export function writeEnds(line: (text: string) => void, { shallow, unshallow }: DepthPlan): void {
  for (const id of shallow) line(`shallow ${id}`);
  for (const id of unshallow) line(`unshallow ${id}`);
}

/** The objects to send to a client with these `haves`. */
export function planTransfer(
  { at, graph }: GitRepository,
  request: FetchRequest,
  ends: DepthPlan,
  haves: readonly ObjectId[],
): SendRequest {
  const { filter, features } = request;
  const tags = function* () {
    for (const [name, id] of at.refs)
      if (name.startsWith('refs/tags/') && graph.peel(id)?.tags.length) yield id;
  };
  return {
    wants: ends.wants.length > 0 ? [...request.wants, ...ends.wants] : request.wants,
    haves,
    cut: ends.cut,
    filter,
    includeTags: features.has('include-tag') ? [...tags()] : undefined,
  };
}
