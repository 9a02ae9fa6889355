import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import { type SecurityEvent, touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import type { Zone } from '../../spec/services/zones/endpoints.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import { EventLog } from './event-log.ts';
import type { StoredRuleset, StoredSetting, StoredTokenConfig, StoredTokenRule } from './records.ts';

const operations: CollectionKind<Operation> = {
  id: (operation) => operation.operation_id,
  key: operationKey,
};

/** One zone: a tenant with its own collections. */
export class ZoneTenant {
  zone: Zone;
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

  constructor(zone: Zone, clock: Clock = new Clock()) {
    this.zone = zone;
    this.clock = clock;
  }

  get id(): string {
    return this.zone.id;
  }

  get events(): EventLog<SecurityEvent> {
    this.#events ??= new EventLog(touchstoneLimits.eventsPerZone);
    return this.#events;
  }

  /** Ends all readers of its events. */
  dismiss(): void {
    this.#events?.dismiss();
  }

  /** Captures the current state; the returned function restores it. */
  snapshot(): () => void {
    const { zone, operations, tokenConfigs, tokenRules, rulesets, settings, events } = this;
    const parts = [operations, tokenConfigs, tokenRules, rulesets, settings, events];
    const restores = parts.map((part) => part.snapshot());
    return () => {
      this.zone = zone;
      for (const restore of restores) restore();
    };
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
