import * as aiGatewayConfiguration from './ai-gateway/configuration.mutants.ts';
import * as aiGatewayFunds from './ai-gateway/funds.mutants.ts';
import * as aiGatewayRun from './ai-gateway/gateway-run.mutants.ts';
import * as aiGatewayMeasuring from './ai-gateway/measuring.mutants.ts';
import * as artifactsBinding from './artifacts/binding.mutants.ts';
import * as artifactsRepositories from './artifacts/repositories.mutants.ts';
import { boundMutants } from './bounds.ts';
import * as browserRenderingLinks from './browser-rendering/links.mutants.ts';
import * as browserRenderingScreenshots from './browser-rendering/screenshots.mutants.ts';
import * as codeInterpreterRequests from './code-interpreter/requests.mutants.ts';
import * as inferenceAccess from './inference/access.mutants.ts';
import * as inferenceBackground from './inference/background.mutants.ts';
import * as inferenceBatches from './inference/batches.mutants.ts';
import * as inferenceFormats from './inference/formats.mutants.ts';
import * as inferenceRun from './inference/run.mutants.ts';
import * as markdownDocument from './markdown/document.mutants.ts';
import * as markdownHeaders from './markdown/headers.mutants.ts';
import * as markdownNegotiation from './markdown/negotiation.mutants.ts';
import * as markdownSwitches from './markdown/switches.mutants.ts';
import { defineMutants, type Mutant } from './mutant.ts';
import * as objectStorageBinding from './object-storage/binding.mutants.ts';
import * as objectStorageConditions from './object-storage/conditions.mutants.ts';
import * as objectStorageObjects from './object-storage/objects.mutants.ts';
import * as rulesetsClaims from './rulesets/claims.mutants.ts';
import * as tokenValidationConfigurations from './token-validation/configurations.mutants.ts';
import * as tokenValidationEdgeCredentials from './token-validation/edge-credentials.mutants.ts';
import * as tokenValidationEdgeTokens from './token-validation/edge-tokens.mutants.ts';
import * as tokenValidationKeyAcceptance from './token-validation/key-acceptance.mutants.ts';
import * as tokenValidationKeyAnswers from './token-validation/key-answers.mutants.ts';
import * as tokenValidationKeyRefusals from './token-validation/key-refusals.mutants.ts';
import * as tokenValidationPreviews from './token-validation/previews.mutants.ts';
import * as tokenValidationRules from './token-validation/rules.mutants.ts';
import * as tokenValidationSelectors from './token-validation/selectors.mutants.ts';
import * as tokenValidationSources from './token-validation/sources.mutants.ts';
import * as v4Envelope from './v4/envelope.mutants.ts';

const written: readonly Readonly<Record<string, readonly Mutant[]>>[] = [
  v4Envelope,
  tokenValidationConfigurations,
  tokenValidationEdgeCredentials,
  tokenValidationEdgeTokens,
  tokenValidationKeyAcceptance,
  tokenValidationKeyAnswers,
  tokenValidationKeyRefusals,
  tokenValidationPreviews,
  tokenValidationRules,
  tokenValidationSelectors,
  tokenValidationSources,
  rulesetsClaims,
  markdownDocument,
  markdownHeaders,
  markdownNegotiation,
  markdownSwitches,
  inferenceAccess,
  inferenceBackground,
  inferenceBatches,
  inferenceFormats,
  inferenceRun,
  aiGatewayConfiguration,
  aiGatewayFunds,
  aiGatewayMeasuring,
  aiGatewayRun,
  browserRenderingLinks,
  browserRenderingScreenshots,
  artifactsBinding,
  artifactsRepositories,
  objectStorageBinding,
  objectStorageConditions,
  objectStorageObjects,
  codeInterpreterRequests,
];

/** Every wrong server: those written by hand, and those for the bounds of the contract. */
export const allMutants = defineMutants([
  ...written.flatMap((file) => Object.values(file).flat()),
  ...boundMutants,
]);
