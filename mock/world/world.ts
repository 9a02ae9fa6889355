import type { Zone } from '../../spec/services/zones/schemas.ts';
import type { Account } from './account.ts';
import { Clock, timestampOf } from './clock.ts';
import { Collection } from './collection.ts';
import { worldDefaults } from './defaults.ts';
import { IdSource } from './ids.ts';
import { Journal } from './journal.ts';
import { newZone } from './zone-record.ts';
import { ZoneTenant } from './zone-tenant.ts';

export interface WorldOptions {
  /** `strict` knows only seeded or created tenants; `on-demand` makes a fresh one for any well-formed id. */
  readonly tenants: 'strict' | 'on-demand';
  /** Seed of the ids. */
  readonly seed: number;
  /** The time the clock follows, in milliseconds since the epoch. */
  readonly machine?: () => number;
}

/** All state of one mock. */
export class World {
  readonly clock: Clock;
  /** Ids of resources. */
  readonly ids: IdSource;
  /** Ids of exchanges, apart from the others so that those depend on what was created alone. */
  readonly rays = new IdSource(0);
  readonly journal = new Journal();
  readonly accounts = new Collection<Account>({ id: (account) => account.id });
  readonly zones = new Collection<ZoneTenant>({
    id: (tenant) => tenant.id,
    key: (tenant) => tenant.zone.name,
  });
  readonly #tenants: WorldOptions['tenants'];

  constructor(options: WorldOptions) {
    this.clock = new Clock(options.machine);
    this.ids = new IdSource(options.seed);
    this.#tenants = options.tenants;
    this.#seed();
  }

  /** The account with this id. */
  account(id: string): Account | undefined {
    const known = this.accounts.get(id);
    if (known || this.#tenants === 'strict') return known;
    const account = { id, name: `Account ${id}` };
    this.accounts.put(account);
    return account;
  }

  /** The zone with this id. */
  zone(id: string): ZoneTenant | undefined {
    const known = this.zones.get(id);
    if (known || this.#tenants === 'strict') return known;
    return this.addZone({ id, name: `${id}.localhost`, accountId: worldDefaults.accountId, type: 'full' });
  }

  /** Adds a zone; the caller has checked that its name is free. */
  addZone(input: { id?: string; name: string; accountId: string; type: Zone['type'] }): ZoneTenant {
    const account = this.account(input.accountId) ?? { id: input.accountId, name: worldDefaults.accountName };
    const tenant = new ZoneTenant(
      newZone({
        id: input.id ?? this.ids.hex32(),
        name: input.name,
        type: input.type,
        account,
        at: this.clock.timestamp(),
      }),
    );
    this.zones.put(tenant);
    return tenant;
  }

  /** Puts everything back to how it was at the start. */
  reset(): void {
    this.clock.release();
    this.ids.reset();
    this.rays.reset();
    this.journal.clear();
    this.accounts.replaceAll([]);
    this.zones.replaceAll([]);
    this.#seed();
  }

  /** A function that puts accounts and zones back to how they are now. */
  snapshot(): () => void {
    const accounts = this.accounts.list();
    const zones = this.zones.list();
    const restores = zones.map((zone) => zone.snapshot());
    return () => {
      for (const restore of restores) restore();
      this.accounts.replaceAll(accounts);
      this.zones.replaceAll(zones);
    };
  }

  #seed(): void {
    const { accountId, accountName, zoneId, zoneName } = worldDefaults;
    this.accounts.put({ id: accountId, name: accountName });
    this.zones.put(
      new ZoneTenant(
        newZone({
          id: zoneId,
          name: zoneName,
          type: 'full',
          account: { id: accountId, name: accountName },
          at: timestampOf(Date.UTC(2026, 0, 1)),
        }),
      ),
    );
  }
}
