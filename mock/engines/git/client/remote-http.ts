import { gitLimits } from '../../../../spec/git-limits.ts';
import { Deadline, type RemoteTimes } from './deadline.ts';
import { RemoteError } from './remote-error.ts';

/** How another server is reached. */
export interface RemoteOptions {
  readonly fetch: typeof fetch;
  /** Ends the work; what it is aborted with is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** By default as in {@link gitLimits}. */
  readonly times?: RemoteTimes | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** What every request carries; servers look for a version, and some for the name of a client of Git. */
const ownHeaders = { 'git-protocol': 'version=2', 'user-agent': 'git/touchstone' };

/**
 * Requests below the URL of a repository on another server. A redirect is followed where it is met first, as Git's
 * client does it, and never to where nothing is encrypted.
 */
export class RemoteHttp {
  readonly #fetch: typeof fetch;
  readonly #deadline: Deadline;
  /** Without a slash at its end; another one after a redirect. */
  #base: URL;
  #authorization: string | undefined;

  /** @throws RemoteError `not-a-repository` for what is no URL of a web server */
  constructor(url: string, options: RemoteOptions) {
    this.#base = parseBase(url);
    this.#authorization = takeCredentials(this.#base);
    this.#fetch = options.fetch;
    const { remoteIdleMs: idleMs, remoteTotalMs: totalMs } = gitLimits;
    this.#deadline = new Deadline(options.times ?? { idleMs, totalMs }, options.signal);
  }

  /** The first question; @throws RemoteError */
  async get(path: string, query: string): Promise<Response> {
    let url = below(this.#base, path);
    url.search = query;
    for (let followed = 0; ; followed++) {
      const response = await this.#send(url, { method: 'GET' });
      if (!redirects.has(response.status)) return response;
      await response.body?.cancel();
      if (followed === gitLimits.remoteRedirects)
        throw new RemoteError('unavailable', 'the remote server redirects too often');
      url = this.#redirected(url, response.headers.get('location'), path);
    }
  }

  /** A question with a body, of the media type of a request to the service. */
  post(path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = {
      'content-type': `application/x-${path}-request`,
      accept: `application/x-${path}-result`,
    };
    return this.#send(below(this.#base, path), { method: 'POST', body, headers });
  }

  /** What an answer holds, as it comes. */
  async *pieces(response: Response): AsyncGenerator<Uint8Array, void> {
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    let ended = false;
    try {
      for (;;) {
        const { done, value } = await this.#deadline.wait(reader.read());
        ended = done;
        if (done) return;
        if (value !== undefined) yield value;
      }
    } finally {
      if (!ended) reader.cancel().catch(() => {});
    }
  }

  /** To be called when nothing is asked any more; lets go of what is still on its way. */
  end(): void {
    this.#deadline.end();
  }

  async #send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(ownHeaders)) headers.set(name, value);
    if (this.#authorization !== undefined) headers.set('authorization', this.#authorization);
    const { signal } = this.#deadline;
    const asked = this.#fetch(url.href, { ...init, headers, redirect: 'manual', signal });
    return assertAnswered(await this.#deadline.wait(asked));
  }

  #redirected(from: URL, location: string | null, path: string): URL {
    const to = location !== null && URL.canParse(location, from) ? new URL(location, from) : undefined;
    const end = `/${path}`;
    if (to === undefined || !to.pathname.endsWith(end) || to.search !== from.search)
      throw new RemoteError('not-a-repository', 'the remote server redirects to what is no repository');
    if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.protocol === 'https:'))
      throw new RemoteError('unavailable', 'the remote server redirects to where nothing is encrypted');
    // Whoever is redirected to is not told what was meant for another.
    if (to.origin !== from.origin) this.#authorization = undefined;
    this.#base = new URL(to.href);
    this.#base.search = '';
    this.#base.pathname = to.pathname.slice(0, -end.length);
    return to;
  }
}

function parseBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'https:' || url.protocol === 'http:'))
    throw new RemoteError('not-a-repository', 'the URL is none of a Git server');
  url.hash = '';
  url.search = '';
  if (url.pathname.endsWith('/')) url.pathname = url.pathname.slice(0, -1);
  return url;
}

/** Takes user and password out of a URL, which `fetch` refuses there; @returns the header that says the same */
function takeCredentials(url: URL): string | undefined {
  const { username, password } = url;
  if (username === '' && password === '') return undefined;
  url.username = '';
  url.password = '';
  const bytes = new TextEncoder().encode(`${decode(username)}:${decode(password)}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function below(base: URL, path: string): URL {
  const url = new URL(base.href);
  url.pathname = url.pathname === '/' ? `/${path}` : `${url.pathname}/${path}`;
  return url;
}

async function assertAnswered(response: Response): Promise<Response> {
  const { status } = response;
  if (response.ok || redirects.has(status)) return response;
  await response.body?.cancel();
  if (status === 401 || status === 403)
    throw new RemoteError('auth-required', `the remote repository requires authentication (HTTP ${status})`, {
      status,
    });
  if (status === 404 || status === 410)
    throw new RemoteError('not-found', `the remote repository is not found (HTTP ${status})`, { status });
  if (status >= 500 || status === 408 || status === 429)
    throw new RemoteError('unavailable', `the remote server answers HTTP ${status}`, { status });
  throw new RemoteError('not-a-repository', `the remote server answers HTTP ${status}`, { status });
}
