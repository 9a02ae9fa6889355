import type { ServerResponse } from 'node:http';
import { typeOfFile } from '../../spec/vectors/screenshots.ts';
import type { SiteAnswer, SiteRequest } from './site-answer.ts';

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
