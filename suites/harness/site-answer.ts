import type { ServerResponse } from 'node:http';
import { typeOfFile } from '../../spec/vectors/screenshots.ts';

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

/**
 * Sends an answer, with what is wrong about it.
 *
 * Pages of any origin may use what a site has, and nothing of it is kept by caches, unless it says otherwise.
 */
export async function sendAnswer(
  answer: SiteAnswer,
  { path, method }: SiteRequest,
  response: ServerResponse,
): Promise<void> {
  const { status = 200, body = '', delayMs = 0, fault } = answer;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (response.destroyed || fault === 'silent') return;
  if (fault === 'dropped') {
    response.destroy();
    return;
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const length = fault === undefined ? bytes.length : fault === 'cut' ? bytes.length + 1 : undefined;
  response.writeHead(status, {
    'content-type': typeOf(path, body),
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
    ...(length === undefined ? {} : { 'content-length': String(length) }),
    ...lowerCased(answer.headers ?? {}),
  });
  if (fault === undefined || method === 'HEAD') {
    response.end(method === 'HEAD' ? undefined : bytes);
    return;
  }
  await written(response, bytes);
  if (fault === 'cut') response.destroy();
  while (fault === 'endless' && !response.destroyed) {
    await written(response, bytes.length > 0 ? bytes : new Uint8Array(1024));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until the bytes are on their way, or nobody takes them any more. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('close', done);
      resolve();
    };
    response.once('close', done);
    response.write(bytes, done);
  });
}

function typeOf(path: string, body: string | Uint8Array): string {
  const hasExtension = /\.[a-z0-9]+$/.test(path);
  return typeOfFile(hasExtension || typeof body !== 'string' ? path : 'page.html');
}

const lowerCased = (headers: Readonly<Record<string, string | readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase(),
      typeof value === 'string' ? value : [...value],
    ]),
  );

function basic({ username, password }: { readonly username: string; readonly password: string }): string {
  const bytes = new TextEncoder().encode(`${username}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
