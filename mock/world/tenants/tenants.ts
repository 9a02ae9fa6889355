import { permissions } from '../../../spec/permissions.ts';
import type { Credentials } from '../../api/access/credentials.ts';
import type { AccountTenant } from '../account-tenant.ts';
import { Collection } from '../collection.ts';
import { worldDefaults } from '../defaults.ts';
import type { IdSource } from '../ids.ts';
import type { World, WorldPart } from '../world.ts';
import { tenantLabel } from './tenant-name.ts';

/** What a tenant is called by. */
export interface TenantRecord {
  /** Of its account. */
  readonly name: string;
  readonly accountId: string;
  readonly zoneId: string;
  readonly zoneName: string;
  /** Reaches this account and its zones alone, with every permission. */
  readonly apiToken: string;
}

/** What a new tenant is told. */
export interface TenantOptions {
  /** Of its account; the first label of its zone is made of it. By default a word. */
  readonly name?: string | undefined;
}

export interface TenantsParts {
  readonly world: World;
  readonly credentials: Credentials;
  /** Apart from those of resources, which depend on what was created alone. */
  readonly ids: IdSource;
}

/**
 * The tenants that were made while the mock runs: each a fresh account with a fresh zone, and an API token that reaches
 * both and nothing else. Numbers and ids are never given again, so that somebody who holds a tenant that is gone finds
 * nobody else's.
 */
export class Tenants implements WorldPart {
  readonly #parts: TenantsParts;
  readonly #records = new Collection<TenantRecord>({ id: ({ accountId }) => accountId });
  #count = 0;

  constructor(parts: TenantsParts) {
    this.#parts = parts;
    parts.world.join(parts.credentials);
    parts.world.join(this);
  }

  /** All of them, the oldest first. */
  list(): readonly TenantRecord[] {
    return this.#records.list();
  }

  create({ name }: TenantOptions = {}): TenantRecord {
    const { world, credentials, ids } = this.#parts;
    let label: string;
    do label = tenantLabel(++this.#count, name);
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

  /** Removes a tenant with everything it has; says whether there was one. */
  remove(accountId: string): boolean {
    const { world } = this.#parts;
    const account = world.accounts.get(accountId);
    if (!this.#records.get(accountId)) return false;
    if (account) world.removeAccount(account);
    return true;
  }

  /** Told by the world that an account goes. */
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

/** Below the seeded zone, as the handlers answer for that and `*.localhost` leads to this machine. */
const getZoneName = (label: string) => `${label}.${worldDefaults.zoneName}`;
