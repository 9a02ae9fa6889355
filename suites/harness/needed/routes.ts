import type { RawRequest, Reply } from '../../../spec/client.ts';
import { contract, type OperationId } from '../../../spec/contract.ts';
import { type Endpoint, fillPath } from '../../../spec/endpoint.ts';
import { isObject } from '../assertions.ts';
import { getEndpoint, type OperationName } from '../operations.ts';
import { isOfTokenValidation } from '../reply-paths.ts';
import { forAllTests } from '../running-test.ts';
import type { Target } from '../target.ts';

/** Sends a request that need not fit the contract. */
type Send = (request: RawRequest) => Promise<Reply>;

type Params = Readonly<Record<string, string>>;

type Answer = Pick<Reply, 'status' | 'body'>;

/** What a run knows about the operations of a target: which it lacks, and which lists have no end. */
export interface Routes {
  /** The lists that have no end, by the words for them. */
  readonly endlessLists: Set<string>;
  /**
   * Why a test can't go on after this answer; undefined where the target has the operation. An operation that a seed
   * names is missing only where the target answers as for an unknown path.
   *
   * @param send probes once per account and zone how the target answers an unknown path
   */
  getLack(id: OperationName, params: Params, reply: Answer, send: Send): Promise<string | undefined>;
}

/** Members of the target file that replace operations. */
const standIns: Readonly<Partial<Record<OperationName, string>>> = {
  'api-gateway.operation.create': 'operations',
  'api-gateway.operation.create-item': 'operations',
  'artifacts.tokens.create': 'mint',
  'custom-hostnames.hostname.create': 'custom_hostnames',
};

/**
 * Creates what a run knows about the operations of a target. This project's own mock has all of them.
 *
 * @param absent services that the target lacks, and why
 *
 * @example
 * await createRoutes(target).getLack('settings.setting.get', params, reply, client.send)
 * // 'the target has no way to read a setting (GET /zones/{zone_id}/settings/{setting_id})'
 */
export function createRoutes(
  { features }: Pick<Target, 'features'>,
  absent: ReadonlyMap<string, string> = new Map(),
): Routes {
  const endlessLists = new Set<string>();
  if (features.has('admin')) return { endlessLists, getLack: async () => undefined };
  const unknownPaths = new Map<string, Promise<string | undefined>>();
  return {
    endlessLists,
    async getLack(id, params, reply, send) {
      const endpoint = getEndpoint(id);
      const gone = isOfTokenValidation(endpoint.path) ? absent.get('token-validation') : undefined;
      if (gone !== undefined && reply.status >= 400) return gone;
      if (!isRefusal(reply)) return undefined;
      if (endpoint.certainty === 'seed') {
        if (!mayLackSeed(endpoint, reply)) return undefined;
        if (reply.status !== 404 || !isObject(reply.body)) return describeLack(id);
      } else if (saysNoRoute(endpoint, reply)) return describeLack(id);
      const { method, path } = endpoint;
      const scope = fillPath(/^\/(?:accounts|zones)\/\{\w+\}/.exec(path)?.[0] ?? '', params);
      const key = `${method} ${scope}`;
      const asked = unknownPaths.get(key) ?? forAllTests(() => answerToUnknown(method, scope, send));
      unknownPaths.set(key, asked);
      return (await asked) === getShape(reply) ? describeLack(id) : undefined;
    },
  };
}

/** Operations whose paths name only an account or a zone, by method and path. */
const plainOperations = new Map<string, OperationId>(
  Object.entries(contract).flatMap(([id, { method, path }]) =>
    /\{(?!account_id|zone_id)/.test(path) ? [] : [[`${method} ${path}`, id as OperationId] as const],
  ),
);

/** The operation of a raw request, if its path names only an account or a zone. */
export function operationAt({ method, path }: RawRequest): { id: OperationId; params: Params } | undefined {
  const [, scope = '', value = ''] = /^\/(account|zone)s\/([^/?#]+)/.exec(path) ?? [];
  const template = path.replace(/^\/(account|zone)s\/[^/?#]+/, '/$1s/{$1_id}').replace(/[?#].*$/, '');
  const id = plainOperations.get(`${method} ${template}`);
  return id && { id, params: { [`${scope}_id`]: decodeURIComponent(value) } };
}

/** A clause that says what a target can't do, and what to add to the target file instead. */
function describeLack(id: OperationName): string {
  const { summary, method, path } = getEndpoint(id);
  const way = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const member = standIns[id];
  if (member !== undefined) return lackOfWay(way, member);
  return `the target has no way to ${way} (${method} ${path})`;
}

/** Why a test is skipped for lack of a precondition, and which member of the target file supplies it. */
export const lackOfWay = (way: string, member: string): string =>
  `the target has no way to ${way}; give it as \`${member}\` in the target file`;

/** A target may hide operations from unauthorized clients. */
const isRefusal = ({ status }: Answer) =>
  (status >= 400 && status < 500 && status !== 401 && status !== 403) || status === 501;

/**
 * Whether a refusal may mean that an operation of a seed is not implemented. A 404 may not when the path or the body
 * names a created resource.
 */
const mayLackSeed = ({ method, path }: Endpoint, { status }: Answer) =>
  status === 405 || status === 501 || (status === 404 && method !== 'PATCH' && !namesMore(path));

/** Whether a path has variables other than an account, a zone and documented names. */
const namesMore = (path: string) => /\{(?!account_id|zone_id|ruleset_phase|setting_id)/.test(path);

/** Whether the refusal alone shows that the operation does not exist. */
function saysNoRoute({ path }: Endpoint, { status, body }: Answer): boolean {
  if (status === 405 || status === 501) return true;
  if (status !== 404) return false;
  // Where the path names a created resource, 404 may also mean that the resource is missing.
  const isNamed = /\{(?!account_id|zone_id)/.test(path);
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  return !isNamed || errors.every((error) => isObject(error) && error['code'] === noRoute);
}

/** The platform's code for an unknown path. */
const noRoute = 7003;

/** How a target answers an unknown path; undefined when it does not answer. */
async function answerToUnknown(
  method: Endpoint['method'],
  scope: string,
  send: Send,
): Promise<string | undefined> {
  const json = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' };
  try {
    return getShape(await send({ method, path: `${scope}/no_such_route_of_touchstone`, ...json }));
  } catch {
    return undefined;
  }
}

/** Status and codes of a refusal. */
function getShape({ status, body }: Answer): string {
  const { errors, error } = isObject(body) ? body : {};
  const entries = Array.isArray(errors) ? errors : [error];
  return JSON.stringify([status, ...entries.map((entry) => (isObject(entry) ? entry['code'] : null))]);
}
