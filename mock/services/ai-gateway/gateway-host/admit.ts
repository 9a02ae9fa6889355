import { ApiError } from '../../../../spec/errors.ts';
import type { Permission } from '../../../../spec/permissions.ts';
import { mayReachAccount } from '../../../api/access/authorize.ts';
import type { Actor, Credentials } from '../../../api/access/credentials.ts';
import type { AccountTenant } from '../../../world/account-tenant.ts';
import type { StoredGateway } from '../../../world/gateway-records.ts';

export interface AdmitParts {
  readonly credentials: Pick<Credentials, 'byToken'>;
}

/** Who may ask through a gateway. */
export interface Admitted {
  /** The API token that was sent, in either header. */
  readonly token: string | undefined;
  /** For whom models of providers are asked; a provider's key among the headers pays. */
  callerWith(headers: Headers): Actor;
}

const bearer = /^Bearer (.+)$/i;

/** Any of these lets a token through a gateway (inferred: the platform has a permission for that alone). */
const mayPass: readonly Permission[] = [
  'AI Gateway Edit',
  'AI Gateway Read',
  'Workers AI Edit',
  'Workers AI Read',
];

/** Headers that the keys of providers come in. */
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key', 'api-key'];

/**
 * Lets a request in: with an API token in `cf-aig-authorization`, or in `Authorization`, where the gateway
 * asks for one. Cloudflare docs, AI Gateway universal endpoint.
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
  const token = tokens.find((one) => isLetIn(credentials.byToken(one), account));
  if (token === undefined && gateway.authentication !== false) throw new ApiError('gateway-unauthorized');
  const actor = credentials.byToken(token ?? '') ?? anybody;
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

function isLetIn(actor: Actor | undefined, account: AccountTenant): boolean {
  if (actor?.status !== 'active' || !mayReachAccount(actor, account)) return false;
  return mayPass.some((name) => actor.permissions.has(name));
}

/** Whether a header holds a key, and neither an API token nor what clients send that have no key. */
function isKey(value: string | null, credentials: AdmitParts['credentials']): boolean {
  if (value === null) return false;
  const key = bearer.exec(value)?.[1] ?? value;
  return key !== 'unused' && key !== 'CF_TEMP_TOKEN' && credentials.byToken(key) === undefined;
}

/** Who asks through a gateway that lets everybody in. */
const anybody: Actor = {
  id: '0'.repeat(32),
  scheme: 'api_token',
  email: '',
  status: 'active',
  permissions: new Set(),
  accounts: new Set(),
  zones: new Set(),
};
