import { GitError } from '../git-error.ts';
import type { ObjectId } from '../object-id.ts';
import type { RepositoryRefs } from '../repository/git-repository.ts';

/** Where Git looks for a ref of a shortened name: gitrevisions. */
const places = [
  (name: string) => name,
  (name: string) => `refs/${name}`,
  (name: string) => `refs/tags/${name}`,
  (name: string) => `refs/heads/${name}`,
  (name: string) => `refs/remotes/${name}`,
  (name: string) => `refs/remotes/${name}/HEAD`,
];

/**
 * What a ref stands for that `deepen-not` names, in full or shortened.
 *
 * @throws GitError `bad-packet` when no ref has this name, or several do
 */
export function resolveRef({ refs, head }: RepositoryRefs, name: string, line: string): ObjectId {
  const at = (whole: string) => refs.get(whole === 'HEAD' ? head : whole);
  const found = places.flatMap((place) => at(place(name)) ?? []);
  const [id] = found;
  if (id === undefined || found.length > 1)
    throw new GitError('bad-packet', `git upload-pack: ambiguous deepen-not: ${line}`);
  return id;
}
