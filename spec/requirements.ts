import type { Requirement, RequirementId } from './requirement.ts';
import { defineRequirements } from './requirement.ts';
import { aiGatewayRequirements } from './services/ai-gateway/requirements.ts';
import { analyticsRequirements } from './services/analytics/requirements.ts';
import { apiGatewayRequirements } from './services/api-gateway/requirements.ts';
import { artifactsRequirements } from './services/artifacts/requirements.ts';
import { browserRenderingRequirements } from './services/browser-rendering/requirements.ts';
import { codeInterpreterRequirements } from './services/code-interpreter/requirements.ts';
import { customHostnamesRequirements } from './services/custom-hostnames/requirements.ts';
import { inferenceRequirements } from './services/inference/requirements.ts';
import { markdownRequirements } from './services/markdown/requirements.ts';
import { objectStorageRequirements } from './services/object-storage/requirements.ts';
import { rulesLanguageRequirements } from './services/rulesets/requirements/rules-language.ts';
import { rulesetsRequirements } from './services/rulesets/requirements.ts';
import { settingsRequirements } from './services/settings/requirements.ts';
import { tokenValidationRequirements } from './services/token-validation/requirements.ts';
import { touchstoneRequirements } from './services/touchstone/requirements.ts';
import { userRequirements } from './services/user/requirements.ts';
import { zonesRequirements } from './services/zones/requirements.ts';
import { v4Requirements } from './v4/requirements.ts';

/** The requirements of all services. Importing it throws when two services define the same id. */
export const allRequirements = defineRequirements([
  ...v4Requirements,
  ...tokenValidationRequirements,
  ...apiGatewayRequirements,
  ...zonesRequirements,
  ...userRequirements,
  ...touchstoneRequirements,
  ...rulesetsRequirements,
  ...rulesLanguageRequirements,
  ...settingsRequirements,
  ...customHostnamesRequirements,
  ...analyticsRequirements,
  ...markdownRequirements,
  ...inferenceRequirements,
  ...aiGatewayRequirements,
  ...browserRenderingRequirements,
  ...artifactsRequirements,
  ...objectStorageRequirements,
  ...codeInterpreterRequirements,
]);

/** The existing ids, as a type: a test bound to another id does not compile. */
export type KnownRequirementId = (typeof allRequirements)[number]['id'];

const byId: ReadonlyMap<RequirementId, Requirement> = new Map(allRequirements.map((one) => [one.id, one]));

/**
 * The requirement with this id, or undefined.
 *
 * @example
 * requirementById('TV-KEY-4')?.sentence // 'A key without a `kid` is never stored.'
 */
export function requirementById(id: string): Requirement | undefined {
  return byId.get(id as RequirementId); // a map lookup by a string that is no id finds nothing
}
