import { contract, type OperationId } from '../../spec/contract.ts';
import type { Endpoint } from '../../spec/endpoint.ts';
import type { Feature } from '../../spec/requirement.ts';
import { isObject } from './assertions.ts';

/** A kind of resource that a run creates, and how to remove it. */
export interface ResourceKind {
  readonly name:
    | 'zone'
    | 'configuration'
    | 'rule'
    | 'operation'
    | 'custom hostname'
    | 'gateway'
    | 'fine-tune'
    | 'custom provider'
    | 'repository'
    | 'namespace'
    | 'tenant';
  /** Path variable of the container. Zones and tenants have none; an account contains a namespace. */
  readonly scope?: 'zone_id' | 'account_id' | 'namespace';
  readonly creators: readonly OperationId[];
  readonly list: OperationId;
  readonly remove: OperationId;
  /** Path variable of the removal for the id. */
  readonly idVariable: string;
  /** Member of the answer with the id. */
  readonly idMember: string;
  /** Member with the mark of the run, which identifies a resource whose id never arrived. */
  readonly labelMember: string;
  /** Whether a target may lack the whole service: a refused list is then empty. */
  readonly mayLack?: boolean;
  /** Set for kinds that only exist on targets which claim the feature. */
  readonly feature?: Feature;
  /** How many tests may use the kind at the same time, if the target has few. */
  readonly testsAtOnce?: number;
}

/** In the default order of removal: a kind that refers to others comes first. */
export const resourceKinds: readonly ResourceKind[] = [
  {
    name: 'rule',
    creators: ['token-validation.rule.create', 'token-validation.rule.bulk-create'],
    list: 'token-validation.rule.list',
    remove: 'token-validation.rule.delete',
    scope: 'zone_id',
    idVariable: 'rule_id',
    idMember: 'id',
    labelMember: 'title',
  },
  {
    name: 'configuration',
    creators: ['token-validation.config.create'],
    list: 'token-validation.config.list',
    remove: 'token-validation.config.delete',
    scope: 'zone_id',
    idVariable: 'config_id',
    idMember: 'id',
    labelMember: 'title',
  },
  {
    name: 'operation',
    creators: ['api-gateway.operation.create', 'api-gateway.operation.create-item'],
    list: 'api-gateway.operation.list',
    remove: 'api-gateway.operation.delete',
    scope: 'zone_id',
    idVariable: 'operation_id',
    idMember: 'operation_id',
    labelMember: 'endpoint',
  },
  {
    name: 'custom hostname',
    creators: ['custom-hostnames.hostname.create'],
    list: 'custom-hostnames.hostname.list',
    remove: 'custom-hostnames.hostname.delete',
    scope: 'zone_id',
    idVariable: 'custom_hostname_id',
    idMember: 'id',
    labelMember: 'hostname',
    mayLack: true,
  },
  {
    name: 'gateway',
    creators: ['ai-gateway.gateway.create'],
    list: 'ai-gateway.gateway.list',
    remove: 'ai-gateway.gateway.delete',
    scope: 'account_id',
    idVariable: 'gateway_id',
    idMember: 'id',
    labelMember: 'id',
    mayLack: true,
    // An account has ten, including the default one, and one of the tests creates two.
    testsAtOnce: 8,
  },
  {
    name: 'fine-tune',
    creators: ['inference.finetunes.create'],
    list: 'inference.finetunes.list',
    remove: 'inference.finetunes.delete',
    scope: 'account_id',
    idVariable: 'finetune_id',
    idMember: 'id',
    labelMember: 'name',
    mayLack: true,
  },
  {
    name: 'custom provider',
    creators: ['ai-gateway.custom-provider.create'],
    list: 'ai-gateway.custom-provider.list',
    remove: 'ai-gateway.custom-provider.delete',
    scope: 'account_id',
    idVariable: 'custom_provider_id',
    idMember: 'id',
    labelMember: 'name',
    mayLack: true,
  },
  {
    name: 'repository',
    creators: ['artifacts.repos.create', 'artifacts.repos.fork', 'artifacts.repos.import'],
    list: 'artifacts.repos.list',
    remove: 'artifacts.repos.delete',
    scope: 'namespace',
    idVariable: 'repo_name',
    idMember: 'name',
    labelMember: 'name',
    mayLack: true,
  },
  {
    name: 'namespace',
    creators: ['artifacts.namespaces.create'],
    list: 'artifacts.namespaces.list',
    remove: 'artifacts.namespaces.delete',
    scope: 'account_id',
    idVariable: 'namespace',
    idMember: 'namespace',
    labelMember: 'namespace',
    mayLack: true,
  },
  {
    name: 'zone',
    creators: ['zones.zone.create'],
    list: 'zones.zone.list',
    remove: 'zones.zone.delete',
    idVariable: 'zone_id',
    idMember: 'id',
    labelMember: 'name',
  },
  {
    name: 'tenant',
    creators: ['touchstone.tenant.create'],
    list: 'touchstone.tenant.list',
    remove: 'touchstone.tenant.remove',
    idVariable: 'tenant_id',
    idMember: 'account_id',
    labelMember: 'name',
    feature: 'admin',
  },
];

export function resourceKind(name: string): ResourceKind | undefined {
  return resourceKinds.find((kind) => kind.name === name);
}

/** The mark of a run, which every label contains. */
export const runMark = (run: string) => `ts-${run}`;

/** An API request that creates or removes a resource, by method and path. */
export type Effect =
  | { readonly type: 'create'; readonly kind: ResourceKind; readonly scopeId: string | null }
  | { readonly type: 'remove'; readonly kind: ResourceKind; readonly id: string };

const patterns = resourceKinds.flatMap((kind) => [
  ...kind.creators.map((id) => ({ type: 'create' as const, kind, ...matcher(id) })),
  { type: 'remove' as const, kind, ...matcher(kind.remove) },
]);

function matcher(id: OperationId): { method: string; pattern: RegExp } {
  const endpoint: Endpoint = contract[id];
  const source = endpoint.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { method: endpoint.method, pattern: new RegExp(`^${source}$`) };
}

/**
 * The effect of a request on the resources of a target; undefined if it has none.
 *
 * @param path path below the base URL, without query
 */
export function getEffect(method: string, path: string): Effect | undefined {
  for (const { type, kind, method: expected, pattern } of patterns) {
    const groups = method === expected ? pattern.exec(path) : null;
    if (!groups) continue;
    if (type === 'create') return { type, kind, scopeId: getScopeId(kind, groups.groups ?? {}) };
    const id = groups.groups?.[kind.idVariable];
    if (id !== undefined) return { type, kind, id: decodeURIComponent(id) };
  }
  return undefined;
}

/** The container of a resource in the form that journals use: `account/namespace` where both are needed. */
function getScopeId({ scope }: ResourceKind, variables: Readonly<Record<string, string>>): string | null {
  if (scope === undefined) return null;
  const id = variables[scope];
  if (id === undefined) return null;
  return scope === 'namespace' ? `${variables['account_id']}/${decodeURIComponent(id)}` : id;
}

/** The path variables of a container from the journal's form. */
export function scopeParams({ scope }: ResourceKind, scopeId: string | null): Record<string, string> {
  if (scope === undefined || scopeId === null) return {};
  if (scope !== 'namespace') return { [scope]: scopeId };
  const [account_id = '', namespace = ''] = scopeId.split('/');
  return { account_id, namespace };
}

/** The labels in a body that creates one or several resources; null for a resource without one. */
export function getLabels(kind: ResourceKind, body: unknown): (string | null)[] {
  return (Array.isArray(body) ? body : [body]).map((item) => {
    const label = isObject(item) ? item[kind.labelMember] : undefined;
    return typeof label === 'string' ? label : null;
  });
}

/** Whether an answer has no envelope. */
export function isPlain(id: OperationId | undefined): boolean {
  return id !== undefined && contract[id].answer === 'plain';
}

/** The ids in the answer to a creation. */
export function getIds(kind: ResourceKind, answer: unknown): string[] {
  if (!isObject(answer) || answer['success'] === false) return [];
  const result = isPlain(kind.creators[0]) ? answer : answer['result'];
  return (Array.isArray(result) ? result : [result]).flatMap((item) => {
    const id = isObject(item) ? item[kind.idMember] : undefined;
    // A path with such an id is that of the collection or of its parent, which the clean-up must not delete.
    return typeof id === 'string' && !/^\.{0,2}$/.test(id) ? [id] : [];
  });
}
