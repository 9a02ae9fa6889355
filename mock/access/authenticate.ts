import { ApiError } from '../../spec/errors.ts';
import type { Actor, Credentials } from './credentials.ts';

/** RFC 6750: the characters a Bearer token may consist of. */
const bearer = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;
const email = /^[^\s@]+@[^\s@]+$/;
const apiKey = /^[A-Za-z0-9_-]{30,64}$/;

/**
 * Who sends a request.
 *
 * @throws ApiError `credentials-missing`, a malformed-header failure, or that the credential is unknown:
 *   fact sheet token-validation, section 4.2.
 */
export function authenticate(headers: Headers, credentials: Credentials): Actor {
  const authorization = headers.get('authorization');
  if (authorization !== null) {
    const token = bearer.exec(authorization)?.[1];
    if (token === undefined) throw new ApiError('authorization-malformed');
    const actor = credentials.byToken(token);
    if (actor?.status !== 'active') throw new ApiError('token-unknown');
    return actor;
  }
  const address = headers.get('x-auth-email');
  const key = headers.get('x-auth-key');
  if (address === null || key === null) throw new ApiError('credentials-missing');
  if (!email.test(address)) throw new ApiError('auth-email-malformed');
  if (!apiKey.test(key)) throw new ApiError('auth-key-malformed');
  const actor = credentials.byKey(address, key);
  if (!actor) throw new ApiError('auth-key-unknown');
  return actor;
}
