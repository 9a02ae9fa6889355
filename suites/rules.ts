import {
  browserLimits,
  gitLimits,
  joseLimits,
  markdownLimits,
  objectLimits,
  openApiLimits,
  pictureLimits,
  pythonLimits,
  schemaLimits,
  soundLimits,
  sqliteLimits,
  suiteLimits,
} from '../spec/engine-limits.ts';
import { failures } from '../spec/errors.ts';
import { edgeLimits, serverLimits, v4Limits } from '../spec/limits.ts';
import coverage from '../spec/rule-coverage.json' with { type: 'json' };
import { gatewayLimits } from '../spec/services/ai-gateway/limits.ts';
import { analyticsLimits } from '../spec/services/analytics/endpoints.ts';
import { apiGatewayLimits } from '../spec/services/api-gateway/endpoints.ts';
import { artifactsLimits } from '../spec/services/artifacts/limits.ts';
import { browserRenderingLimits } from '../spec/services/browser-rendering/limits.ts';
import { customHostnameLimits } from '../spec/services/custom-hostnames/schemas.ts';
import { conversionLimits } from '../spec/services/inference/conversion.ts';
import { inferenceLimits } from '../spec/services/inference/limits.ts';
import { rulesetLimits } from '../spec/services/rulesets/schemas.ts';
import { tokenValidationLimits } from '../spec/services/token-validation/schemas.ts';
import { eventStreamLimits, journalLimits } from '../spec/services/touchstone/events.ts';
import { faultLimits } from '../spec/services/touchstone/faults.ts';
import { adminObjectLimits } from '../spec/services/touchstone/objects.ts';
import { renderingLimits } from '../spec/services/touchstone/renderings.ts';
import { requestLogLimits } from '../spec/services/touchstone/request-log.ts';
import { touchstoneLimits } from '../spec/services/touchstone/schemas.ts';
import { snapshotLimits, tenantLimits } from '../spec/services/touchstone/state.ts';
import { zoneLimits } from '../spec/services/zones/endpoints.ts';
import { dnsLimits } from '../spec/v4/products/dns.ts';
import { kvLimits } from '../spec/v4/products/kv.ts';

/** Every table of limits, by its name in the source. */
export const limitTables: Readonly<Record<string, object>> = {
  adminObjectLimits,
  analyticsLimits,
  apiGatewayLimits,
  artifactsLimits,
  browserLimits,
  browserRenderingLimits,
  conversionLimits,
  customHostnameLimits,
  dnsLimits,
  kvLimits,
  edgeLimits,
  eventStreamLimits,
  faultLimits,
  gatewayLimits,
  gitLimits,
  inferenceLimits,
  joseLimits,
  markdownLimits,
  objectLimits,
  openApiLimits,
  pictureLimits,
  pythonLimits,
  renderingLimits,
  requestLogLimits,
  rulesetLimits,
  serverLimits,
  journalLimits,
  schemaLimits,
  snapshotLimits,
  soundLimits,
  sqliteLimits,
  suiteLimits,
  tenantLimits,
  tokenValidationLimits,
  touchstoneLimits,
  v4Limits,
  zoneLimits,
};

/** One rule of this project's own server: a refusal or a limit. */
export interface Rule {
  /** `failure zone-unknown`, `limit zoneLimits.name`. */
  readonly name: string;
  /** Requirements that name it. */
  readonly requirements: readonly string[];
  /** Why no requirement names it; null where one does, or where no reason is recorded. */
  readonly excuse: string | null;
}

type Coverage = Readonly<Record<string, string | readonly string[]>>;

/** Every rule with its entry in `spec/rule-coverage.json`, or that of its table of limits. */
export function mockRules(): Rule[] {
  const rules = (kind: string, names: readonly string[], covered: Coverage) =>
    names.map((name): Rule => {
      const excuses = covered[name] ?? covered[name.replace(/\..*$/, '.*')] ?? [];
      return {
        name: `${kind} ${name}`,
        requirements: typeof excuses === 'string' ? [] : excuses,
        excuse: typeof excuses === 'string' ? excuses : null,
      };
    });
  const limits = Object.entries(limitTables).flatMap(([table, limits]) => leaves(table, limits));
  return [
    ...rules('failure', Object.keys(failures), coverage.failures),
    ...rules('limit', limits, coverage.limits),
  ];
}

/** Entries of `spec/rule-coverage.json` without a rule. */
export function staleRules(): string[] {
  const limits = Object.entries(limitTables).flatMap(([table, limits]) => leaves(table, limits));
  const tables = Object.keys(limitTables).map((table) => `${table}.*`);
  const stale = (names: readonly string[], known: readonly string[]) =>
    names.filter((name) => !known.includes(name));
  return [
    ...stale(Object.keys(coverage.failures), Object.keys(failures)),
    ...stale(Object.keys(coverage.limits), [...limits, ...tables]),
  ];
}

/** The name of a number in a table: `zoneLimits.name`. */
function leaves(path: string, value: unknown): string[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => leaves(`${path}.${name}`, member));
}
