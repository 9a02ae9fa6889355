import { basePath } from '../../spec/endpoint.ts';
import type { Signal } from '../../spec/rules-language.ts';
import type { ScannedWords } from '../../spec/services/ai-gateway/guardrails.ts';
import type { PlatformLimits } from '../../spec/services/ai-gateway/rate-limits.ts';
import type { OwnModel } from '../../spec/services/inference/models/own-model.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import { type Account, AccountTenant } from './account-tenant.ts';
import { Clock, toTimestamp } from './clock.ts';
import { Collection } from './collection.ts';
import { CustomHostnames } from './custom-hostnames.ts';
import { worldDefaults } from './defaults.ts';
import { DocumentRecords } from './document-records.ts';
import { GatewayConditions } from './gateway-records.ts';
import { IdSource } from './ids.ts';
import { Journal } from './journal.ts';
import { StanceSettings } from './stances.ts';
import { type Change, getPath } from './state/change.ts';
import type { ChangeLog, KeptPart } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';
import { type StateHost, StateKeeper } from './state/state-keeper.ts';
import { WebhookInbox } from './webhook-inbox.ts';
import { newZone } from './zone-record.ts';
import { ZoneTenant } from './zone-tenant.ts';

export interface WorldOptions {
  /** `strict` knows only seeded or created tenants; `on-demand` creates one for any well-formed id. */
  readonly tenants: 'strict' | 'on-demand';
  /** Seed of the ids. */
  readonly seed: number;
  /** How many earlier runs with this seed left ids behind, which are not reused. Default 0. */
  readonly starts?: number | undefined;
  /** Whether tokens are random instead of derived from the seed. Default false. */
  readonly randomTokens?: boolean | undefined;
  /** The machine's time in milliseconds since the epoch. */
  readonly machine?: () => number;
  /** Which limits of the platform itself are enforced. Default `frontier`. */
  readonly platformLimits?: PlatformLimits;
  /** What the guardrails scanner finds at first. */
  readonly scannedWords?: readonly ScannedWords[] | undefined;
  /** What the mock does where the documents are silent. */
  readonly stances?: StanceSettings;
  /** Maximum bytes of the journal. */
  readonly journalBytes?: number | undefined;
}

/** The properties of a new zone. */
export interface NewZone {
  readonly id?: string;
  readonly name: string;
  readonly accountId: string;
  readonly type?: Zone['type'];
  readonly plan?: Zone['plan']['legacy_id'];
  /** Time of creation; by default the current time of its account. */
  readonly at?: string;
}

/** State outside the world that is reset and restored with it, such as the refs of repositories. */
export interface WorldPart {
  /** Restores the initial state; called before the world itself is reset. */
  reset(): void;
  /**
   * Captures the current state; the returned function restores it, after the world itself.
   *
   * @param account only the part of this account
   */
  snapshot(account?: AccountTenant): () => void;
  /** Drops the state of an account; called before the account is removed. */
  forget?(account: AccountTenant): void;
}

/** All state of one mock. */
export class World implements KeptPart {
  readonly clock: Clock;
  /** Ids of resources. */
  readonly ids: IdSource;
  /** Ids of exchanges; separate, so that the ids of resources depend only on what was created. */
  readonly rays: IdSource;
  readonly journal: Journal;
  /** Webhooks of background runs, of all accounts. */
  readonly webhooks = new WebhookInbox();
  readonly accounts = new Collection<AccountTenant>({
    id: (tenant) => tenant.id,
    json: {
      write: ({ account }) => account,
      read: (account: Account) => new AccountTenant(account, this.clock),
    },
  });
  readonly zones = new Collection<ZoneTenant>({
    id: (tenant) => tenant.id,
    key: (tenant) => tenant.zone.name,
    json: {
      write: ({ zone }) => zone,
      read: (zone: Zone) => new ZoneTenant(zone, this.accounts.get(zone.account.id)?.clock),
    },
  });
  /** Of all zones: a hostname belongs to one zone. */
  readonly customHostnames = new CustomHostnames();
  /** Resources of OpenAPI documents outside any account. */
  readonly documented = new DocumentRecords();
  /** Fields of every request for edge rules that a local server can't know, by name. */
  signals: ReadonlyMap<string, Signal> = new Map();
  /** Models in addition to those of the platform. */
  models: readonly OwnModel[] = [];
  /** Conditions of all gateways. */
  readonly gatewayConditions: GatewayConditions;
  /** What the mock does where the documents are silent. */
  readonly stances: StanceSettings;
  readonly #tenants: WorldOptions['tenants'];
  readonly #parts: WorldPart[] = [];
  readonly #kept = new Map<string, KeptPart>();
  /** Stores every change, for a server with `--state`. */
  #keeper: StateKeeper | undefined;
  #log: ChangeLog | undefined;
  #isRestored = false;

  constructor(options: WorldOptions) {
    this.clock = new Clock(options.machine);
    this.ids = new IdSource(options.seed, options.starts, options.randomTokens);
    this.rays = new IdSource(0, options.starts);
    this.journal = new Journal(options.journalBytes);
    this.gatewayConditions = new GatewayConditions({
      limits: options.platformLimits,
      words: options.scannedWords,
    });
    this.stances = options.stances ?? new StanceSettings();
    this.#tenants = options.tenants;
    this.#seed();
  }

  /** Adds a part to snapshots and resets. */
  join(part: WorldPart): void {
    this.#parts.push(part);
  }

  /** Adds a part outside accounts and zones to what a server with `--state` keeps. */
  keep(name: string, part: KeptPart): void {
    this.#kept.set(name, part);
  }

  /** Stores every change, for a server with `--state`. */
  get keeper(): StateKeeper | undefined {
    return this.#keeper;
  }

  /** Restores what a host has. The keeper stores changes once it has begun. */
  keepAt(host: StateHost): void {
    if (host.kept) this.load(host.kept);
    this.#keeper = new StateKeeper(this, host);
  }

  /** Whether its accounts and zones are those of an earlier run, instead of the initial ones. */
  get isRestored(): boolean {
    return this.#isRestored;
  }

  keepIn(log: ChangeLog): void {
    this.#log = log;
    for (const [name, part] of this.#keptParts()) part.keepIn(log.at(name));
    for (const account of this.accounts.list()) account.keepIn(log.at('accounts').at(account.id));
    for (const zone of this.zones.list()) zone.keepIn(log.at('zones'));
  }

  *changes(path: string): Generator<Change> {
    for (const [name, part] of this.#keptParts()) yield* part.changes(getPath(path, name));
    for (const account of this.accounts.list()) {
      yield* account.changes(getPath(path, `accounts/${account.id}`));
    }
    for (const zone of this.zones.list()) yield* zone.changes(getPath(path, `zones/${zone.id}`));
  }

  /** Adds kept records. They replace the initial accounts and zones if they have some themselves. */
  load({ children }: KeptNode): void {
    const { accounts, zones } = this;
    const [ofAccounts, ofZones] = [children.get('accounts'), children.get('zones')];
    if (ofAccounts && ofAccounts.records.size > 0) {
      accounts.replaceAll([]);
      zones.replaceAll([]);
      this.#isRestored = true;
    }
    for (const [name, part] of this.#keptParts()) {
      const kept = children.get(name);
      if (kept) part.load(kept);
    }
    for (const [id, kept] of ofAccounts?.children ?? []) this.ensureAccount(id).load(kept);
    for (const [id, kept] of ofZones?.children ?? []) zones.get(id)?.load(kept);
  }

  /** Accounts come first, as zones follow their clocks. */
  #keptParts(): readonly (readonly [string, KeptPart])[] {
    const { accounts, zones, customHostnames, documented } = this;
    return [...Object.entries({ accounts, zones, customHostnames, documented }), ...this.#kept];
  }

  /** Finds an account by id. */
  account(id: string): AccountTenant | undefined {
    const known = this.accounts.get(id);
    if (known || this.#tenants === 'strict') return known;
    return this.addAccount(id, `Account ${id}`);
  }

  /** Finds an account by id, or creates it. */
  ensureAccount(id: string): AccountTenant {
    return this.account(id) ?? this.addAccount(id, `Account ${id}`);
  }

  /** Finds a zone by id. A zone created on demand is in its own account with the same id. */
  zone(id: string): ZoneTenant | undefined {
    const known = this.zones.get(id);
    if (known || this.#tenants === 'strict') return known;
    return this.addZone({ id, name: `${id}.localhost`, accountId: id });
  }

  /** Adds a zone; the caller has checked that its name is free. */
  addZone(input: NewZone): ZoneTenant {
    const { accountId, id = this.ids.hex32(), name, type, plan } = input;
    const { account: owner, clock } =
      this.account(accountId) ?? this.addAccount(accountId, worldDefaults.accountName);
    const account = { id: owner.id, name: owner.name };
    const at = input.at ?? clock.timestamp();
    const zone = new ZoneTenant(newZone({ id, name, type, plan, account, at }), clock);
    this.zones.put(zone);
    if (this.#log) zone.keepIn(this.#log.at('zones'));
    return zone;
  }

  /** Removes a zone with its contents. */
  removeZone(id: string): void {
    this.customHostnames.remove(...this.customHostnames.of(id));
    const { account } = this.zones.get(id)?.zone ?? {};
    this.accounts.get(account?.id ?? '')?.documented.removeTree(`${basePath}/zones/${id}`);
    this.zones.remove(id);
  }

  /** The zones of an account. */
  getZones(accountId: string): ZoneTenant[] {
    return this.zones.list().filter(({ zone }) => zone.account.id === accountId);
  }

  /** Removes an account with its zones and their contents, and ends everything that waits for them. */
  removeAccount(account: AccountTenant): void {
    for (const part of this.#parts) part.forget?.(account);
    for (const zone of this.getZones(account.id)) {
      this.removeZone(zone.id);
      zone.dismiss();
    }
    this.accounts.remove(account.id);
    account.clock.dismiss();
  }

  /** Restores the initial state. */
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
    this.documented.replaceAll([]);
    this.#seed();
    this.#keeper?.noteAll();
  }

  /**
   * Captures the current state; the returned function restores it. Clocks, ids and the journal go on, as ids that were
   * handed out must not be reused.
   */
  snapshot(): () => void {
    const accounts = this.accounts.list();
    const zones = this.zones.list();
    const customHostnames = this.customHostnames.list();
    const { signals, models } = this;
    const parts = [this.webhooks, this.gatewayConditions, this.documented, ...accounts, ...zones];
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
      this.#keeper?.noteAll();
    };
  }

  /** Captures one account and its zones; the returned function restores them. */
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
      this.#keeper?.noteAll();
    };
  }

  /** Ends everything that waits for events or for time to pass. */
  dismiss(): void {
    this.clock.dismiss();
    this.journal.dismiss();
    this.#dismissExcept(new Set());
  }

  /** Adds an account; the caller has checked that its id is free. @param more by default, it is made now */
  addAccount(
    id: string,
    name: string,
    more: Omit<Account, 'id' | 'name'> = { created_on: this.clock.timestamp() },
  ): AccountTenant {
    const tenant = new AccountTenant({ id, name, ...more }, this.clock);
    this.accounts.put(tenant);
    if (this.#log) tenant.keepIn(this.#log.at('accounts').at(id));
    return tenant;
  }

  /** Changes what is known of an account. Its zones have its name too. */
  changeAccount(tenant: AccountTenant, changed: Partial<Omit<Account, 'id'>>): void {
    const { id } = tenant;
    tenant.account = { ...tenant.account, ...changed };
    this.accounts.put(tenant);
    const { name } = tenant.account;
    for (const zone of this.getZones(id)) zone.zone = { ...zone.zone, account: { id, name } };
  }

  #dismissExcept(kept: ReadonlySet<AccountTenant | ZoneTenant>): void {
    for (const zone of this.zones.list()) if (!kept.has(zone)) zone.dismiss();
    for (const account of this.accounts.list()) if (!kept.has(account)) account.clock.dismiss();
  }

  #seed(): void {
    const { accountId, accountName, zoneId, zoneName } = worldDefaults;
    const at = toTimestamp(Date.UTC(2026, 0, 1));
    this.addAccount(accountId, accountName, { created_on: at });
    this.addZone({ id: zoneId, name: zoneName, accountId, at });
  }
}
