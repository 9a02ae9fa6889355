import type { Env } from './env.ts';

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
