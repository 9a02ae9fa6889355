import type { Operation } from '../../../../spec/services/api-gateway/endpoints.ts';
import type { Zone } from '../../../../spec/services/zones/endpoints.ts';
import type { Session } from '../../session.ts';
import { generateKey } from './jwt.ts';
import { keepSigningKey } from './signing-keys.ts';
import type { TokenConfig, TokenRule } from './zone-types.ts';

/** Creates a token configuration with a key that this browser makes, and keeps the private half in this tab. */
export async function createConfig(
  { v4 }: Session,
  { id }: Zone,
  { title, source }: { readonly title: string; readonly source: string },
): Promise<TokenConfig> {
  const { privateJwk, publicJwk } = await generateKey(`console-${crypto.randomUUID().slice(0, 8)}`);
  const { result } = await v4<TokenConfig>(`zones/${id}/token_validation/config`, {
    body: {
      title,
      description: 'Made in the console',
      token_type: 'jwt',
      token_sources: [source],
      credentials: { keys: [publicJwk] },
    },
  });
  keepSigningKey(result.id, privateJwk);
  return result;
}

/** Creates a rule that blocks requests to a host without a valid token of a configuration. */
export async function createBlockRule({ v4 }: Session, { id }: Zone, config: TokenConfig, host: string) {
  const { result } = await v4<TokenRule>(`zones/${id}/token_validation/rules`, {
    body: {
      title: `Valid token: ${config.title}`.slice(0, 50),
      description: 'Made in the console',
      action: 'block',
      enabled: true,
      expression: `is_jwt_valid("${config.id}")`,
      selector: { include: [{ host: [host] }] },
    },
  });
  return result;
}

/** The first operation of a zone; saves one if there is none, since token rules apply only to operations. */
export async function getOperation(
  { v4 }: Session,
  { id, name }: Zone,
  operations: readonly Operation[],
): Promise<Operation> {
  if (operations[0]) return operations[0];
  const { result } = await v4<Operation>(`zones/${id}/api_gateway/operations/item`, {
    body: { method: 'GET', host: `api.${name}`, endpoint: '/orders/{id}' },
  });
  return result;
}

export const defaultSource = 'http.request.headers["authorization"][0]';

/** Everything that a first try needs: an operation, a configuration with a key, and a rule that blocks. */
export async function guardZone(session: Session, zone: Zone, operations: readonly Operation[]) {
  const operation = await getOperation(session, zone, operations);
  const config = await createConfig(session, zone, { title: 'Console', source: defaultSource });
  await createBlockRule(session, zone, config, operation.host);
}
