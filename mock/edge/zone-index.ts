import type { ZoneTenant } from '../world/zone-tenant.ts';
import { OperationIndex } from './operation-index.ts';
import { Recent } from './recent.ts';
import { RuleIndex } from './rule-index.ts';

/** Operation and rule indexes of each zone, made again when either changed. */
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
