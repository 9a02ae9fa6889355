import type { Operation } from '../../spec/services/api-gateway/schemas.ts';
import { journalLimits } from '../../spec/services/touchstone/journal.ts';
import { editDistance } from '../journal/edit-distance.ts';
import { nearestRoutes } from '../journal/nearest-routes.ts';
import type { StoredTokenConfig } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { explainRulesets, explainTokenRules } from './explain-rules.ts';
import type { RequestContext } from './request-context.ts';
import { Skips } from './rulesets/skips.ts';
import type { ZoneFacts } from './zone-facts.ts';

/** How far names of zones may be from a host to be suggested. */
const nearName = 0.5;
/** Zones, or operations of a zone, that are compared with a request. */
const mostCompared = 1_000;

/** How far a request came: a rule that stops it, the token rules, or the origin. */
export type Reached = { readonly stop: string } | 'token-rules' | 'origin';

/**
 * What a zone made of a request: its tokens, its operation, and of each rule whether it matched, or what of it does
 * not hold.
 */
export function explainZoneRequest(facts: ZoneFacts, reached: Reached): string[] {
  const { context, configs, operations, tokenRules, rulesets } = facts;
  const skips = new Skips();
  const asked = { rulesets, context, skips };
  const lines = configs.map((config) => tokenLine(config, context));
  const firewall = { ...asked, phase: 'http_request_firewall_custom', kind: 'custom rule' } as const;
  if (typeof reached === 'object') return [...lines, ...explainRulesets(firewall, reached.stop)];
  lines.push(...explainRulesets(firewall), ...operationLines(operations, context));
  lines.push(...explainTokenRules(tokenRules, context));
  if (reached === 'token-rules') return lines;
  const configuration = { ...asked, phase: 'http_config_settings', kind: 'configuration rule' } as const;
  return [...lines, ...explainRulesets(configuration)];
}

/** Why a host leads to no zone, and which name was probably meant. */
export function explainNoZone(world: World, host: string): string[] {
  const names = world.zones
    .list()
    .slice(0, mostCompared)
    .map(({ zone }) => ({ name: zone.name, distance: editDistance(ending(host, zone.name), zone.name) }))
    .sort((a, b) => a.distance - b.distance);
  const near = names.filter(({ distance }) => distance <= nearName).slice(0, journalLimits.nearestRoutes);
  const shown = (near.length > 0 ? near : names.slice(0, journalLimits.nearestRoutes)).map(
    ({ name }) => name,
  );
  const there =
    near.length > 0 ? `The nearest zones are ${shown.join(', ')}.` : `There are ${shown.join(', ')}.`;
  return [`No zone and no custom hostname has the host ${host}. ${there}`];
}

/** The last labels of a host, as many as a name has. */
function ending(host: string, name: string): string {
  return host.split('.').slice(-name.split('.').length).join('.');
}

function tokenLine(
  { id, title, token_sources: sources }: StoredTokenConfig,
  context: RequestContext,
): string {
  const name = `token configuration ${JSON.stringify(title)} (${id})`;
  const verdict = context.verdicts.get(id)?.verdict;
  if (!verdict?.present) return `${name}: no token in ${sources.join(' or ')}`;
  const source = sources[verdict.sourceIndex];
  return `${name}: ${verdict.valid ? 'a valid token' : verdict.reason} in ${source}`;
}

function operationLines(operations: readonly Operation[], { operation, request }: RequestContext): string[] {
  if (operations.length === 0) return [];
  if (operation) return [`operation ${operation.method} ${operation.host}${operation.endpoint}`];
  const asked = `${request.method} ${request.host}${request.path}`;
  const routes = operations.slice(0, mostCompared).map(({ method, host, endpoint }) => ({
    path: `${host}${endpoint}`,
    methods: [method],
  }));
  const near = nearestRoutes(
    routes,
    request.method,
    `${request.host}${request.path}`,
    journalLimits.nearestRoutes,
  );
  const nearest = near.map(({ path, methods }) => `${methods.join()} ${path}`).join(', ');
  return [`no saved operation is ${asked}${nearest === '' ? '' : `; the nearest are ${nearest}`}`];
}
