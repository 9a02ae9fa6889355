import { parseIpAddress } from '../../engines/expressions/index.ts';
import type { Fields, RequestFacts } from './field.ts';

/** Plans as rules name them. */
const planNames = { free: 'FREE', pro: 'PRO', business: 'BIZ', enterprise: 'ENT' } as const;

function serverPort({ request }: RequestFacts): number {
  const port = /^[a-z]+:\/\/[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(request.url)?.[1];
  if (port !== undefined) return Number(port);
  return request.secure ? 443 : 80;
}

/**
 * What the platform itself knows of a request, as far as a laptop knows it too: fact sheet
 * token-validation, section 7.4. Scores and places come as signals, or are missing.
 */
export const platformFields: Fields = {
  'ip.src': ({ request }) => parseIpAddress(request.clientAddress),
  'cf.edge.server_port': serverPort,
  'cf.random_seed': () => crypto.getRandomValues(new Uint8Array(16)),
  'cf.hostname.metadata': ({ hostnameMetadata }) => hostnameMetadata ?? '',
  'cf.zone.name': ({ zone }) => zone.name,
  'cf.zone.plan': ({ zone }) => planNames[zone.plan.legacy_id],
  'cf.tls_client_auth.cert_verified': () => false,
  'cf.client.bot': () => false,
  'cf.bot_management.verified_bot': () => false,
  'cf.api_gateway.auth_id_present': () => false,
  'cf.api_gateway.request_violates_schema': () => false,
  'cf.api_gateway.fallthrough_detected': ({ operation }) => operation === undefined,
};
