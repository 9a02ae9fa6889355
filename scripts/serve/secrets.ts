import { randomBytes } from 'node:crypto';
import type { MockOptions } from '../../mock/assembly/options.ts';
import { isLoopbackHost } from '../../mock/engines/address/address-check.ts';
import { type Secrets, worldDefaults } from '../../mock/world/defaults.ts';
import type { ServeOptions } from './options.ts';

/** Whether others than this machine reach a server. */
const isExposed = (host = '127.0.0.1') => !isLoopbackHost(host);

/**
 * The secrets of a server: those that were given, and where others reach it random ones for the rest, as everybody
 * knows the published ones. Tokens that it makes can't be foretold from its seed there.
 */
export function getSecrets(
  options: Pick<ServeOptions, keyof Secrets | 'host'>,
): Pick<MockOptions, 'secrets' | 'randomTokens'> {
  const randomTokens = isExposed(options.host);
  const usual: Secrets = randomTokens ? randomSecrets() : worldDefaults;
  const {
    apiToken = usual.apiToken,
    readToken = usual.readToken,
    gatewayToken = usual.gatewayToken,
    apiKey = usual.apiKey,
    authKeySecret = usual.authKeySecret,
  } = options;
  return { secrets: { apiToken, readToken, gatewayToken, apiKey, authKeySecret }, randomTokens };
}

function randomSecrets(): Secrets {
  const token = () => randomBytes(24).toString('base64url');
  return {
    apiToken: `touchstone-full-access-${token()}`,
    readToken: `touchstone-read-only-${token()}`,
    gatewayToken: `touchstone-gateway-only-${token()}`,
    apiKey: randomBytes(19).toString('hex').slice(0, 37),
    authKeySecret: `touchstone-auth-key-${token()}`,
  };
}

/** What whoever opens a server to others has to know. */
export function exposureWarning({
  host,
  adminToken,
}: Pick<ServeOptions, 'host' | 'adminToken'>): string | undefined {
  if (!isExposed(host)) return undefined;
  return [
    `touchstone: everybody who reaches ${host} can ask this server, which is made for tests: zone traffic, the code interpreter and objects that are open take no token.`,
    'Tokens are random, unless they were given (--api-token).',
    adminToken === undefined
      ? 'The admin interface answers this machine alone.'
      : 'The admin interface answers whoever has the admin token.',
  ].join(' ');
}
