import type { RawRequest, Reply } from '../../../spec/client.ts';
import { contract, type OperationId } from '../../../spec/contract.ts';
import { type Endpoint, fillPath } from '../../../spec/endpoint.ts';
import { isObject } from '../assertions.ts';
import { isOfTokenValidation } from '../reply-paths.ts';
import type { Target } from '../target.ts';

/** Sends a request that need not fit the contract. */
type Send = (request: RawRequest) => Promise<Reply>;

type Params = Readonly<Record<string, string>>;

/** Knows which operations a target lacks. */
export interface Routes {
  /**
   * Why a test can't go on that needs what an operation answers; undefined where the target has the operation. One that
   * a seed names is only missing where the target answers as it does where nothing is.
   *
   * @param send asks once, in each account and zone, how the target answers a path that nobody has
   */
  getLack(id: OperationId, params: Params, reply: Reply, send: Send): Promise<string | undefined>;
}

/** Members of the target file that take the place of operations. */
const standIns: Readonly<Partial<Record<OperationId, string>>> = {
  'api-gateway.operation.create': 'operations',
  'api-gateway.operation.create-item': 'operations',
  'artifacts.tokens.create': 'mint',
  'custom-hostnames.hostname.create': 'custom_hostnames',
};

/**
 * Makes what a run knows of the operations of a target. This project's own mock has all of them.
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
  if (features.has('admin')) return { getLack: async () => undefined };
  const unknownPaths = new Map<string, Promise<string | undefined>>();
  return {
    async getLack(id, params, reply, send) {
      const endpoint: Endpoint = contract[id];
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
      const asked = unknownPaths.get(key) ?? answerToUnknown(method, scope, send);
      unknownPaths.set(key, asked);
      return (await asked) === getShape(reply) ? describeLack(id) : undefined;
    },
  };
}

/** Operations whose paths name an account or a zone and nothing else, by method and path. */
const plainOperations = new Map<string, OperationId>(
  Object.entries(contract).flatMap(([id, { method, path }]) =>
    /\{(?!account_id|zone_id)/.test(path) ? [] : [[`${method} ${path}`, id as OperationId] as const],
  ),
);

/** The operation that a request without a contract is for, where its path names an account or a zone and nothing else. */
export function operationAt({ method, path }: RawRequest): { id: OperationId; params: Params } | undefined {
  const [, scope = '', value = ''] = /^\/(account|zone)s\/([^/?#]+)/.exec(path) ?? [];
  const template = path.replace(/^\/(account|zone)s\/[^/?#]+/, '/$1s/{$1_id}').replace(/[?#].*$/, '');
  const id = plainOperations.get(`${method} ${template}`);
  return id && { id, params: { [`${scope}_id`]: decodeURIComponent(value) } };
}

/** Says in a clause what a target can't do, and what to give in place of it. */
function describeLack(id: OperationId): string {
  const { summary, method, path } = contract[id];
  const way = `${summary.charAt(0).toLowerCase()}${summary.slice(1)}`;
  const member = standIns[id];
  if (member !== undefined) return lackOfWay(way, member);
  return `the target has no way to ${way} (${method} ${path})`;
}

/** Why a test is skipped whose precondition the target lacks, and which member of the target file gives it. */
export const lackOfWay = (way: string, member: string): string =>
  `the target has no way to ${way}; give it as \`${member}\` in the target file`;

/** Who may not ask is not told what there is. */
const isRefusal = ({ status }: Reply) =>
  (status >= 400 && status < 500 && status !== 401 && status !== 403) || status === 501;

/**
 * Whether a refusal may say that an operation of a seed is not built: of one that names what was made, in its path or in
 * what it changes, 404 may not.
 */
const mayLackSeed = ({ method, path }: Endpoint, { status }: Reply) =>
  status === 405 || status === 501 || (status === 404 && method !== 'PATCH' && !namesMore(path));

/** Whether a path names more than an account, a zone and a word of the documents. */
const namesMore = (path: string) => /\{(?!account_id|zone_id|ruleset_phase|setting_id)/.test(path);

/** Whether a refusal says by itself that there is no such operation. */
function saysNoRoute({ path }: Endpoint, { status, body }: Reply): boolean {
  if (status === 405 || status === 501) return true;
  if (status !== 404) return false;
  // Where a test names something that it made, 404 may also mean that this is lost.
  const isNamed = /\{(?!account_id|zone_id)/.test(path);
  const errors = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  return !isNamed || errors.every((error) => isObject(error) && error['code'] === noRoute);
}

/** The code of the platform for a path that it does not know. */
const noRoute = 7003;

/** How a target answers a path that nobody has; undefined where it doesn't. */
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
function getShape({ status, body }: Reply): string {
  const { errors, error } = isObject(body) ? body : {};
  const entries = Array.isArray(errors) ? errors : [error];
  return JSON.stringify([status, ...entries.map((entry) => (isObject(entry) ? entry['code'] : null))]);
}
