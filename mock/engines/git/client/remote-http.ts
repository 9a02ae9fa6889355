import { gitLimits } from '../../../../spec/engine-limits.ts';
import { TouchstoneError } from '../../../../spec/touchstone-error.ts';

/** Options for reaching another server. */
export interface RemoteOptions {
  readonly fetch: typeof fetch;
  /** Stops the work; its abort reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Default: {@link gitLimits}. */
  readonly times?: RemoteTimes | undefined;
}

const redirects = new Set([301, 302, 303, 307, 308]);

/** Headers of every request. Servers look for a version, and some for the name of a Git client. */
const ownHeaders = { 'git-protocol': 'version=2', 'user-agent': 'git/touchstone' };

/**
 * Requests below the URL of a repository on another server. Like Git's client, it follows a redirect of the first
 * request only, and never to an unencrypted URL.
 */
export class RemoteHttp {
  readonly #fetch: typeof fetch;
  readonly #deadline: Deadline;
  /** Without a trailing slash; changes after a redirect. */
  #base: URL;
  #authorization: string | undefined;

  /** @throws RemoteError `not-a-repository` for anything but an HTTP URL */
  constructor(url: string, options: RemoteOptions) {
    this.#base = parseBase(url);
    this.#authorization = takeCredentials(this.#base);
    this.#fetch = options.fetch;
    const { remoteIdleMs: idleMs, remoteTotalMs: totalMs } = gitLimits;
    this.#deadline = new Deadline(options.times ?? { idleMs, totalMs }, options.signal);
  }

  /** The first request; @throws RemoteError */
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

  /** A request with a body, in the service's media type for requests. */
  post(path: string, body: Uint8Array<ArrayBuffer>): Promise<Response> {
    const headers = {
      'content-type': `application/x-${path}-request`,
      accept: `application/x-${path}-result`,
    };
    return this.#send(below(this.#base, path), { method: 'POST', body, headers });
  }

  /** The body of a response, piece by piece. */
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

  /** Call it after the last request; it cancels the responses still in progress. */
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
      throw new RemoteError(
        'not-a-repository',
        'the remote server redirects to a URL that is not a repository',
      );
    if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.protocol === 'https:'))
      throw new RemoteError('unavailable', 'the remote server redirects to an unencrypted URL');
    // A redirect target doesn't get credentials meant for another host.
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
    throw new RemoteError('not-a-repository', 'the URL cannot be that of a Git server');
  url.hash = '';
  url.search = '';
  if (url.pathname.endsWith('/')) url.pathname = url.pathname.slice(0, -1);
  return url;
}

/** Removes user and password from a URL, since `fetch` refuses them there; @returns the equivalent header */
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

/** How long another server may take: in total, and between two pieces of a response. */
interface RemoteTimes {
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Aborts the exchange with another server once it takes too long, or once the caller aborts. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #times: RemoteTimes;
  readonly #caller: AbortSignal | undefined;
  readonly #total: ReturnType<typeof setTimeout>;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(times: RemoteTimes, caller?: AbortSignal) {
    this.#times = times;
    this.#caller = caller;
    this.#total = setTimeout(() => this.#tooLong(times.totalMs), times.totalMs);
    if (caller?.aborted) this.#stop();
    else caller?.addEventListener('abort', this.#stop, { once: true });
    this.touch();
  }

  /** Aborted with the error to throw. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Records that data arrived. */
  touch(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#tooLong(this.#times.idleMs), this.#times.idleMs);
  }

  /** Waits for another server, within its time limit; @throws RemoteError for any failure */
  async wait<T>(work: Promise<T>): Promise<T> {
    let letGo = () => {};
    const aborted = new Promise<never>((_, reject) => {
      letGo = () => reject(this.signal.reason);
      if (this.signal.aborted) letGo();
      else this.signal.addEventListener('abort', letGo, { once: true });
    });
    try {
      const done = await Promise.race([work, aborted]);
      this.touch();
      return done;
    } catch (cause) {
      if (this.signal.aborted) throw this.signal.reason;
      throw new RemoteError('unavailable', 'the remote server cannot be reached', { cause });
    } finally {
      this.signal.removeEventListener('abort', letGo);
    }
  }

  /** Call it after the last wait; it cancels the responses still in progress. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#caller?.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  readonly #stop = () => this.#controller.abort(this.#caller?.reason);

  #tooLong(ms: number): void {
    this.#controller.abort(
      new RemoteError('unavailable', `the remote server did not answer within ${ms / 1_000} seconds`),
    );
  }
}

/**
 * Why another Git server could not be read:
 *
 * - `auth-required`: the server answers 401 or 403
 * - `not-found`: the server answers 404 or 410
 * - `branch-not-found`: the requested branch does not exist
 * - `not-a-repository`: the URL can't be requested, or what answers is not a Git server, or one without SHA-1
 * - `unavailable`: the server can't be reached, answers 5xx, takes too long, ends too early, or refuses with an error
 * of its own
 * - `too-large`: the server sends more than a limit allows
 * - `damaged`: the server sent a damaged repository
 */
type RemoteFailure =
  | 'auth-required'
  | 'not-found'
  | 'branch-not-found'
  | 'not-a-repository'
  | 'unavailable'
  | 'too-large'
  | 'damaged';

/** Thrown when another Git server can't be read or sends invalid data. */
export class RemoteError extends TouchstoneError {
  readonly failure: RemoteFailure;
  /** The response status, if that was the reason. */
  readonly status: number | undefined;

  constructor(failure: RemoteFailure, message: string, options: ErrorOptions & { status?: number } = {}) {
    super(`git-remote-${failure}`, message, options);
    this.failure = failure;
    this.status = options.status;
  }
}
