import type { Story } from '../story.ts';

/** Zones, from creation to deletion. */
export const zonesStory: Story = [
  { operation: 'zones.zone.create', keep: { zone_id: 'result.id' } },
  { operation: 'zones.zone.list', query: { name: 'shop.localhost' } },
  { operation: 'zones.zone.get' },
  { operation: 'zones.zone.edit' },
  { operation: 'zones.zone.delete' },
];

/** The endpoint inventory. */
export const apiGatewayStory: Story = [
  { operation: 'api-gateway.operation.create-item', keep: { operation_id: 'result.operation_id' } },
  {
    operation: 'api-gateway.operation.create',
    body: [{ method: 'POST', host: 'api.example.localhost', endpoint: '/orders' }],
    keep: { second: 'result.0.operation_id' },
  },
  { operation: 'api-gateway.operation.list' },
  { operation: 'api-gateway.operation.get' },
  { operation: 'api-gateway.operation.delete' },
  { operation: 'api-gateway.operation.delete-many', body: [{ operation_id: '{second}' }] },
];

const rule = {
  title: 'Valid tokens only',
  description: 'Blocks requests whose token is not valid',
  action: 'block',
  enabled: true,
  expression: '(is_jwt_valid("{config_id}"))',
  selector: { include: [{ host: ['api.example.localhost'] }], exclude: [] },
};

/** Token configurations, their keys, and rules about them. */
export const tokenValidationStory: Story = [
  { operation: 'token-validation.config.create', keep: { config_id: 'result.id' } },
  { operation: 'token-validation.config.list' },
  { operation: 'token-validation.config.get' },
  { operation: 'token-validation.config.edit' },
  { operation: 'token-validation.credentials.replace' },
  { operation: 'token-validation.credentials.edit' },
  { operation: 'api-gateway.operation.create-item', silent: true },
  { operation: 'token-validation.rule.create', body: rule, keep: { rule_id: 'result.id' } },
  {
    operation: 'token-validation.rule.bulk-create',
    body: [{ ...rule, title: 'Valid tokens for orders', action: 'log' }],
    keep: { second: 'result.0.id' },
  },
  { operation: 'token-validation.rule.list' },
  { operation: 'token-validation.rule.get' },
  { operation: 'token-validation.rule.edit' },
  { operation: 'token-validation.rule.bulk-edit', body: [{ id: '{second}', enabled: false }] },
  { operation: 'token-validation.rule.preview' },
  { operation: 'token-validation.rule.delete' },
  { operation: 'token-validation.rule.delete', params: { rule_id: '{second}' }, silent: true },
  { operation: 'token-validation.config.delete' },
];

/** Settings of a zone. */
export const settingsStory: Story = [
  { operation: 'settings.setting.edit', params: { setting_id: 'content_converter' } },
  { operation: 'settings.setting.get', params: { setting_id: 'content_converter' } },
  { operation: 'settings.setting.edit-many' },
  { operation: 'settings.setting.list' },
];

/** Custom hostnames. */
export const customHostnamesStory: Story = [
  { operation: 'custom-hostnames.hostname.create', keep: { custom_hostname_id: 'result.id' } },
  { operation: 'custom-hostnames.hostname.list' },
  { operation: 'custom-hostnames.hostname.get' },
  { operation: 'custom-hostnames.hostname.edit' },
  { operation: 'custom-hostnames.quota.get' },
  { operation: 'custom-hostnames.hostname.delete' },
];

/** The caller. */
export const userStory: Story = [
  { operation: 'user.token.verify' },
  { operation: 'user.account.list' },
  { operation: 'user.membership.list', asUser: true },
];
