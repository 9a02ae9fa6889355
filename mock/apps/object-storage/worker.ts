import type { Bucket } from '../../../spec/services/object-storage/binding.ts';

/** What the Worker is configured with. */
export interface Env {
  /** The bucket of its objects: an entry of `r2_buckets`. */
  readonly MY_BUCKET: Bucket;
  /** What `X-Custom-Auth-Key` has to be for writing and deleting; nobody may where it is left out. */
  readonly AUTH_KEY_SECRET?: string | undefined;
}

/** Keys that everybody may read. */
const readable: readonly string[] = ['cat-pic.jpg'];

/**
 * Whether a request may do what it asks for: everybody reads the keys of the list, and who has the secret writes and
 * deletes. Nothing else is for anybody.
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

/** Compares in a time that tells nothing of the secret, not even its length. */
async function isSecret(given: string | null, secret: string | undefined): Promise<boolean> {
  // A Worker without a secret has nobody who knows it.
  if (given === null || !secret) return false;
  const [left, right] = await Promise.all([digest(given), digest(secret)]);
  return left.reduce((difference, byte, at) => difference | (byte ^ (right[at] ?? 0)), 0) === 0;
}

async function digest(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** The key that a request is about: its path, as it is written, without the first slash. */
export const getKey = (request: Request) => new URL(request.url).pathname.slice(1);

/** Stores, reads or deletes the object of a request, without authorization. */
export async function serveObject(request: Request, env: Env): Promise<Response> {
  try {
    return await answer(request, env);
  } catch (error) {
    // The bucket refuses a precondition that names no etag, and each of its messages says so.
    if (error instanceof Error && /\betags?\b/i.test(error.message))
      return getText(error.message, { status: 400 });
    throw error;
  }
}

async function answer(request: Request, env: Env): Promise<Response> {
  const key = getKey(request);
  switch (request.method) {
    case 'PUT':
      // Headers say when to store it and what else to keep; whether it was stored is not told.
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
  // A range of another version is no use beside the bytes that a client has: RFC 9110, section 13.1.5.
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

/** A text, of the same type on every runtime. */
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

/** Objects by their keys, for those who may. */
export const objectStorage = {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (!(await isAuthorized(request, env, getKey(request)))) return getText('Forbidden', { status: 403 });
    return serveObject(request, env);
  },
};

// biome-ignore lint/style/noDefaultExport: what the platform calls is the default export of a module
export default objectStorage;
