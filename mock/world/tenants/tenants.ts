import { permissions } from '../../../spec/permissions.ts';
import type { AccountTenant } from '../account-tenant.ts';
import { Collection } from '../collection.ts';
import type { Credentials } from '../credentials.ts';
import { worldDefaults } from '../defaults.ts';
import type { IdSource } from '../ids.ts';
import { keptParts } from '../state/change-log.ts';
import { Counter } from '../state/counter.ts';
import type { World, WorldPart } from '../world.ts';
import { tenantLabel } from './tenant-name.ts';

/** The record of a tenant. */
export interface TenantRecord {
  /** Name of its account. */
  readonly name: string;
  readonly accountId: string;
  readonly zoneId: string;
  readonly zoneName: string;
  /** A token with every permission on this account and zone alone. */
  readonly apiToken: string;
}

/** Options of a new tenant. */
export interface TenantOptions {
  /** Name of its account, which also gives the first label of its zone. By default a word. */
  readonly name?: string | undefined;
}

export interface TenantsParts {
  readonly world: World;
  readonly credentials: Credentials;
  /** Separate from the ids of resources, so that those depend only on what was created. */
  readonly ids: IdSource;
}

/**
 * The tenants created at run time. Each has a fresh account with a fresh zone, and an API token for both and nothing
 * else. Numbers and ids are never reused, so a handle of a removed tenant never reaches another one.
 */
export class Tenants implements WorldPart {
  readonly #parts: TenantsParts;
  readonly #records = new Collection<TenantRecord>({ id: ({ accountId }) => accountId });
  readonly #count = new Counter(1);

  constructor(parts: TenantsParts) {
    this.#parts = parts;
    parts.world.join(parts.credentials);
    parts.world.join(this);
    parts.world.keep('tokens', parts.credentials.kept);
    parts.world.keep('tenants', keptParts({ records: this.#records, count: this.#count }));
  }

  /** All tenants, oldest first. */
  list(): readonly TenantRecord[] {
    return this.#records.list();
  }

  create({ name }: TenantOptions = {}): TenantRecord {
    const { world, credentials, ids } = this.#parts;
    let label: string;
    do label = tenantLabel(this.#count.next(), name);
    while (world.zones.byKey(getZoneName(label)));
    const zoneName = getZoneName(label);
    const [accountId, zoneId] = [ids.hex32(), ids.hex32()];
    const apiToken = `touchstone-tenant-${ids.secret(32)}`;
    const accountName = name ?? label;
    world.addAccount(accountId, accountName);
    world.addZone({ id: zoneId, name: zoneName, accountId });
    credentials.add({ value: apiToken, permissions, accounts: [accountId] });
    const record = { name: accountName, accountId, zoneId, zoneName, apiToken };
    this.#records.put(record);
    return record;
  }

  /** Removes a tenant with everything it has; returns whether it existed. */
  remove(accountId: string): boolean {
    const { world } = this.#parts;
    const account = world.accounts.get(accountId);
    if (!this.#records.get(accountId)) return false;
    if (account) world.removeAccount(account);
    return true;
  }

  /** Called by the world when it removes an account. */
  forget({ id }: AccountTenant): void {
    const record = this.#records.get(id);
    if (!record) return;
    this.#parts.credentials.remove(record.apiToken);
    this.#records.remove(id);
  }

  reset(): void {
    this.#records.replaceAll([]);
  }

  snapshot(account?: AccountTenant): () => void {
    if (account) return () => {};
    const records = this.#records.list();
    return () => this.#records.replaceAll(records);
  }
}

/** Under the seeded zone: the handlers answer for that, and `*.localhost` resolves to this machine. */
const getZoneName = (label: string) => `${label}.${worldDefaults.zoneName}`;
