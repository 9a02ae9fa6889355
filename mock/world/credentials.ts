import { startHash } from '#object-hashes';
import type { Permission } from '../../spec/permissions.ts';
import { permissions } from '../../spec/permissions.ts';
import { Collection, type CollectionKind } from './collection.ts';
import { type Defaults, worldDefaults } from './defaults.ts';
import { type KeptPart, keptParts } from './state/change-log.ts';
import { Counter } from './state/counter.ts';
import type { WorldPart } from './world.ts';
import type { ZoneTenant } from './zone-tenant.ts';

/** A set of ids. */
type Ids = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

/** The owner of a credential, with their permissions. */
export interface Actor {
  /** Id of the API token, or of the user behind an API key. */
  readonly id: string;
  /** How the owner authenticated, as the platform's error texts call it. */
  readonly scheme: 'api_token' | 'api_key';
  /** E-mail address that `modified_by` names. */
  readonly email: string;
  readonly status: 'active' | 'disabled' | 'expired';
  readonly permissions: ReadonlySet<Permission>;
  /** Ids of the accounts and zones that it can access; `all` for every one. */
  readonly accounts: 'all' | Ids;
  readonly zones: 'all' | Ids;
  /** Whether the request brings a key of the model's provider, who then bills for it. */
  readonly bringsKey?: boolean;
  /** Who owns a token that was created through the API. */
  readonly owner?: 'user' | 'account';
  /** When such a token begins and ends, if it does. */
  readonly period?: { readonly not_before?: string | undefined; readonly expires_on?: string | undefined };
  /** Whether an address may use it, for a token with such a condition. */
  admits?(address: string): boolean;
  /** The same token with the permissions that it has at a place, for one with policies. */
  at?(place: Place): Actor;
}

/** What a request is about: a zone, or an account by its id, or neither. */
export interface Place {
  readonly account: string | undefined;
  readonly zone: ZoneTenant | undefined;
}

/** An API token in the options of a mock. */
export interface TokenOption {
  readonly value: string;
  readonly permissions: readonly Permission[];
  readonly status?: Actor['status'] | undefined;
  readonly email?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
  readonly zones?: readonly string[] | undefined;
}

/** The read-only permissions. */
export const readPermissions: readonly Permission[] = permissions.filter((name) => name.endsWith(' Read'));

/** The permissions of the inference gateway. */
export const gatewayPermissions: readonly Permission[] = permissions.filter((name) =>
  name.startsWith('AI Gateway'),
);

/** The credentials of a mock. Added ones are part of snapshots and resets. */
export interface Credentials extends WorldPart {
  /** The added tokens, as a server with `--state` keeps them. */
  readonly kept: KeptPart;
  byToken(value: string): Actor | undefined;
  byKey(email: string, key: string): Actor | undefined;
  /** Adds an API token, or replaces the one with the same text. */
  add(token: TokenOption): void;
  /** The API tokens that were added. */
  added(): TokenOption[];
  /** Removes an API token; ignores an unknown one. */
  remove(value: string): void;
}

/** A known token, with its owner. */
interface Holder {
  readonly digest: string;
  readonly value: string;
  readonly actor: Actor;
}

type KeptToken = TokenOption & { readonly id: string };

const holders: CollectionKind<Holder> = {
  id: ({ digest }) => digest,
  key: ({ actor }) => actor.id,
  json: {
    write: ({ value, actor }): KeptToken => ({ ...toOption(value, actor), id: actor.id }),
    read: ({ id, ...option }: KeptToken) => getHolder(option, id),
  },
};

/**
 * The seeded credentials (full, read-only, gateway-only, and one e-mail with API key), and those of the options.
 *
 * @param defaults the seeded credentials
 * @param findCreated finds the owner of a token that was created through the API, by its text and digest
 */
export function createCredentials(
  extra: readonly TokenOption[],
  defaults: Defaults = worldDefaults,
  findCreated: (value: string, digest: string) => Actor | undefined = () => undefined,
): Credentials {
  const seeded: readonly TokenOption[] = [
    { value: defaults.apiToken, permissions },
    { value: defaults.readToken, permissions: readPermissions },
    { value: defaults.gatewayToken, permissions: gatewayPermissions },
  ];
  const atStart: ReadonlyMap<string, Holder> = new Map(
    [...seeded, ...extra].map((option, index) => {
      const holder = getHolder(option, hexId(index + 1));
      return [holder.digest, holder];
    }),
  );
  const added = new Collection(holders);
  const keyDigest = secretDigest(defaults.apiKey);
  /** Counts every token that was ever added, because each has its own id. */
  const count = new Counter(seeded.length + extra.length + 1);
  const user: Actor = {
    id: userId,
    scheme: 'api_key',
    email: worldDefaults.email,
    status: 'active',
    permissions: toPermissions(permissions),
    accounts: 'all',
    zones: 'all',
  };
  const holdAll = toPermissions(permissions);
  return {
    kept: keptParts({ added, count }),
    byToken(value) {
      const digest = secretDigest(value);
      return (added.get(digest) ?? atStart.get(digest))?.actor ?? findCreated(value, digest);
    },
    byKey: (email, key) =>
      email === worldDefaults.email && secretDigest(key) === keyDigest ? user : undefined,
    add(option) {
      // There may be thousands of tokens with all permissions for their account.
      const may = option.permissions === permissions ? holdAll : undefined;
      added.put(getHolder(option, hexId(count.next()), may));
    },
    added: () => added.list().map(({ value, actor }) => toOption(value, actor)),
    remove: (value) => added.remove(secretDigest(value)),
    reset: () => added.replaceAll([]),
    snapshot: (account) => (account ? () => {} : added.snapshot()),
  };
}

/**
 * Returns the digest that a secret is looked up and compared by. The timing reveals at most something of its SHA-256,
 * and so nothing of the secret.
 */
export function secretDigest(secret: string): string {
  const hash = startHash('sha256');
  hash.update(new TextEncoder().encode(secret));
  return hash.digest();
}

function getHolder(option: TokenOption, id: string, may?: ReadonlySet<Permission>): Holder {
  const { value } = option;
  return { digest: secretDigest(value), value, actor: tokenActor(option, id, may) };
}

function tokenActor(
  option: TokenOption,
  id: string,
  may: ReadonlySet<Permission> = toPermissions(option.permissions),
): Actor {
  return {
    id,
    scheme: 'api_token',
    email: option.email ?? worldDefaults.email,
    status: option.status ?? 'active',
    permissions: may,
    accounts: option.accounts ? getIds(option.accounts) : 'all',
    zones: option.zones ? getIds(option.zones) : 'all',
  };
}

/** The names of a set, and the permission groups of operations that the contract doesn't have. */
class AndGroups extends Set<Permission> {
  readonly #isGroup: (name: string) => boolean;

  constructor(names: readonly Permission[], isGroup: (name: string) => boolean) {
    super(names);
    this.#isGroup = isGroup;
  }

  override has(name: Permission): boolean {
    return super.has(name) || this.#isGroup(name);
  }
}

/** All permissions of the contract stand for all permission groups, and all that read for all that read. */
function toPermissions(names: readonly Permission[]): ReadonlySet<Permission> {
  const given = new Set(names);
  const reads = (name: string) => name.endsWith(' Read');
  if (permissions.every((name) => given.has(name))) return new AndGroups(permissions, () => true);
  return readPermissions.every((name) => given.has(name)) && names.every(reads)
    ? new AndGroups(names, reads)
    : given;
}

function toOption(value: string, { permissions: may, status, email, accounts, zones }: Actor): TokenOption {
  return {
    value,
    permissions: [...may],
    status,
    email,
    ...(accounts !== 'all' && { accounts: [...accounts] }),
    ...(zones !== 'all' && { zones: [...zones] }),
  };
}

function getIds(ids: readonly string[]): Ids {
  const [id, ...others] = ids;
  return id === undefined || others.length > 0 ? new Set(ids) : new OneId(id);
}

/** A set with one id. It takes far less memory than a `Set`: there may be thousands of tokens for one account each. */
class OneId implements Ids {
  readonly #id: string;

  constructor(id: string) {
    this.#id = id;
  }

  has(id: string): boolean {
    return id === this.#id;
  }

  *[Symbol.iterator](): Generator<string> {
    yield this.#id;
  }
}

/** Id of the user of a mock. */
export const userId = hexId(0);

/** 32 digits, for any number. */
function hexId(number: number): string {
  return number.toString(16).padStart(4, '0').padStart(32, 'ed17574386854bf78a67040be0a7');
}
