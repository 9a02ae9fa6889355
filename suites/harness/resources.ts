import { pathVariables } from '../../spec/endpoint.ts';
import type { Feature } from '../../spec/requirement.ts';
import { isObject } from './assertions.ts';
import { getEndpoint, type OperationName } from './operations.ts';

/** A kind of resource that a run creates, and how to remove it. */
export interface ResourceKind {
  readonly name: KindName;
  /** Path variable of the container. Zones and tenants have none; an account contains a namespace. */
  readonly scope: 'zone_id' | 'account_id' | 'namespace' | undefined;
  readonly creators: readonly OperationName[];
  readonly list: OperationName;
  readonly remove: OperationName;
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

type KindName =
  | ('zone' | 'configuration' | 'rule' | 'operation' | 'custom hostname' | 'gateway')
  | ('fine-tune' | 'custom provider' | 'repository' | 'namespace' | 'tenant');

/** @param resource the operations without their last words. A wrong one fails when this module is loaded. */
function kind(
  name: KindName,
  resource: string,
  labelMember: string,
  rest: Partial<ResourceKind> & { readonly creates?: readonly string[]; readonly removes?: string } = {},
): ResourceKind {
  const { creates = ['create'], removes = 'delete', ...others } = rest;
  const operation = (word: string) => `${resource}.${word}` as OperationName; // see above
  const remove = operation(removes);
  const variables = pathVariables(getEndpoint(remove).path);
  return {
    name,
    scope: variables.at(-2) as ResourceKind['scope'], // what contains a resource of the table
    creators: creates.map(operation),
    list: operation('list'),
    remove,
    idVariable: variables.at(-1) ?? '',
    idMember: 'id',
    labelMember,
    ...others,
  };
}

const mayLack = true;

/** In the default order of removal: a kind that refers to others comes first. */
export const resourceKinds: readonly ResourceKind[] = [
  kind('rule', 'token-validation.rule', 'title', { creates: ['create', 'bulk-create'] }),
  kind('configuration', 'token-validation.config', 'title'),
  kind('operation', 'api-gateway.operation', 'endpoint', {
    creates: ['create', 'create-item'],
    idMember: 'operation_id',
  }),
  kind('custom hostname', 'custom-hostnames.hostname', 'hostname', { mayLack }),
  // An account has ten, including the default one, and one of the tests creates two.
  kind('gateway', 'ai-gateway.gateway', 'id', { mayLack, testsAtOnce: 8 }),
  kind('fine-tune', 'inference.finetunes', 'name', { mayLack }),
  kind('custom provider', 'ai-gateway.custom-provider', 'name', { mayLack }),
  kind('repository', 'artifacts.repos', 'name', {
    creates: ['create', 'fork', 'import'],
    idMember: 'name',
    mayLack,
  }),
  kind('namespace', 'artifacts.namespaces', 'namespace', { idMember: 'namespace', mayLack }),
  kind('zone', 'zones.zone', 'name'),
  kind('tenant', 'touchstone.tenant', 'name', {
    removes: 'remove',
    idMember: 'account_id',
    feature: 'admin',
  }),
];

export function resourceKind(name: string): ResourceKind | undefined {
  return resourceKinds.find((kind) => kind.name === name);
}

/** The mark of a run, which every label contains. */
export const runMark = (run: string) => `ts-${run}`;

/** An API request that creates or removes a resource, by method and path. */
type Effect =
  | { readonly type: 'create'; readonly kind: ResourceKind; readonly scopeId: string | null }
  | { readonly type: 'remove'; readonly kind: ResourceKind; readonly id: string };

const patterns = resourceKinds.flatMap((kind) => [
  ...kind.creators.map((id) => ({ type: 'create' as const, kind, ...matcher(id) })),
  { type: 'remove' as const, kind, ...matcher(kind.remove) },
]);

function matcher(id: OperationName): { method: string; pattern: RegExp } {
  const endpoint = getEndpoint(id);
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
function isPlain(id: OperationName | undefined): boolean {
  return id !== undefined && getEndpoint(id).answer === 'plain';
}

/** The ids in the answer to a creation. */
export function getIds(kind: ResourceKind, answer: unknown): string[] {
  if (!isObject(answer) || answer['success'] === false) return [];
  const result = isPlain(kind.creators[0]) ? answer : answer['result'];
  return (Array.isArray(result) ? result : [result]).flatMap((item) => {
    const id = isObject(item) ? item[kind.idMember] : undefined;
    return isId(id) ? [id] : [];
  });
}

/** Whether a path can name something by an id: with others it names the collection or its parent. */
export const isId = (id: unknown): id is string => typeof id === 'string' && !/^\.{0,2}$/.test(id);
