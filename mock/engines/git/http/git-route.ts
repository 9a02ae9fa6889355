/** The two services of smart HTTP: one is read from, one is written to. */
export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** What a request below the URL of a repository asks for. */
export interface GitRoute {
  readonly service: GitService;
  /** Whether it asks what is there, or sends commands. */
  readonly step: 'advertise' | 'exchange';
}

/** An answer without Git: what was asked for is not served, or not in this way. */
export interface RefusedRoute {
  readonly status: number;
  /** One sentence, for people; in JSON where `headers` say so. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const services: readonly GitService[] = ['git-upload-pack', 'git-receive-pack'];

/**
 * Reads what a request below the URL of a repository asks for. Files of the older protocol without commands are not
 * served.
 *
 * @param below the path behind the URL: `/info/refs`, `/git-upload-pack`
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
  if (below !== '/info/refs') return { status: 404, text: 'Not found' };
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod(method, 'GET, HEAD');
  const asked = query.get('service');
  if (asked === null) return { status: 404, text: 'Only the smart protocol is served: ask for a service.' };
  const known = services.find((name) => name === asked);
  if (known === undefined) return { status: 403, text: `Unsupported service: ${JSON.stringify(asked)}` };
  return { service: known, step: 'advertise' };
}

/** In the shape of Git LFS, whose client shows the message to its user. */
const withoutLfs: RefusedRoute = {
  status: 501,
  text: JSON.stringify({
    message: 'This server has no Git LFS: push files without it (git lfs untrack, or git lfs uninstall).',
  }),
  headers: { 'content-type': 'application/vnd.git-lfs+json' },
};

const wrongMethod = (method: string, allowed: string): RefusedRoute => ({
  status: 405,
  text: `${method} is not allowed here; ${allowed} is.`,
  headers: { Allow: allowed },
});

/** The version of the protocol that a client asks for by `Git-Protocol`: 0 where it asks for none. */
export type ProtocolVersion = 0 | 1 | 2;

/**
 * The version that a client asks for in its header `Git-Protocol`: a list with colons, of which other keys are passed
 * over, and unknown versions too. Of several the highest counts, as in Git.
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
