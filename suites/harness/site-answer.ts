/** What a site was asked. */
export interface SiteRequest {
  readonly method: string;
  /** Path below the site, with its slash and without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly cookies: Readonly<Record<string, string>>;
  readonly text: string;
  /** When it had arrived, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/**
 * What goes wrong with an answer.
 *
 * - `silent`: nothing is ever sent
 * - `dropped`: the connection is closed without an answer
 * - `cut`: the connection is closed after the body, where more was announced
 * - `hanging`: the answer does not end after the body
 * - `endless`: the body is sent again and again
 */
export type SiteFault = 'silent' | 'dropped' | 'cut' | 'hanging' | 'endless';

/** How a site answers. */
export interface SiteAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  /** A list repeats a header. Without `content-type` it is that of the path's extension, or HTML. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** Milliseconds before anything is sent. */
  readonly delayMs?: number | undefined;
  /** Asked for with 401 until a request has them. */
  readonly auth?: { readonly username: string; readonly password: string } | undefined;
  readonly fault?: SiteFault | undefined;
}

/** An answer, its body alone, or what makes one of a request. */
export type SiteRoute =
  | SiteAnswer
  | string
  | Uint8Array
  | ((request: SiteRequest) => SiteAnswer | string | Uint8Array);

/** What a site has, by path; `*` answers for every other path, which is 404 without it. */
export type SiteAnswers = Readonly<Record<string, SiteRoute>>;

/** An answer that leads to another address. */
export const redirectTo = (location: string, status = 302): SiteAnswer => ({ status, headers: { location } });

/** Finds what a site answers to a request. */
export function answerFor(answers: SiteAnswers, request: SiteRequest): SiteAnswer {
  const route = answers[request.path] ?? answers['*'] ?? { status: 404, body: 'Nothing is here.' };
  const given = typeof route === 'function' ? route(request) : route;
  const answer = typeof given === 'string' || given instanceof Uint8Array ? { body: given } : given;
  const { auth } = answer;
  if (!auth || request.headers.get('authorization') === basic(auth)) return answer;
  const headers = { 'www-authenticate': 'Basic realm="touchstone", charset="UTF-8"' };
  return { status: 401, headers, body: 'Who is there?', delayMs: answer.delayMs };
}

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
