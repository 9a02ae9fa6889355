import type { Env } from './env.ts';

/** The key that a request is about: its path, as it is written, without the first slash. */
export const keyOf = (request: Request) => new URL(request.url).pathname.slice(1);

/** Stores, reads or deletes the object of a request, whoever asks. */
export async function serveObject(request: Request, env: Env): Promise<Response> {
  const key = keyOf(request);
  switch (request.method) {
    case 'PUT':
      // Headers say when to store it and what else to keep; whether it was stored is not told.
      await env.MY_BUCKET.put(key, request.body, { onlyIf: request.headers, httpMetadata: request.headers });
      return textOf(`Put ${key} successfully!`);
    case 'GET':
      return readObject(request, env, key);
    case 'DELETE':
      await env.MY_BUCKET.delete(key);
      return textOf('Deleted!');
    default:
      return textOf('Method Not Allowed', { status: 405, headers: { allow: 'PUT, GET, DELETE' } });
  }
}

async function readObject({ headers: wish }: Request, env: Env, key: string): Promise<Response> {
  const object = await env.MY_BUCKET.get(key, { onlyIf: wish, range: wish });
  if (object === null) return textOf('Object Not Found', { status: 404 });
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  return 'body' in object
    ? new Response(object.body, { headers })
    : new Response(null, { status: 412, headers });
}

/** A text, of the same type on every runtime. */
export function textOf(text: string, { status = 200, headers = {} }: TextOptions = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  });
}

interface TextOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
