import type { Account } from './account.ts';
import { AccountBilling } from './account-billing.ts';
import { ArtifactsShelf } from './artifacts-shelf.ts';
import { BackgroundRunRecords } from './background-runs.ts';
import type { StoredBatch } from './batch-records.ts';
import { Clock } from './clock.ts';
import { Collection } from './collection.ts';
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

/** One account: a tenant with a clock and collections of its own. */
export class AccountTenant {
  readonly account: Account;
  /** The time of the account and of its zones. */
  readonly clock: Clock;
  readonly rulesets = new Collection<StoredRuleset>({ id: (ruleset) => ruleset.id });
  readonly gateways = new Collection<StoredGateway>({ id: (gateway) => gateway.id });
  readonly gatewayLogs = new GatewayLogs();
  readonly billing = new AccountBilling();
  readonly providerConfigs = new Collection<StoredProviderConfig>({ id: (config) => config.id });
  readonly gatewayRoutes = new Collection<StoredRoute>({ id: (route) => route.id });
  readonly customProviders = new Collection<StoredCustomProvider>({
    id: ({ id }) => id,
    key: ({ slug }) => slug,
  });
  readonly datasets = new Collection<StoredDataset>({ id: ({ id }) => id });
  readonly evaluations = new Collection<StoredEvaluation>({ id: ({ id }) => id });
  readonly finetunes = new Collection<StoredFinetune>({ id: (finetune) => finetune.id });
  readonly batches = new Collection<StoredBatch>({ id: (batch) => batch.id });
  readonly backgroundRuns = new BackgroundRunRecords();
  readonly pictures = new PictureShelf();
  readonly artifacts = new ArtifactsShelf();

  /** @param worldClock the clock that the account's follows until it is moved itself */
  constructor(account: Account, worldClock?: Clock) {
    this.account = account;
    this.clock = new Clock(worldClock);
  }

  get id(): string {
    return this.account.id;
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
