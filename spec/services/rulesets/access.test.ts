import { describe, expect, test } from 'vitest';
import { phasePermissions } from './access.ts';

describe('phasePermissions', () => {
  test.each([
    ['zone', 'http_request_firewall_custom', 'edit', ['Zone WAF Edit']],
    ['zone', 'http_ratelimit', 'read', ['Zone WAF Edit', 'Zone WAF Read']],
    ['zone', 'http_config_settings', 'edit', ['Config Rules Edit']],
    ['zone', 'http_config_settings', 'read', ['Config Rules Edit', 'Config Rules Read']],
    ['zone', 'http_request_transform', 'edit', ['Zone WAF Edit', 'Config Rules Edit']],
    ['account', 'http_config_settings', 'edit', ['Account Rulesets Edit']],
    ['account', 'http_ratelimit', 'read', ['Account Rulesets Edit', 'Account Rulesets Read']],
  ] as const)('in the %s asks for the phase %s to %s it one of %j', (scope, phase, access, names) => {
    expect(phasePermissions(scope, phase, access)).toEqual(names);
  });
});
