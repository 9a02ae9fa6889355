import { decodeSegment } from '../../../url.ts';
import { worldDefaults } from '../../../world/defaults.ts';

/** What the URL of a Git request names. */
export interface GitPath {
  readonly accountId: string;
  readonly namespace: string;
  readonly repo: string;
  /** What stands behind `.git`: `/info/refs`, or nothing. */
  readonly below: string;
}

/** What all paths of Git begin with. */
export const gitPrefix = '/git/';

const withAccount = /^\/git\/([0-9a-f]{32})\/([^/]+)\/([^/]+?)\.git(\/.*)?$/;
const withoutAccount = /^\/git\/([^/]+)\/([^/]+?)\.git(\/.*)?$/;
const accountHost = /^([0-9a-f]{32})\./;

/**
 * Reads the URL of a Git request. The account stands in the path, as in the remotes of this mock, or at the beginning
 * of the host, as in those of the live service; where it is in neither, the seeded one is meant.
 *
 * @returns undefined for what is below no repository
 * @example
 * readGitPath('localhost', '/git/default/starter.git/info/refs')?.repo // 'starter'
 */
export function readGitPath(host: string, path: string): GitPath | undefined {
  const full = withAccount.exec(path);
  if (full) return gitPath(full[1], full[2], full[3], full[4]);
  const short = withoutAccount.exec(path);
  const account = accountHost.exec(host)?.[1] ?? worldDefaults.accountId;
  return short ? gitPath(account, short[1], short[2], short[3]) : undefined;
}

function gitPath(accountId = '', namespace = '', repo = '', below = ''): GitPath | undefined {
  const [space, name] = [decodeSegment(namespace), decodeSegment(repo)];
  return space === undefined || name === undefined
    ? undefined
    : { accountId, namespace: space, repo: name, below };
}
