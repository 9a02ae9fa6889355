/** The two services of smart HTTP: one reads, one writes. */
export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** What a request below a repository's URL is for. */
export interface GitRoute {
  readonly service: GitService;
  /** Whether it requests the advertisement or sends commands. */
  readonly step: 'advertise' | 'exchange';
}

/** A response without Git: the request is not supported, or not in this form. */
export interface RefusedRoute {
  readonly status: number;
  /** One sentence for people; JSON if `headers` say so. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const services: readonly GitService[] = ['git-upload-pack', 'git-receive-pack'];

/**
 * Parses a request below a repository's URL. Files of the older dumb protocol are not served.
 *
 * @param below the path after the URL: `/info/refs`, `/git-upload-pack`
 * @example
 * readGitRoute('GET', '/info/refs', new URLSearchParams('service=git-upload-pack'));
 * // { service: 'git-upload-pack', step: 'advertise' }
 */
export function readGitRoute(method: string, below: string, query: URLSearchParams): GitRoute | RefusedRoute {
  const service = services.find((name) => below === `/${name}`);
  if (service !== undefined) {
    return method === 'POST' ? { service, step: 'exchange' } : wrongMethod(method, 'POST');
  }
  if (below.startsWith('/info/lfs/')) return withoutLfs;
  if (below === '/git-upload-archive' || query.get('service') === 'git-upload-archive')
    return withoutArchives;
  if (below !== '/info/refs') return { status: 404, text: 'Not found' };
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod(method, 'GET, HEAD');
  const asked = query.get('service');
  if (asked === null) return { status: 404, text: 'Only the smart protocol is served: ask for a service.' };
  const known = services.find((name) => name === asked);
  if (known === undefined) return { status: 403, text: `Unsupported service: ${JSON.stringify(asked)}` };
  return { service: known, step: 'advertise' };
}

/** In the format of Git LFS, whose client shows the message to its user. */
const withoutLfs: RefusedRoute = {
  status: 501,
  text: JSON.stringify({
    message: 'This server has no Git LFS: push files without it (git lfs untrack, or git lfs uninstall).',
  }),
  headers: { 'content-type': 'application/vnd.git-lfs+json' },
};

/** As `git http-backend` refuses a service that is switched off; Git shows the text to its user. */
const withoutArchives: RefusedRoute = {
  status: 403,
  text: 'This server makes no archives (git archive --remote): clone the repository, and run git archive in the clone.',
};

const wrongMethod = (method: string, allowed: string): RefusedRoute => ({
  status: 405,
  text: `${method} is not allowed here; ${allowed} is.`,
  headers: { Allow: allowed },
});

/** The protocol version that a client requests by `Git-Protocol`; 0 by default. */
export type ProtocolVersion = 0 | 1 | 2;

/**
 * The version in a client's `Git-Protocol` header: a colon-separated list. Other keys and unknown versions are ignored.
 * The highest version counts, as in Git.
 */
export function readProtocolVersion(header: string | null): ProtocolVersion {
  let version: ProtocolVersion = 0;
  for (const part of header?.split(':') ?? []) {
    const value = part.trim();
    if (value === 'version=2') version = 2;
    else if (value === 'version=1' && version === 0) version = 1;
  }
  return version;
}
