import type { Account } from './account.ts';
import { AccountBilling } from './account-billing.ts';
import { ArtifactsShelf } from './artifacts-shelf.ts';
import { BackgroundRunRecords } from './background-runs.ts';
import type { StoredBatch } from './batch-records.ts';
import { Clock } from './clock.ts';
import { byId, Collection, type CollectionKind } from './collection.ts';
import type { StoredFinetune } from './finetune-records.ts';
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
