import { randomBytes } from 'node:crypto';
import type { MockOptions } from '../../mock/assembly/options.ts';
import { isLoopbackHost } from '../../mock/engines/address/address-check.ts';
import { type Secrets, worldDefaults } from '../../mock/world/defaults.ts';
import type { ServeOptions } from './options.ts';

/** Whether other machines can reach the server. */
export const isExposed = (host = '127.0.0.1') => !isLoopbackHost(host);

/**
 * Returns the secrets of a server: the given ones, and for the rest the published ones. A server that other machines
 * can reach gets random ones instead, and its tokens can't be predicted from its seed.
 *
 * @param random the random ones of an earlier start
 */
export function getSecrets(
  options: Pick<ServeOptions, keyof Secrets | 'host'>,
  random?: Secrets,
): Pick<MockOptions, 'secrets' | 'randomTokens'> {
  const randomTokens = isExposed(options.host);
  const usual: Secrets = randomTokens ? (random ?? randomSecrets()) : worldDefaults;
  const {
    apiToken = usual.apiToken,
    readToken = usual.readToken,
    gatewayToken = usual.gatewayToken,
    apiKey = usual.apiKey,
    authKeySecret = usual.authKeySecret,
  } = options;
  return { secrets: { apiToken, readToken, gatewayToken, apiKey, authKeySecret }, randomTokens };
}

/** New secrets that nobody can guess. */
export function randomSecrets(): Secrets {
  const token = () => randomBytes(24).toString('base64url');
  return {
    apiToken: `touchstone-full-access-${token()}`,
    readToken: `touchstone-read-only-${token()}`,
    gatewayToken: `touchstone-gateway-only-${token()}`,
    apiKey: randomBytes(19).toString('hex').slice(0, 37),
    authKeySecret: `touchstone-auth-key-${token()}`,
  };
}

/** Warns about what a server open to other machines exposes. */
export function exposureWarning({
  host,
  adminToken,
}: Pick<ServeOptions, 'host' | 'adminToken'>): string | undefined {
  if (!isExposed(host)) return undefined;
  return [
    `touchstone: everyone who can reach ${host} can use this test server. Zone traffic, the code interpreter and open objects need no token.`,
    'Tokens are random unless you set them (--api-token).',
    adminToken === undefined
      ? 'Only this machine can use the admin interface.'
      : 'Anyone with the admin token can use the admin interface.',
  ].join(' ');
}
