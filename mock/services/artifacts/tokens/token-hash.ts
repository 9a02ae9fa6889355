import { tokenSecret } from '../../../../spec/services/artifacts/schemas.ts';

const encoder = new TextEncoder();

/** What a token is known by: the SHA-256 of its secret, whatever stands behind that; nothing for what is no token. */
export async function tokenHash(text: string): Promise<string | undefined> {
  const secret = tokenSecret(text);
  if (secret === undefined) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(secret));
  // Uint8Array.prototype.toHex is not yet in Node 24.
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
