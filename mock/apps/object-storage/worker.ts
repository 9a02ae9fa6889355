import type { Bucket } from '../../../spec/services/object-storage/binding.ts';

/** The environment of the Worker. */
export interface Env {
  /** The bucket of its objects: an entry of `r2_buckets`. */
  readonly MY_BUCKET: Bucket;
  /** Value of `X-Custom-Auth-Key` for writing and deleting; without it, both are refused. */
  readonly AUTH_KEY_SECRET?: string | undefined;
}

/** Keys that anyone may read. */
const readable: readonly string[] = ['cat-pic.jpg'];

/**
 * Whether a request is authorized: anyone may read the keys of the list, and clients with the secret may write and
 * delete. Everything else is refused.
 */
export async function isAuthorized(request: Request, env: Env, key: string): Promise<boolean> {
  switch (request.method) {
    case 'GET':
      return readable.includes(key);
    case 'PUT':
    case 'DELETE':
      return isSecret(request.headers.get('x-custom-auth-key'), env.AUTH_KEY_SECRET);
    default:
      return false;
  }
}

/** Compares in constant time, so that timing reveals neither the secret nor its length. */
async function isSecret(given: string | null, secret: string | undefined): Promise<boolean> {
  // Without a secret, nobody is authorized.
  if (given === null || !secret) return false;
  const [left, right] = await Promise.all([digest(given), digest(secret)]);
  return left.reduce((difference, byte, at) => difference | (byte ^ (right[at] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The key of a request: its raw path without the first slash. */
export const getKey = (request: Request) => new URL(request.url).pathname.slice(1);

/** Stores, reads or deletes the object of a request, without authorization. */
export async function serveObject(request: Request, env: Env): Promise<Response> {
  try {
    return await answer(request, env);
  } catch (error) {
    // The bucket throws for a precondition without a valid etag, and each of these messages says so.
    if (error instanceof Error && /\betags?\b/i.test(error.message))
      return getText(error.message, { status: 400 });
    throw error;
  }
}

async function answer(request: Request, env: Env): Promise<Response> {
  const key = getKey(request);
  switch (request.method) {
    case 'PUT':
      // Headers set the precondition and the metadata; the answer does not say whether it was stored.
      await env.MY_BUCKET.put(key, request.body, { onlyIf: request.headers, httpMetadata: request.headers });
      return getText(`Put ${key} successfully!`);
    case 'GET':
      return readObject(request, env, key);
    case 'DELETE':
      await env.MY_BUCKET.delete(key);
      return getText('Deleted!');
    default:
      return getText('Method Not Allowed', { status: 405, headers: { allow: 'PUT, GET, DELETE' } });
  }
}

async function readObject({ headers: wish }: Request, env: Env, key: string): Promise<Response> {
  let object = await env.MY_BUCKET.get(key, { onlyIf: wish, range: wish });
  // A range of another version must not be combined with bytes that the client has: RFC 9110, section 13.1.5.
  if (object !== null && 'body' in object && (wish.get('if-range') ?? object.httpEtag) !== object.httpEtag) {
    await object.body.cancel();
    object = await env.MY_BUCKET.get(key, { onlyIf: wish });
  }
  if (object === null) return getText('Object Not Found', { status: 404 });
  const headers = new Headers();
  object.writeHttpMetadata(headers);
  headers.set('etag', object.httpEtag);
  return 'body' in object
    ? new Response(object.body, { headers })
    : new Response(null, { status: 412, headers });
}

/** A text response with the same type on every runtime. */
export function getText(text: string, { status = 200, headers = {} }: TextOptions = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  });
}

interface TextOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Serves objects by key with authorization. */
export const objectStorage = {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (!(await isAuthorized(request, env, getKey(request)))) return getText('Forbidden', { status: 403 });
    return serveObject(request, env);
  },
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default objectStorage;
