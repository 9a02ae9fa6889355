import { artifactsLimits } from '../../../../spec/services/artifacts/limits.ts';
import type { ReadCommit, ReadTreeEntry } from '../../../../spec/services/artifacts/schemas.ts';
import { GitError } from '../../../engines/git/git-error.ts';
import { isObjectId, type ObjectId } from '../../../engines/git/object-id.ts';
import {
  type Commit,
  parseCommit,
  parseTree,
  type TreeEntry,
} from '../../../engines/git/objects/read-objects.ts';
import type { GitRepository } from '../../../engines/git/repository/git-repository.ts';

/** Selects commits. */
export interface LogQuery {
  readonly ref: string;
  readonly limit: number;
  readonly offset: number;
}

/** Commits along first parents, the newest first; none for an unknown ref. */
export function readLog(repository: GitRepository, { ref, limit, offset }: LogQuery): ReadCommit[] {
  const commits: ReadCommit[] = [];
  let at = resolveCommit(repository, ref);
  for (let passed = 0; at !== undefined && commits.length < limit; passed++) {
    const commit = getCommit(repository, at);
    // A shallow import has no history beyond its cut.
    if (!commit) break;
    if (passed >= offset) commits.push(commitView(at, commit));
    at = commit.parents[0];
  }
  return commits;
}

/** The commit with an id, if any. */
export function readCommit(repository: GitRepository, id: ObjectId): ReadCommit | undefined {
  const commit = getCommit(repository, id);
  return commit && commitView(id, commit);
}

/**
 * The entries of a tree; undefined for an unknown id.
 *
 * @throws GitError `bad-object` when the object is no tree
 */
export function readTree({ objects }: GitRepository, id: ObjectId): ReadTreeEntry[] | undefined {
  const object = objects.read(id);
  if (!object) return undefined;
  if (object.type !== 'tree')
    throw new GitError('bad-object', `object ${id} is a ${object.type}, not a tree`);
  return parseTree(object.data).map(entryView);
}

/** The bytes of a blob; undefined for an unknown id. */
export function readBlob({ objects }: GitRepository, id: ObjectId): Uint8Array<ArrayBuffer> | undefined {
  if (objects.getType(id) !== 'blob') return undefined;
  const object = objects.read(id);
  // A copy, since the cache of the pack may share these bytes.
  return object && new Uint8Array(object.data);
}

/** The bytes of a file by its path; undefined when it is missing, or no file. */
export function readFile(
  repository: GitRepository,
  { ref, path }: { readonly ref: string; readonly path: string },
): Uint8Array<ArrayBuffer> | undefined {
  const commit = resolveCommit(repository, ref);
  let at = commit && getCommit(repository, commit)?.tree;
  let entry: TreeEntry | undefined;
  for (const name of path.split('/')) {
    if (at === undefined) return undefined;
    entry = getTree(repository, at)?.find((one) => one.name === name);
    at = entry?.kind === 'tree' ? entry.id : undefined;
  }
  return entry?.kind === 'blob' ? readBlob(repository, entry.id) : undefined;
}

/** The commit of a branch's or tag's short name, or of a whole id. */
function resolveCommit({ at: { refs }, objects, graph }: GitRepository, ref: string): ObjectId | undefined {
  const id =
    isObjectId(ref) && objects.has(ref)
      ? ref
      : (refs.get(`refs/heads/${ref}`) ?? refs.get(`refs/tags/${ref}`));
  if (id === undefined) return undefined;
  const peeled = graph.peel(id);
  return peeled?.type === 'commit' ? peeled.id : undefined;
}

function getCommit({ objects }: GitRepository, id: ObjectId): Commit | undefined {
  const object = objects.read(id);
  return object?.type === 'commit' ? parseCommit(object.data) : undefined;
}

function getTree({ objects }: GitRepository, id: ObjectId): TreeEntry[] | undefined {
  const object = objects.read(id);
  return object?.type === 'tree' ? parseTree(object.data) : undefined;
}

function commitView(hash: ObjectId, { tree, message, author, committer, parents }: Commit): ReadCommit {
  return {
    hash,
    treeHash: tree,
    // Removes one line break at the end, keeps a second one.
    message: message.endsWith('\n') ? message.slice(0, -1) : message,
    author: { name: author.name, email: author.email },
    committer: { name: committer.name, email: committer.email },
    parents: [...parents],
    authoredAt: author.time,
    committedAt: committer.time,
  };
}

const symlink = 0o120000;
const executable = 0o111;

function entryView(entry: TreeEntry): ReadTreeEntry {
  const { name, mode, id } = entry;
  return { name, mode: mode.toString(8), hash: id, type: entryType(entry) };
}

function entryType({ mode, kind }: TreeEntry): ReadTreeEntry['type'] {
  if (kind !== 'blob') return kind === 'tree' ? 'tree' : 'gitlink';
  if ((mode & 0o170000) === symlink) return 'symlink';
  return (mode & executable) === 0 ? 'blob' : 'exec';
}

/**
 * The media type of a file by its bytes: text has no zero among its first ones. Cloudflare docs, Artifacts
 * Workers binding.
 */
export function sniffType(bytes: Uint8Array): string {
  const isBinary = bytes.subarray(0, artifactsLimits.sniffedBytes).includes(0);
  return isBinary ? 'application/octet-stream' : 'text/plain; charset=utf-8';
}
