import type { Step, Story } from '../story.ts';

const gateways: readonly Step[] = [
  { operation: 'ai-gateway.gateway.create', keep: { gateway_id: 'result.id' } },
  { operation: 'ai-gateway.gateway.list' },
  { operation: 'ai-gateway.gateway.get' },
  { operation: 'ai-gateway.gateway.update' },
  { operation: 'ai-gateway.gateway.url', params: { provider: 'openai' } },
];

const logs: readonly Step[] = [
  {
    operation: 'inference.run',
    silent: true,
    headers: { 'cf-aig-gateway-id': 'my-gateway' },
  },
  { operation: 'ai-gateway.log.list', keep: { log_id: 'result.0.id' } },
  { operation: 'ai-gateway.log.get' },
  { operation: 'ai-gateway.log.edit' },
  { operation: 'ai-gateway.log.request' },
  { operation: 'ai-gateway.log.response' },
];

const keys: readonly Step[] = [
  { operation: 'ai-gateway.provider-config.create', keep: { provider_config_id: 'result.id' } },
  { operation: 'ai-gateway.provider-config.list' },
  { operation: 'ai-gateway.provider-config.update' },
  { operation: 'ai-gateway.custom-provider.create', keep: { custom_provider_id: 'result.id' } },
  { operation: 'ai-gateway.custom-provider.list' },
  { operation: 'ai-gateway.custom-provider.get' },
  { operation: 'ai-gateway.custom-provider.edit' },
  { operation: 'ai-gateway.custom-provider.delete' },
];

const routes: readonly Step[] = [
  {
    operation: 'ai-gateway.route.create',
    keep: { route_id: 'result.id', version_id: 'result.version.version_id' },
  },
  { operation: 'ai-gateway.route.list' },
  { operation: 'ai-gateway.route.get' },
  { operation: 'ai-gateway.route.edit' },
  { operation: 'ai-gateway.route.version.create' },
  { operation: 'ai-gateway.route.version.list' },
  { operation: 'ai-gateway.route.version.get' },
  { operation: 'ai-gateway.route.deployment.create', body: { version_id: '{version_id}' } },
  { operation: 'ai-gateway.route.deployment.list' },
  { operation: 'ai-gateway.route.delete' },
];

/** Gateways, their logs, keys and routes, and the billing of the account. */
export const aiGatewayStory: Story = [
  ...gateways,
  ...logs,
  ...keys,
  ...routes,
  { operation: 'ai-gateway.log.delete' },
  { operation: 'ai-gateway.gateway.delete' },
];
