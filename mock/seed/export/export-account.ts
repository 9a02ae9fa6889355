import type { Seed } from '../../../spec/seed-file/seed-schema.ts';
import { customProviderCreateBody } from '../../../spec/services/ai-gateway/custom-providers.ts';
import { gatewayUpdateBody } from '../../../spec/services/ai-gateway/gateways.ts';
import type { AccountTenant } from '../../world/account-tenant.ts';
import type { StoredGateway } from '../../world/gateway-records.ts';
import type { World } from '../../world/world.ts';
import { exportRulesets } from './export-ruleset.ts';
import { exportZone } from './export-zone.ts';
import { filled } from './filled.ts';

type Members = Pick<Seed, 'zones' | 'rulesets' | 'gateways' | 'custom_providers' | 'billing'>;

/** What an account holds, as a seed has it. */
export function exportAccount(
  world: World,
  account: AccountTenant,
  leaveOut: (what: string) => void,
): Members {
  const { billing } = account;
  const neurons = billing.neuronsToday(account.clock.now());
  const kept = {
    repositories: account.artifacts.repositories.size,
    'fine-tunes': account.finetunes.list().length,
    datasets: account.datasets.list().length,
    evaluations: account.evaluations.list().length,
    batches: account.batches.list().length,
  };
  for (const [what, count] of Object.entries(kept)) if (count > 0) leaveOut(`${count} ${what}`);
  return filled({
    billing: { credits: billing.credits, plan: billing.plan, neurons_today: neurons },
    rulesets: exportRulesets(account.rulesets.list(), leaveOut),
    custom_providers: account.customProviders
      .list()
      .map((provider) => customProviderCreateBody.parse(provider)),
    gateways: account.gateways.list().map((gateway) => exportGateway(account, gateway, leaveOut)),
    zones: world.zonesOf(account.id).map((zone) => exportZone(world, zone, leaveOut)),
  });
}

function exportGateway(account: AccountTenant, gateway: StoredGateway, leaveOut: (what: string) => void) {
  const { id } = gateway;
  const ofGateway = ({ gatewayId }: { readonly gatewayId: string }) => gatewayId === id;
  return {
    id,
    ...gatewayUpdateBody.parse(gateway),
    ...filled({
      provider_configs: account.providerConfigs
        .list()
        .filter(ofGateway)
        .map(({ secret, resource }) => {
          const { alias, default_config, provider_slug, secret_id, rate_limit, rate_limit_period } = resource;
          const key = secret === '' ? { secret_id } : { secret };
          return { alias, default_config, provider_slug, ...key, rate_limit, rate_limit_period };
        }),
      routes: account.gatewayRoutes
        .list()
        .filter(ofGateway)
        .map(({ name, versions, deployments }) => {
          if (versions.length > 1) leaveOut(`other versions than the one that serves of the route ${name}`);
          const serving = versions.find((version) => version.id === deployments.at(-1)?.versionId);
          return { name, elements: [...(serving?.elements ?? [])] };
        }),
    }),
  };
}
