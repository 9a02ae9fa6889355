import type { Permission } from '../../spec/permissions.ts';
import { permissions } from '../../spec/permissions.ts';
import { worldDefaults } from '../world/defaults.ts';

/** Whoever a credential stands for, and what they may do. */
export interface Actor {
  /** Id of the API token, or of the user behind an API key. */
  readonly id: string;
  /** How it authenticated, in the words of the platform's error texts. */
  readonly scheme: 'api_token' | 'api_key';
  /** E-mail address that `modified_by` names. */
  readonly email: string;
  readonly status: 'active' | 'disabled' | 'expired';
  readonly permissions: ReadonlySet<Permission>;
  /** Ids of the accounts and zones it has rights on; `all` for every one. */
  readonly accounts: 'all' | ReadonlySet<string>;
  readonly zones: 'all' | ReadonlySet<string>;
}

/** An API token as the options of a mock declare it. */
export interface TokenOption {
  readonly value: string;
  readonly permissions: readonly Permission[];
  readonly status?: Actor['status'] | undefined;
  readonly email?: string | undefined;
  readonly accounts?: readonly string[] | undefined;
  readonly zones?: readonly string[] | undefined;
}

/** The credentials that a mock knows. */
export interface Credentials {
  byToken(value: string): Actor | undefined;
  byKey(email: string, key: string): Actor | undefined;
}

/**
 * The seeded credentials (full, read-only, gateway-only, and one e-mail with API key) and those of the options.
 */
export function createCredentials(extra: readonly TokenOption[]): Credentials {
  const readOnly = permissions.filter((name) => name.endsWith(' Read'));
  const gatewayOnly = permissions.filter((name) => name.startsWith('AI Gateway'));
  const seeded: readonly TokenOption[] = [
    { value: worldDefaults.apiToken, permissions },
    { value: worldDefaults.readToken, permissions: readOnly },
    { value: worldDefaults.gatewayToken, permissions: gatewayOnly },
  ];
  const byToken = new Map(
    [...seeded, ...extra].map((option, index) => [option.value, tokenActor(option, index)]),
  );
  const user: Actor = {
    id: hexId(0),
    scheme: 'api_key',
    email: worldDefaults.email,
    status: 'active',
    permissions: new Set(permissions),
    accounts: 'all',
    zones: 'all',
  };
  return {
    byToken: (value) => byToken.get(value),
    byKey: (email, key) => (email === worldDefaults.email && key === worldDefaults.apiKey ? user : undefined),
  };
}

function tokenActor(option: TokenOption, index: number): Actor {
  return {
    id: hexId(index + 1),
    scheme: 'api_token',
    email: option.email ?? worldDefaults.email,
    status: option.status ?? 'active',
    permissions: new Set(option.permissions),
    accounts: option.accounts ? new Set(option.accounts) : 'all',
    zones: option.zones ? new Set(option.zones) : 'all',
  };
}

const hexId = (number: number) => `ed17574386854bf78a67040be0a7${number.toString(16).padStart(4, '0')}`;
