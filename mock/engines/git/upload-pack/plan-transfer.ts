import { GitError } from '../git-error.ts';
import type { SendRequest } from '../history/objects-to-send.ts';
import { type DepthPlan, planDepth } from '../history/shallow.ts';
import type { ObjectId } from '../object-id.ts';
import type { GitRepository } from '../repository/git-repository.ts';
import type { FetchRequest } from './fetch-request.ts';

/** Whether the client asks that something change where its history ends. */
export const asksForDepth = ({ depth, since, not }: FetchRequest): boolean =>
  depth !== undefined || since !== undefined || not.length > 0;

/**
 * Where the client will end.
 *
 * @throws GitError `bad-packet` for what can't be asked for together
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

/** Lines of what the client has to write down. */
export function writeEnds(line: (text: string) => void, { shallow, unshallow }: DepthPlan): void {
  for (const id of shallow) line(`shallow ${id}`);
  for (const id of unshallow) line(`unshallow ${id}`);
}

/** What has to be sent, for the client has `haves`. */
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
