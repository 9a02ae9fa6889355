import type { ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { OwnModel } from '../../spec/services/inference/models/own-model.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import { StanceSettings } from '../control/stances.ts';
import { AccountTenant } from './account-tenant.ts';
import { Clock, toTimestamp } from './clock.ts';
import { Collection } from './collection.ts';
import { CustomHostnames } from './custom-hostnames.ts';
import { worldDefaults } from './defaults.ts';
import { GatewayConditions } from './gateway-records.ts';
import { IdSource } from './ids.ts';
import { Journal } from './journal.ts';
import { WebhookInbox } from './webhook-inbox.ts';
import { newZone } from './zone-record.ts';
import { ZoneTenant } from './zone-tenant.ts';

export interface WorldOptions {
  /** `strict` knows only seeded or created tenants; `on-demand` makes a fresh one for any well-formed id. */
  readonly tenants: 'strict' | 'on-demand';
  /** Seed of the ids. */
  readonly seed: number;
  /** How often something of a world with this seed was kept: its ids are not given again. Default 0. */
  readonly starts?: number | undefined;
  /** Whether tokens are random, and not from the seed. Default false. */
  readonly randomTokens?: boolean | undefined;
  /** The time the clock follows, in milliseconds since the epoch. */
  readonly machine?: () => number;
  /** Which limits of the platform's own are enforced. Default `frontier`. */
  readonly platformLimits?: PlatformLimits;
  /** What the scanner of guardrails finds from the start. */
  readonly scannedWords?: readonly ScannedWords[] | undefined;
  /** What is done where the documents are silent. */
  readonly stances?: StanceSettings;
  /** Bytes that the journal may take. */
  readonly journalBytes?: number | undefined;
}

/** What a new zone is made of. */
export interface NewZone {
  readonly id?: string;
  readonly name: string;
  readonly accountId: string;
  readonly type?: Zone['type'];
  readonly plan?: Zone['plan']['legacy_id'];
  /** When it was created; now, by the clock of its account, unless it is said. */
  readonly at?: string;
}

/** State that is kept elsewhere and goes along with the world: the refs of repositories. */
export interface WorldPart {
  /** Puts it back to how it was at the start, while the world is still there. */
  reset(): void;
  /**
   * A function that puts it back to how it is now, called once the world itself is back.
   *
   * @param account whose part alone is meant
   */
  snapshot(account?: AccountTenant): () => void;
  /** Lets go of what is an account's, while that is still there. */
  forget?(account: AccountTenant): void;
}

/** All state of one mock. */
export class World {
  readonly clock: Clock;
  /** Ids of resources. */
  readonly ids: IdSource;
  /** Ids of exchanges, apart from the others so that those depend on what was created alone. */
  readonly rays = new IdSource(0);
  readonly journal: Journal;
  /** Webhooks of background runs, of all accounts. */
  readonly webhooks = new WebhookInbox();
  readonly accounts = new Collection<AccountTenant>({ id: (tenant) => tenant.id });
  readonly zones = new Collection<ZoneTenant>({
    id: (tenant) => tenant.id,
    key: (tenant) => tenant.zone.name,
  });
  /** Of all zones: a hostname leads to one zone. */
  readonly customHostnames = new CustomHostnames();
  /** What edge rules are told of every request that a laptop can't know, by field. */
  signals: ReadonlyMap<string, string | number | boolean> = new Map();
  /** Models beside those of the platform. */
  models: readonly OwnModel[] = [];
  /** What gateways of all accounts meet. */
  readonly gatewayConditions: GatewayConditions;
  /** What is done where the documents are silent. */
  readonly stances: StanceSettings;
  readonly #tenants: WorldOptions['tenants'];
  readonly #parts: WorldPart[] = [];

  constructor(options: WorldOptions) {
    this.clock = new Clock(options.machine);
    this.ids = new IdSource(options.seed, options.starts, options.randomTokens);
    this.journal = new Journal(options.journalBytes);
    this.gatewayConditions = new GatewayConditions({
      limits: options.platformLimits,
      words: options.scannedWords,
    });
    this.stances = options.stances ?? new StanceSettings();
    this.#tenants = options.tenants;
    this.#seed();
  }

  /** Takes something along in snapshots and resets. */
  join(part: WorldPart): void {
    this.#parts.push(part);
  }

  /** The account with this id. */
  account(id: string): AccountTenant | undefined {
    const known = this.accounts.get(id);
    if (known || this.#tenants === 'strict') return known;
    return this.addAccount(id, `Account ${id}`);
  }

  /** The account with this id, which is made where it is not there. */
  ensureAccount(id: string): AccountTenant {
    return this.account(id) ?? this.addAccount(id, `Account ${id}`);
  }

  /** The zone with this id. One that is made on demand is in an account of its own, which has the same id. */
  zone(id: string): ZoneTenant | undefined {
    const known = this.zones.get(id);
    if (known || this.#tenants === 'strict') return known;
    return this.addZone({ id, name: `${id}.localhost`, accountId: id });
  }

  /** Adds a zone; the caller has checked that its name is free. */
  addZone(input: NewZone): ZoneTenant {
    const { accountId, id = this.ids.hex32(), name, type, plan } = input;
    const { account, clock } =
      this.account(accountId) ?? this.addAccount(accountId, worldDefaults.accountName);
    const at = input.at ?? clock.timestamp();
    const zone = new ZoneTenant(newZone({ id, name, type, plan, account, at }), clock);
    this.zones.put(zone);
    return zone;
  }

  /** Removes a zone and everything it holds. */
  removeZone(id: string): void {
    this.customHostnames.remove(...this.customHostnames.of(id));
    this.zones.remove(id);
  }

  /** The zones of an account. */
  getZones(accountId: string): ZoneTenant[] {
    return this.zones.list().filter(({ zone }) => zone.account.id === accountId);
  }

  /** Removes an account with its zones and everything that they hold, and lets everybody go who waits for them. */
  removeAccount(account: AccountTenant): void {
    for (const part of this.#parts) part.forget?.(account);
    for (const zone of this.getZones(account.id)) {
      this.removeZone(zone.id);
      zone.dismiss();
    }
    this.accounts.remove(account.id);
    account.clock.dismiss();
  }

  /** Puts everything back to how it was at the start. */
  reset(): void {
    for (const part of this.#parts) part.reset();
    this.clock.release();
    this.ids.reset();
    this.rays.reset();
    this.journal.clear();
    this.webhooks.clear();
    this.signals = new Map();
    this.models = [];
    this.gatewayConditions.reset();
    this.dismiss();
    this.accounts.replaceAll([]);
    this.zones.replaceAll([]);
    this.customHostnames.replaceAll([]);
    this.#seed();
  }

  /**
   * A function that puts everything back to how it is now but for clocks, ids and the journal, which go on: what was
   * once given to somebody is not given again.
   */
  snapshot(): () => void {
    const accounts = this.accounts.list();
    const zones = this.zones.list();
    const customHostnames = this.customHostnames.list();
    const { signals, models } = this;
    const parts = [this.webhooks, this.gatewayConditions, ...accounts, ...zones];
    const restores = parts.map((part) => part.snapshot());
    const restoreParts = this.#parts.map((part) => part.snapshot());
    return () => {
      for (const restore of restores) restore();
      this.signals = signals;
      this.models = models;
      this.#dismissExcept(new Set([...accounts, ...zones]));
      this.accounts.replaceAll(accounts);
      this.zones.replaceAll(zones);
      this.customHostnames.replaceAll(customHostnames);
      for (const restore of restoreParts) restore();
    };
  }

  /** A function that puts one account and its zones back to how they are now. */
  getSnapshot(account: AccountTenant): () => void {
    const { id } = account;
    const zones = this.getZones(id);
    const customHostnames = zones.flatMap((zone) => this.customHostnames.of(zone.id));
    const restores = [account, ...zones].map((tenant) => tenant.snapshot());
    const restoreParts = this.#parts.map((part) => part.snapshot(account));
    return () => {
      for (const restore of restores) restore();
      for (const zone of this.getZones(id)) {
        if (!zones.includes(zone)) zone.dismiss();
        this.removeZone(zone.id);
      }
      this.accounts.put(account);
      this.zones.put(...zones);
      for (const hostname of customHostnames) this.customHostnames.put(hostname);
      for (const restore of restoreParts) restore();
    };
  }

  /** Lets everybody go who waits for events or for time to pass. */
  dismiss(): void {
    this.clock.dismiss();
    this.#dismissExcept(new Set());
  }

  /** Adds an account; the caller has checked that its id is free. */
  addAccount(id: string, name: string): AccountTenant {
    const tenant = new AccountTenant({ id, name }, this.clock);
    this.accounts.put(tenant);
    return tenant;
  }

  #dismissExcept(kept: ReadonlySet<AccountTenant | ZoneTenant>): void {
    for (const zone of this.zones.list()) if (!kept.has(zone)) zone.dismiss();
    for (const account of this.accounts.list()) if (!kept.has(account)) account.clock.dismiss();
  }

  #seed(): void {
    const { accountId, accountName, zoneId, zoneName } = worldDefaults;
    const at = toTimestamp(Date.UTC(2026, 0, 1));
    this.addAccount(accountId, accountName);
    this.addZone({ id: zoneId, name: zoneName, accountId, at });
  }
}
