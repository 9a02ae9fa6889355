import type { Operation } from '../../spec/services/api-gateway/endpoints.ts';
import type { StoredTokenRule } from '../world/records.ts';
import type { ZoneTenant } from '../world/zone-tenant.ts';
import { OperationIndex } from './operation-index.ts';
import { Recent } from './recent.ts';

interface HostRule {
  readonly rule: StoredTokenRule;
  readonly excluded: ReadonlySet<string>;
}

/**
 * Finds the rule of an operation: the enabled one with the highest precedence whose selector includes the operation's
 * host and does not exclude the operation (seed token-validation, Selector rules). It caches the rule of each
 * operation, so many rules cost no more than few.
 */
class RuleIndex {
  readonly #byHost = new Map<string, HostRule[]>();
  readonly #byOperation = new Map<string, StoredTokenRule | null>();

  /** @param rules highest precedence first */
  constructor(rules: Iterable<StoredTokenRule>) {
    for (const rule of rules) {
      if (!rule.enabled) continue;
      const excluded = excludedOperations(rule.selector);
      for (const host of includedHosts(rule.selector)) {
        const list = this.#byHost.get(host);
        if (list) list.push({ rule, excluded });
        else this.#byHost.set(host, [{ rule, excluded }]);
      }
    }
  }

  ruleFor(operation: Operation): StoredTokenRule | undefined {
    const known = this.#byOperation.get(operation.operation_id);
    if (known !== undefined) return known ?? undefined;
    const candidates = this.#byHost.get(operation.host.toLowerCase()) ?? [];
    const found = candidates.find(({ excluded }) => !excluded.has(operation.operation_id))?.rule;
    this.#byOperation.set(operation.operation_id, found ?? null);
    return found;
  }
}

/** Hosts that a selector includes, in lower case. */
export function includedHosts(selector: StoredTokenRule['selector']): Set<string> {
  return new Set(selector.include?.flatMap(({ host }) => host.map((name) => name.toLowerCase())));
}

/** Ids of the operations that a selector excludes, in lower case. */
export function excludedOperations(selector: StoredTokenRule['selector']): Set<string> {
  return new Set(
    selector.exclude?.flatMap(({ operation_ids }) => operation_ids.map((id) => id.toLowerCase())),
  );
}

/** Operation and rule indexes of each zone, rebuilt after a change. */
export function createZoneIndex() {
  const indexes = new Recent<
    ZoneTenant,
    { operationsVersion: number; rulesVersion: number; operations: OperationIndex; rules: RuleIndex }
  >();
  return (zone: ZoneTenant) => {
    const known = indexes.get(zone);
    const { version: operationsVersion } = zone.operations;
    const { version: rulesVersion } = zone.tokenRules;
    if (known?.operationsVersion === operationsVersion && known.rulesVersion === rulesVersion) return known;
    const operations =
      known?.operationsVersion === operationsVersion
        ? known.operations
        : new OperationIndex(zone.operations.list());
    const index = {
      operationsVersion,
      rulesVersion,
      operations,
      rules: new RuleIndex(zone.tokenRules.list()),
    };
    return indexes.set(zone, index);
  };
}
