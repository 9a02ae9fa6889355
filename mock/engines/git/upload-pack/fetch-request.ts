import { GitError } from '../git-error.ts';
import { type ObjectFilter, parseFilter } from '../history/filter.ts';
import { isObjectId, type ObjectId } from '../object-id.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import { resolveRef } from './resolve-ref.ts';

/** What a client asks for, in the words of any version. */
export interface FetchRequest {
  readonly wants: ObjectId[];
  readonly haves: ObjectId[];
  /** Commits whose parents the client doesn't have. */
  readonly shallow: ObjectId[];
  depth: number | undefined;
  since: number | undefined;
  /** What `deepen-not` names. */
  readonly not: ObjectId[];
  filter: ObjectFilter | undefined;
  /** What the client can do or wishes: `thin-pack`, `ofs-delta`, `done`. */
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
 * Takes a line that all versions have, and tells whether it was one.
 *
 * @throws GitError when it says something that can't be
 */
export function takeFetchLine(request: FetchRequest, line: string, repository: GitRepository): boolean {
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
      return true;
    default:
      return false;
  }
}

/** Takes a want, which may be any object that is stored: one that was on a ref a moment ago is there still. */
export function takeWant(request: FetchRequest, id: string, line: string, repository: GitRepository): void {
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
