import type { Client, ClientOptions } from '../../spec/client.ts';
import type { Contract, OperationId } from '../../spec/contract.ts';
import { basePath } from '../../spec/endpoint.ts';
import type { SecurityEvent } from '../../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../../spec/touchstone-error.ts';
import type { AnyHandler } from '../api/call.ts';
import { type AccountFaults, accountFaults, type Faults } from '../control/faults/faults.ts';
import type { Override, Overrides } from '../control/override.ts';
import type { AccountTenant } from '../world/account-tenant.ts';
import type { Clock } from '../world/clock.ts';
import type { JournalReader } from '../world/journal-reader.ts';
import type { TenantRecord, Tenants } from '../world/tenants/tenants.ts';
import type { World } from '../world/world.ts';

/** An isolated account with a zone, for one test in a shared world. */
export interface Tenant extends TenantRecord {
  /** A typed client with the tenant's token, which calls the mock without a network. */
  readonly client: Client;
  /** Answers a request to the API, with the tenant's token unless the request brings a credential. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request to a zone, chosen by the host of its URL. */
  edge(request: Request): Promise<Response>;
  /** The clock of this account and its zones; it follows the world's until it is frozen or advanced. */
  readonly clock: Clock;
  /** The requests about this account or its zones, or made with its token. */
  readonly journal: JournalReader;
  /** Faults for this tenant alone. */
  readonly faults: AccountFaults;
  /**
   * Overrides one operation for this tenant and returns a function that removes the override. It takes precedence over
   * overrides of the whole mock.
   */
  on<Id extends OperationId>(id: Id, handler: NoInfer<Override<Contract[Id]>>): () => void;
  /** Security events of a zone, latest first; by default of the tenant's first zone. */
  events(zoneId?: string): SecurityEvent[];
  /** Captures the account and its zones; the returned function restores them. The clock goes on. */
  snapshot(): () => void;
  /**
   * Removes the account, its zones and its token, and ends everything that waits for them. A second call does nothing.
   */
  remove(): void;
}

/** Parts of the mock that tenants use. */
interface TenantParts {
  readonly world: World;
  readonly tenants: Tenants;
  readonly overrides: Overrides;
  readonly faults: Faults;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly edge: (request: Request) => Promise<Response>;
}

/** Thrown when a removed tenant is used, or one from before a reset of the mock. */
export class TenantError extends TouchstoneError {}

/** Returns a function that opens tenants by their records. */
export function tenantOpener(parts: TenantParts): (record: TenantRecord) => Tenant {
  const { world, tenants, overrides } = parts;
  return (record) => {
    const { accountId, zoneId, apiToken } = record;
    const authorization = `Bearer ${apiToken}`;
    // Kept, so that a late reader still gets the time.
    const { clock } = getAccount(world, record);
    const client = lazyClient({
      baseUrl: `http://localhost${basePath}`,
      headers: { authorization },
      fetch: parts.fetch,
    });
    return {
      ...record,
      client,
      clock,
      journal: world.journal.of({ accountId }),
      faults: accountFaults(parts.faults, accountId),
      fetch: (request) => parts.fetch(withCredential(request, authorization)),
      edge: parts.edge,
      on(id, handler) {
        getAccount(world, record);
        // The app only passes calls of this operation.
        return overrides.set(id, handler as unknown as AnyHandler, accountId);
      },
      events: (id = zoneId) => [...(world.zones.get(id)?.events.newestFirst() ?? [])],
      snapshot: () => world.getSnapshot(getAccount(world, record)),
      remove: () => void tenants.remove(accountId),
    };
  };
}

/** @throws TenantError for a removed tenant */
function getAccount({ accounts }: World, { accountId, zoneName }: TenantRecord): AccountTenant {
  const account = accounts.get(accountId);
  if (account) return account;
  const message = `The tenant of ${zoneName} no longer exists: it was removed, or the mock was reset`;
  throw new TenantError('tenant-gone', message);
}

/** The headers that can each carry a credential. */
const credentials = ['authorization', 'x-auth-key', 'x-api-key'] as const;

function withCredential(request: Request, authorization: string): Request {
  const path = new URL(request.url).pathname;
  if (!path.startsWith(`${basePath}/`) || credentials.some((name) => request.headers.has(name)))
    return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', authorization);
  return new Request(request, { headers });
}

/**
 * The typed client of the contract. The first call loads it with the whole contract, which a mock otherwise loads in
 * parts.
 */
function lazyClient(options: ClientOptions): Client {
  const load = async () => (await import('../../spec/client.ts')).createClient(options);
  return {
    baseUrl: options.baseUrl,
    call: async (id, input) => (await load()).call(id, input),
    send: async (request) => (await load()).send(request),
    with: (headers) => lazyClient({ ...options, headers: { ...options.headers, ...headers } }),
  };
}
