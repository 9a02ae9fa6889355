import { AccountBilling } from './account-billing.ts';
import { ArtifactsShelf } from './artifacts-shelf.ts';
import { BackgroundRunRecords, batches, finetunes } from './background-runs.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import { DatabaseShelf } from './database-shelf.ts';
import { DocumentRecords } from './document-records.ts';
import { GatewayLogs } from './gateway-logs.ts';
import type {
  StoredCustomProvider,
  StoredGateway,
  StoredProviderConfig,
  StoredRoute,
} from './gateway-records.ts';
import { onDemand } from './on-demand.ts';
import { PictureShelf } from './picture-shelf.ts';
import type { StoredResponse, StoredRuleset } from './records.ts';
import { RenderingShelf } from './rendering-shelf.ts';

const customProviders: CollectionKind<StoredCustomProvider> = { ...byId, key: ({ slug }) => slug };

/** A response that was not finished when a server ended has failed after its restart. */
const responses: CollectionKind<StoredResponse> = {
  ...byId,
  json: {
    write: (stored) => stored,
    read(stored: StoredResponse) {
      const { response } = stored;
      if (response.status !== 'queued' && response.status !== 'in_progress') return stored;
      const error = { code: 'server_error', message: 'The server ended before the response did.' };
      return { ...stored, response: { ...response, status: 'failed', error } };
    },
  },
};

const AccountParts = onDemand({
  rulesets: () => new Collection<StoredRuleset>(byId),
  gateways: () => new Collection<StoredGateway>(byId),
  gatewayLogs: () => new GatewayLogs(),
  billing: () => new AccountBilling(),
  providerConfigs: () => new Collection<StoredProviderConfig>(byId),
  gatewayRoutes: () => new Collection<StoredRoute>(byId),
  customProviders: () => new Collection(customProviders),
  backgroundRuns: () => new BackgroundRunRecords(),
  responses: () => new Collection(responses),
  finetunes: () => new Collection(finetunes),
  batches: () => new Collection(batches),
  pictures: () => new PictureShelf(),
  renderings: () => new RenderingShelf(),
  artifacts: () => new ArtifactsShelf(),
  databases: () => new DatabaseShelf(),
  documented: () => new DocumentRecords(),
});

/** One account: a tenant with its own clock and collections. */
export class AccountTenant extends AccountParts {
  /** Changed by `World.changeAccount` alone. */
  account: Account;
  /** The clock of the account and its zones. */
  readonly clock: Clock;

  /** @param worldClock the account's clock follows it until the account's clock is changed */
  constructor(account: Account, worldClock?: Clock) {
    super();
    this.account = account;
    this.clock = new Clock(worldClock);
  }

  get id(): string {
    return this.account.id;
  }

  override snapshot(): () => void {
    const { account } = this;
    const restore = super.snapshot();
    return () => {
      this.account = account;
      restore();
    };
  }
}

/** An account, which owns zones and account-scoped resources. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** State of an earlier version has no time. */
  readonly created_on?: string | undefined;
  readonly type?: 'standard' | 'enterprise' | undefined;
  readonly settings?: AccountSettings | undefined;
}

/** Settings that differ from their defaults. */
export interface AccountSettings {
  readonly abuse_contact_email?: string | undefined;
  readonly enforce_twofactor?: boolean | undefined;
}

/**
 * One value per account, made on first use and dropped with the account. For anything that depends on an account's
 * clock, such as a rate limiter.
 *
 * @example
 * const limiters = new PerAccount(({ clock }) => createRateLimiter({ now: () => clock.now() }));
 * limiters.of(account).take('gateway', rule);
 */
export class PerAccount<T> {
  readonly #make: (account: AccountTenant) => T;
  #made = new WeakMap<AccountTenant, T>();

  constructor(make: (account: AccountTenant) => T) {
    this.#make = make;
  }

  of(account: AccountTenant): T {
    const known = this.#made.get(account);
    if (known !== undefined) return known;
    const made = this.#make(account);
    this.#made.set(account, made);
    return made;
  }

  /** Drops the values of all accounts. */
  clear(): void {
    this.#made = new WeakMap();
  }
}
