import type { Step, Story } from '../story.ts';

const ruleset_phase = 'http_request_firewall_custom';
const rule = {
  action: 'block',
  expression: 'http.request.uri.path eq "/internal"',
  description: 'Keeps the internal path internal',
};
const second = {
  action: 'log',
  expression: 'http.host eq "api.example.localhost"',
  description: 'Notes requests to the API',
};

/** The same calls for rulesets of a zone and of an account; an account has custom rulesets besides its entry points. */
const below = (scope: 'zone' | 'account'): Step[] => [
  {
    operation: `rulesets.${scope}.entrypoint.update`,
    params: { ruleset_phase },
    body: { description: 'Rules of the shop', rules: [rule] },
    keep: { ruleset_id: 'result.id', rule_id: 'result.rules.0.id' },
  },
  { operation: `rulesets.${scope}.entrypoint.get`, params: { ruleset_phase } },
  { operation: `rulesets.${scope}.list` },
  { operation: `rulesets.${scope}.get` },
  { operation: `rulesets.${scope}.rule.create`, body: { ...second, position: { after: '{rule_id}' } } },
  { operation: `rulesets.${scope}.rule.edit`, body: { ...rule, enabled: false } },
  { operation: `rulesets.${scope}.update`, body: { description: 'One rule again', rules: [rule] } },
  { operation: `rulesets.${scope}.entrypoint.versions.list`, params: { ruleset_phase } },
  {
    operation: `rulesets.${scope}.entrypoint.versions.get`,
    params: { ruleset_phase, ruleset_version: '2' },
  },
  { operation: `rulesets.${scope}.versions.list` },
  { operation: `rulesets.${scope}.versions.get`, params: { ruleset_version: '2' } },
  { operation: `rulesets.${scope}.versions.delete`, params: { ruleset_version: '1' } },
];

const ofOneRule = (scope: 'zone' | 'account'): Step[] => [
  {
    operation: `rulesets.${scope}.get`,
    silent: true,
    keep: { rule_id: 'result.rules.0.id' },
  },
  { operation: `rulesets.${scope}.rule.delete` },
  { operation: `rulesets.${scope}.delete` },
  { operation: `rulesets.${scope}.create` },
];

/** Rulesets of the zone first, then those of the account. */
export const rulesetsStory: Story = [
  ...below('zone'),
  ...ofOneRule('zone'),
  ...below('account'),
  ...ofOneRule('account'),
];
