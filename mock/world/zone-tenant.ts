import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import { type SecurityEvent, touchstoneLimits } from '../../spec/services/touchstone/schemas.ts';
import type { Zone } from '../../spec/services/zones/schemas.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import { EventLog } from './event-log.ts';
import type { StoredRuleset, StoredSetting, StoredTokenConfig, StoredTokenRule } from './records.ts';

const operations: CollectionKind<Operation> = {
  id: (operation) => operation.operation_id,
  key: operationKey,
};

/** One zone: a tenant with collections of its own. */
export class ZoneTenant {
  zone: Zone;
  /** That of its account. */
  readonly clock: Clock;
  readonly operations = new Collection(operations);
  readonly tokenConfigs = new Collection<StoredTokenConfig>(byId);
  /** In order of precedence, highest first. */
  readonly tokenRules = new Collection<StoredTokenRule>(byId);
  readonly rulesets = new Collection<StoredRuleset>(byId);
  /** Settings that differ from their defaults. */
  readonly settings = new Collection<StoredSetting>(byId);
  readonly events = new EventLog<SecurityEvent>(touchstoneLimits.eventsPerZone);

  constructor(zone: Zone, clock: Clock = new Clock()) {
    this.zone = zone;
    this.clock = clock;
  }

  get id(): string {
    return this.zone.id;
  }

  /** A function that puts the zone back to how it is now. */
  snapshot(): () => void {
    const { zone } = this;
    const operations = this.operations.list();
    const configs = this.tokenConfigs.list();
    const rules = this.tokenRules.list();
    const rulesets = this.rulesets.list();
    const settings = this.settings.list();
    const restoreEvents = this.events.snapshot();
    return () => {
      this.zone = zone;
      this.operations.replaceAll(operations);
      this.tokenConfigs.replaceAll(configs);
      this.tokenRules.replaceAll(rules);
      this.rulesets.replaceAll(rulesets);
      this.settings.replaceAll(settings);
      restoreEvents();
    };
  }
}

/** What makes an operation the same operation: fact sheet token-validation, section 2. */
export function operationKey({
  method,
  host,
  endpoint,
}: Pick<Operation, 'method' | 'host' | 'endpoint'>): string {
  return `${method} ${host} ${endpoint}`;
}
