import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { type SecurityEvent, touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import { EventLog } from './event-log.ts';
import type { StoredRuleset, StoredSetting, StoredTokenConfig, StoredTokenRule } from './records.ts';
import type { Change } from './state/change.ts';
import { type ChangeLog, type KeptPart, keptParts } from './state/change-log.ts';
import type { KeptNode } from './state/kept-node.ts';

const operations: CollectionKind<Operation> = {
  id: (operation) => operation.operation_id,
  key: operationKey,
};

/** One zone: a tenant with its own collections. */
export class ZoneTenant implements KeptPart {
  #zone: Zone;
  /** The clock of its account. */
  readonly clock: Clock;
  readonly operations = new Collection(operations);
  readonly tokenConfigs = new Collection<StoredTokenConfig>(byId);
  /** In order of precedence, highest first. */
  readonly tokenRules = new Collection<StoredTokenRule>(byId);
  readonly rulesets = new Collection<StoredRuleset>(byId);
  /** Settings that differ from their defaults. */
  readonly settings = new Collection<StoredSetting>(byId);
  // Created on first use: many zones have no events.
  #events: EventLog<SecurityEvent> | undefined;
  /** The log of all zones, which has the zone itself. */
  #log: ChangeLog | undefined;

  constructor(zone: Zone, clock: Clock = new Clock()) {
    this.#zone = zone;
    this.clock = clock;
  }

  get id(): string {
    return this.#zone.id;
  }

  get zone(): Zone {
    return this.#zone;
  }

  set zone(zone: Zone) {
    const before = this.#zone;
    this.#zone = zone;
    this.#log?.put(zone.id, zone, () => {
      this.#zone = before;
    });
  }

  get events(): EventLog<SecurityEvent> {
    if (!this.#events) {
      this.#events = new EventLog(touchstoneLimits.eventsPerZone);
      if (this.#log) this.#events.keepIn(this.#log.at(this.id).at('events'));
    }
    return this.#events;
  }

  /** Ends all readers of its events. */
  dismiss(): void {
    this.#events?.dismiss();
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const { zone, events } = this;
    const parts = [...Object.values(this.#parts()), events];
    const restores = parts.map((part) => part.snapshot());
    return () => {
      this.zone = zone;
      for (const restore of restores) restore();
    };
  }

  /** @param log the log of all zones */
  keepIn(log: ChangeLog): void {
    this.#log = log;
    keptParts(this.#keptParts()).keepIn(log.at(this.id));
  }

  changes(path: string): Iterable<Change> {
    return keptParts(this.#keptParts()).changes(path);
  }

  load(kept: KeptNode): void {
    if (kept.children.has('events')) this.events;
    keptParts(this.#keptParts()).load(kept);
  }

  #parts() {
    const { operations, tokenConfigs, tokenRules, rulesets, settings } = this;
    return { operations, tokenConfigs, tokenRules, rulesets, settings };
  }

  #keptParts() {
    return { ...this.#parts(), ...(this.#events && { events: this.#events }) };
  }
}

/** What identifies an operation: cloudflare-typescript, API Gateway. */
export function operationKey({
  method,
  host,
  endpoint,
}: Pick<Operation, 'method' | 'host' | 'endpoint'>): string {
  return `${method} ${host} ${endpoint}`;
}
