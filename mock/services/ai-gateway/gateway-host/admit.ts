import { ApiError } from '../../../../spec/errors.ts';
import type { Permission } from '../../../../spec/permissions.ts';
import { mayReachAccount } from '../../../api/access/authorize.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { Actor, Credentials } from '../../../world/credentials.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';

export interface AdmitParts {
  readonly credentials: Pick<Credentials, 'byToken'>;
}

/** The caller that a gateway authorized. */
export interface Admitted {
  /** The API token sent in either header. */
  readonly token: string | undefined;
  /** The caller for models of providers; a provider's key among the headers pays. */
  callerWith(headers: Headers): Actor;
}

const bearer = /^Bearer (.+)$/i;

/** Any of these authorizes a token for a gateway (inferred: the platform has a permission of its own for this). */
const gatewayPermissions: readonly Permission[] = [
  'AI Gateway Edit',
  'AI Gateway Read',
  'Workers AI Edit',
  'Workers AI Read',
];

/** Headers with keys of providers. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

/**
 * Authorizes a request by an API token in `cf-aig-authorization` or `Authorization`, if the gateway requires one.
 * Cloudflare docs, AI Gateway universal endpoint.
 *
 * @throws ApiError `gateway-unauthorized`
 */
export function admit(
  headers: Headers,
  { account, gateway }: { readonly account: AccountTenant; readonly gateway: StoredGateway },
  { credentials }: AdmitParts,
): Admitted {
  const tokens = ['cf-aig-authorization', 'authorization'].flatMap(
    (name) => bearer.exec(headers.get(name) ?? '')?.[1] ?? [],
  );
  const find = (token: string) => {
    const found = credentials.byToken(token);
    return found?.at?.({ account: account.id, zone: undefined }) ?? found;
  };
  const token = tokens.find((one) => isAuthorized(find(one), account));
  if (token === undefined && gateway.authentication !== false) throw new ApiError('gateway-unauthorized');
  const { at: _, ...actor } = find(token ?? '') ?? anonymous;
  return {
    token,
    callerWith: (sent) => ({
      ...actor,
      permissions: new Set([...actor.permissions, 'Workers AI Read']),
      accounts: new Set([account.id]),
      bringsKey: keyHeaders.some((name) => isKey(sent.get(name), credentials)),
    }),
  };
}

function isAuthorized(actor: Actor | undefined, account: AccountTenant): boolean {
  if (actor?.status !== 'active' || !mayReachAccount(actor, account)) return false;
  return gatewayPermissions.some((name) => actor.permissions.has(name));
}

/** Whether a header holds a provider's key, not an API token or the placeholder of a client without a key. */
function isKey(value: string | null, credentials: AdmitParts['credentials']): boolean {
  if (value === null) return false;
  const key = bearer.exec(value)?.[1] ?? value;
  return key !== 'unused' && key !== 'CF_TEMP_TOKEN' && credentials.byToken(key) === undefined;
}

/** The caller of a gateway that requires no token. */
const anonymous: Actor = {
  id: '0'.repeat(32),
  scheme: 'api_token',
  email: '',
  status: 'active',
  permissions: new Set(),
  accounts: new Set(),
  zones: new Set(),
};
