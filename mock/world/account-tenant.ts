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
import { PictureShelf } from './picture-shelf.ts';
import type { StoredRuleset } from './records.ts';

const customProviders: CollectionKind<StoredCustomProvider> = { ...byId, key: ({ slug }) => slug };

/** One account: a tenant with a clock and collections of its own. */
export class AccountTenant {
  readonly account: Account;
  /** The time of the account and of its zones. */
  readonly clock: Clock;
  readonly rulesets = new Collection<StoredRuleset>(byId);
  readonly gateways = new Collection<StoredGateway>(byId);
  readonly gatewayLogs = new GatewayLogs();
  readonly billing = new AccountBilling();
  readonly providerConfigs = new Collection<StoredProviderConfig>(byId);
  readonly gatewayRoutes = new Collection<StoredRoute>(byId);
  readonly customProviders = new Collection(customProviders);
  readonly datasets = new Collection<StoredDataset>(byId);
  readonly evaluations = new Collection<StoredEvaluation>(byId);
  readonly finetunes = new Collection<StoredFinetune>(byId);
  readonly batches = new Collection<StoredBatch>(byId);
  // Made when they are first asked for: most accounts have none of either.
  #backgroundRuns: BackgroundRunRecords | undefined;
  #pictures: PictureShelf | undefined;
  #artifacts: ArtifactsShelf | undefined;

  /** @param worldClock the clock that the account's follows until it is moved itself */
  constructor(account: Account, worldClock?: Clock) {
    this.account = account;
    this.clock = new Clock(worldClock);
  }

  get id(): string {
    return this.account.id;
  }

  get backgroundRuns(): BackgroundRunRecords {
    this.#backgroundRuns ??= new BackgroundRunRecords();
    return this.#backgroundRuns;
  }

  get pictures(): PictureShelf {
    this.#pictures ??= new PictureShelf();
    return this.#pictures;
  }

  get artifacts(): ArtifactsShelf {
    this.#artifacts ??= new ArtifactsShelf();
    return this.#artifacts;
  }

  /** A function that puts the account back to how it is now. */
  snapshot(): () => void {
    const rulesets = this.rulesets.list();
    const gateways = this.gateways.list();
    const restoreLogs = this.gatewayLogs.snapshot();
    const restoreBilling = this.billing.snapshot();
    const providerConfigs = this.providerConfigs.list();
    const gatewayRoutes = this.gatewayRoutes.list();
    const customProviders = this.customProviders.list();
    const datasets = this.datasets.list();
    const evaluations = this.evaluations.list();
    const restoreRuns = this.backgroundRuns.snapshot();
    const finetunes = this.finetunes.list();
    const batches = this.batches.list();
    const restorePictures = this.pictures.snapshot();
    const restoreArtifacts = this.artifacts.snapshot();
    return () => {
      this.rulesets.replaceAll(rulesets);
      this.gateways.replaceAll(gateways);
      restoreLogs();
      restoreBilling();
      this.providerConfigs.replaceAll(providerConfigs);
      this.gatewayRoutes.replaceAll(gatewayRoutes);
      this.customProviders.replaceAll(customProviders);
      this.datasets.replaceAll(datasets);
      this.evaluations.replaceAll(evaluations);
      restoreRuns();
      this.finetunes.replaceAll(finetunes);
      this.batches.replaceAll(batches);
      restorePictures();
      restoreArtifacts();
    };
  }
}
