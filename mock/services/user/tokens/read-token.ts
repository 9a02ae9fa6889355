import { ApiError } from '../../../../spec/errors.ts';
import { isObject, type JsonValue } from '../../../engines/openapi/json.ts';
import { type TokenPolicy, type TokenResource, toRange } from '../../../world/created-tokens.ts';
import type { IdSource } from '../../../world/ids.ts';
import { findPermissionGroup } from './permission-groups.ts';

/** What a client sends of a token, which fits the register. */
type SentToken = Omit<TokenResource, 'id' | 'status' | 'policies'> & {
  readonly name: string;
  readonly status?: TokenResource['status'];
  readonly policies: readonly SentPolicy[];
};

type SentPolicy = Omit<TokenPolicy, 'permission_groups'> & {
  readonly permission_groups: readonly { readonly id?: string; readonly name?: string }[];
};

const id = String.raw`(?:\*|[0-9a-f]{32})`;
const account = new RegExp(`^com\\.cloudflare\\.api\\.account\\.${id}$`);
const zone = new RegExp(`^com\\.cloudflare\\.api\\.account\\.zone\\.${id}$`);
/** Those of users, and of buckets and other parts of an account, which open no operation of the API by themselves. */
const other = /^com\.cloudflare\.(?:api\.user\.|edge\.r2\.bucket\.|api\.account\.[a-z]+\.)./;

/**
 * Reads what a client sends of a token: its groups get their names, and its policies their ids.
 *
 * @throws ApiError `body-invalid` for groups, resources, networks and times that mean nothing
 */
export function readToken(body: JsonValue | undefined, ids: IdSource): JsonValue {
  // The engine has checked it against the register.
  const sent = body as unknown as SentToken;
  if (sent.policies.length === 0) throw refuse('/policies', 'must have a policy');
  const { condition, not_before, expires_on } = sent;
  for (const list of ['in', 'not_in'] as const) {
    for (const [index, range] of (condition?.request_ip?.[list] ?? []).entries()) {
      if (!isRange(range))
        throw refuse(`/condition/request_ip/${list}/${index}`, 'must be an address or a network');
    }
  }
  if (
    not_before !== undefined &&
    expires_on !== undefined &&
    Date.parse(expires_on) <= Date.parse(not_before)
  )
    throw refuse('/expires_on', 'must be after not_before');
  const policies = sent.policies.map((policy, index) => ({
    id: ids.hex32(),
    effect: policy.effect,
    resources: readResources(policy.resources, `/policies/${index}/resources`),
    permission_groups: readGroups(policy.permission_groups, `/policies/${index}/permission_groups`),
  }));
  return { ...(sent as unknown as Record<string, JsonValue>), policies };
}

function readGroups(groups: SentPolicy['permission_groups'], at: string): JsonValue {
  if (groups.length === 0) throw refuse(at, 'must have a permission group');
  return groups.map((sent, index) => {
    const named = sent.id ?? sent.name ?? '';
    const group = findPermissionGroup(named);
    if (!group) throw refuse(`${at}/${index}`, `must be a permission group, and there is no ${named}`);
    return { id: group.id, name: group.name };
  });
}

function readResources(resources: TokenPolicy['resources'], at: string): TokenPolicy['resources'] {
  const names = Object.entries(resources);
  if (names.length === 0) throw refuse(at, 'must name a resource');
  for (const [name, value] of names) {
    const isNested = account.test(name) && isObject(value);
    const inner = isNested ? Object.keys(value).find((one) => !zone.test(one)) : undefined;
    if (inner !== undefined || !(isNested || account.test(name) || zone.test(name) || other.test(name)))
      throw refuse(at, `must be accounts, zones, users or buckets, not ${inner ?? name}`);
  }
  return resources;
}

function isRange(text: string): boolean {
  try {
    toRange(text);
    return true;
  } catch {
    return false; // It is no address.
  }
}

const refuse = (pointer: string, problem: string) =>
  new ApiError('body-invalid', { field: pointer.slice(1).replaceAll('/', '.'), problem }, pointer);
