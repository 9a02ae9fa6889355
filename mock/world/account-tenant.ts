import { AccountBilling } from './account-billing.ts';
import { ArtifactsShelf } from './artifacts-shelf.ts';
import { BackgroundRunRecords, type StoredBatch, type StoredFinetune } from './background-runs.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import { GatewayLogs } from './gateway-logs.ts';
import type {
  StoredCustomProvider,
  StoredDataset,
  StoredEvaluation,
  StoredGateway,
  StoredProviderConfig,
  StoredRoute,
} from './gateway-records.ts';
import { onDemand } from './on-demand.ts';
import { PictureShelf } from './picture-shelf.ts';
import type { StoredRuleset } from './records.ts';

const customProviders: CollectionKind<StoredCustomProvider> = { ...byId, key: ({ slug }) => slug };

const AccountParts = onDemand({
  rulesets: () => new Collection<StoredRuleset>(byId),
  gateways: () => new Collection<StoredGateway>(byId),
  gatewayLogs: () => new GatewayLogs(),
  billing: () => new AccountBilling(),
  providerConfigs: () => new Collection<StoredProviderConfig>(byId),
  gatewayRoutes: () => new Collection<StoredRoute>(byId),
  customProviders: () => new Collection(customProviders),
  datasets: () => new Collection<StoredDataset>(byId),
  evaluations: () => new Collection<StoredEvaluation>(byId),
  backgroundRuns: () => new BackgroundRunRecords(),
  finetunes: () => new Collection<StoredFinetune>(byId),
  batches: () => new Collection<StoredBatch>(byId),
  pictures: () => new PictureShelf(),
  artifacts: () => new ArtifactsShelf(),
});

/** One account: a tenant with a clock and collections of its own. */
export class AccountTenant extends AccountParts {
  readonly account: Account;
  /** The time of the account and of its zones. */
  readonly clock: Clock;

  /** @param worldClock the clock that the account's follows until it is moved itself */
  constructor(account: Account, worldClock?: Clock) {
    super();
    this.account = account;
    this.clock = new Clock(worldClock);
  }

  get id(): string {
    return this.account.id;
  }
}

/** An account: what zones and account-scoped resources belong to. */
export interface Account {
  readonly id: string;
  readonly name: string;
}

/**
 * Something that each account has to itself, which is made when it is first asked for and goes with the account: what
 * counts or keeps by the time of an account can't be shared by several.
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

  /** Forgets those of all accounts. */
  clear(): void {
    this.#made = new WeakMap();
  }
}
