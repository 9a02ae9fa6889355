import type { tokenValidationEndpoints } from '../../../spec/services/token-validation/endpoints.ts';
import type { Service } from '../../call.ts';
import { createConfigHandlers } from './config-handlers.ts';
import { createCredentialHandlers } from './credential-handlers.ts';
import { previewHandler } from './preview-handler.ts';
import { createRuleHandlers } from './rule-handlers.ts';

/** Token validation: configurations, credentials, rules and the preview. */
export function createTokenValidationService(): Service<typeof tokenValidationEndpoints> {
  return {
    ...createConfigHandlers(),
    ...createCredentialHandlers(),
    ...createRuleHandlers(),
    'token-validation.rule.preview': previewHandler,
  };
}
