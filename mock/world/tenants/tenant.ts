import type { Client, ClientOptions } from '../../../spec/client.ts';
import type { Contract, OperationId } from '../../../spec/contract.ts';
import { basePath } from '../../../spec/endpoint.ts';
import type { SecurityEvent } from '../../../spec/services/touchstone/schemas.ts';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { AnyHandler } from '../../api/call.ts';
import { type AccountFaults, accountFaults, type Faults } from '../../control/faults/faults.ts';
import type { Override, Overrides } from '../../control/override.ts';
import type { AccountTenant } from '../account-tenant.ts';
import type { Clock } from '../clock.ts';
import type { JournalReader } from '../journal-reader.ts';
import type { World } from '../world.ts';
import type { TenantRecord, Tenants } from './tenants.ts';

/** An account and a zone of their own, in a world where others are: what one test works with. */
export interface Tenant extends TenantRecord {
  /** A typed client with the tenant's token, which asks the mock without a network. */
  readonly client: Client;
  /** Answers a request to the API, with the tenant's token unless the request brings a credential. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request to a zone, chosen by the host of its URL. */
  edge(request: Request): Promise<Response>;
  /** The time of this account and its zones: the world's until it is frozen or advanced itself. */
  readonly clock: Clock;
  /** The requests that were about this account, its zones, or made with its token. */
  readonly journal: JournalReader;
  /** What goes wrong on purpose, for this tenant alone. */
  readonly faults: AccountFaults;
  /**
   * Replaces the implementation of one operation for this tenant; the returned function takes that back. It beats one
   * that was put in place for the whole mock.
   */
  on<Id extends OperationId>(id: Id, handler: NoInfer<Override<Contract[Id]>>): () => void;
  /** Security events of a zone, newest first; of the zone that the tenant began with unless another is named. */
  events(zoneId?: string): SecurityEvent[];
  /** Remembers the account and its zones; the returned function puts them back to how they were. The clock goes on. */
  snapshot(): () => void;
  /** Removes the account, its zones and its token; whoever waits for them is let go. Once more does nothing. */
  remove(): void;
}

/** What tenants work with. */
interface TenantParts {
  readonly world: World;
  readonly tenants: Tenants;
  readonly overrides: Overrides;
  readonly faults: Faults;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly edge: (request: Request) => Promise<Response>;
}

/** Thrown where a tenant is used that is no more: it was removed, or its mock was reset. */
export class TenantError extends TouchstoneError {}

/** Makes the handles of tenants. */
export function tenantOpener(parts: TenantParts): (record: TenantRecord) => Tenant {
  const { world, tenants, overrides } = parts;
  return (record) => {
    const { accountId, zoneId, apiToken } = record;
    const authorization = `Bearer ${apiToken}`;
    // Kept, so that somebody who is late still reads the time.
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
        // The app gives it calls of its own operation alone.
        return overrides.set(id, handler as unknown as AnyHandler, accountId);
      },
      events: (id = zoneId) => [...(world.zones.get(id)?.events.newestFirst() ?? [])],
      snapshot: () => world.getSnapshot(getAccount(world, record)),
      remove: () => void tenants.remove(accountId),
    };
  };
}

/** @throws TenantError where it is no more */
function getAccount({ accounts }: World, { accountId, zoneName }: TenantRecord): AccountTenant {
  const account = accounts.get(accountId);
  if (account) return account;
  const message = `The tenant of ${zoneName} is no more: it was removed, or the mock was reset`;
  throw new TenantError('tenant-gone', message);
}

/** The headers of which each says who calls. */
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
 * The typed client of the contract, which is loaded with the first call: with it comes all of the contract, which a
 * mock loads in parts.
 */
function lazyClient(options: ClientOptions): Client {
  const load = async () => (await import('../../../spec/client.ts')).createClient(options);
  return {
    baseUrl: options.baseUrl,
    call: async (id, input) => (await load()).call(id, input),
    send: async (request) => (await load()).send(request),
    with: (headers) => lazyClient({ ...options, headers: { ...options.headers, ...headers } }),
  };
}
