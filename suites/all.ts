import { defaultGatewaySuite, gatewayAccessSuite } from './ai-gateway/access.suite.ts';
import { gatewayCacheSuite } from './ai-gateway/cache.suite.ts';
import { customProvidersSuite } from './ai-gateway/custom-providers.suite.ts';
import { datasetsSuite } from './ai-gateway/datasets.suite.ts';
import { evaluationsSuite } from './ai-gateway/evaluations.suite.ts';
import { fundsSuite } from './ai-gateway/funds.suite.ts';
import { gatewayHostSuite } from './ai-gateway/gateway-host.suite.ts';
import { gatewaySettingsSuite, providerConfigsSuite } from './ai-gateway/gateway-settings.suite.ts';
import { gatewaysSuite } from './ai-gateway/gateways.suite.ts';
import { dlpSuite, guardrailsSuite } from './ai-gateway/guardrails.suite.ts';
import { gatewayHeadersSuite } from './ai-gateway/headers.suite.ts';
import { gatewayLimitsSuite } from './ai-gateway/limits.suite.ts';
import { logMetadataSuite, logsSuite } from './ai-gateway/logs.suite.ts';
import { logFiltersSuite } from './ai-gateway/logs-filters.suite.ts';
import { retriesSuite, timeoutsSuite } from './ai-gateway/retries.suite.ts';
import { routesSuite } from './ai-gateway/routes.suite.ts';
import { runRefusalsSuite } from './ai-gateway/run-refusals.suite.ts';
import { analyticsEventsSuite } from './analytics/events.suite.ts';
import { analyticsQueriesSuite } from './analytics/queries.suite.ts';
import { normalisationSuite, operationListsSuite } from './api-gateway/lists.suite.ts';
import { operationsSuite } from './api-gateway/operations.suite.ts';
import { artifactsSuites } from './artifacts/suites.ts';
import { bindingSuites } from './bindings/suites.ts';
import { renderingAccessSuite, renderingPrefixesSuite } from './browser-rendering/access.suite.ts';
import { accessibilityTreeSuite } from './browser-rendering/accessibility-tree.suite.ts';
import { renderingCacheSuite } from './browser-rendering/cache.suite.ts';
import { contentSuite, renderedMarkdownSuite } from './browser-rendering/content.suite.ts';
import { renderingErrorsSuite } from './browser-rendering/errors.suite.ts';
import { renderedJsonSuite } from './browser-rendering/json.suite.ts';
import { linksSuite } from './browser-rendering/links.suite.ts';
import { linksDocumentSuite } from './browser-rendering/links-document.suite.ts';
import { linksExternalSuite } from './browser-rendering/links-external.suite.ts';
import { linksLoadingSuite } from './browser-rendering/links-loading.suite.ts';
import { linksVisibleSuite } from './browser-rendering/links-visible.suite.ts';
import { renderingMetaSuite } from './browser-rendering/meta.suite.ts';
import { networksSuite } from './browser-rendering/networks.suite.ts';
import { renderedPdfSuite } from './browser-rendering/pdf.suite.ts';
import { requestsBodiesSuite } from './browser-rendering/requests-bodies.suite.ts';
import { requestsCookiesSuite } from './browser-rendering/requests-cookies.suite.ts';
import { requestsFiltersSuite } from './browser-rendering/requests-filters.suite.ts';
import { requestsIdentitySuite } from './browser-rendering/requests-identity.suite.ts';
import { requestsRefusalsSuite } from './browser-rendering/requests-refusals.suite.ts';
import { requestsWaitingSuite } from './browser-rendering/requests-waiting.suite.ts';
import { requestsWindowSuite } from './browser-rendering/requests-window.suite.ts';
import { scrapeSuite } from './browser-rendering/scrape.suite.ts';
import { screenshotRefusalsSuite, screenshotSuite } from './browser-rendering/screenshot.suite.ts';
import { screenshotCasesSuite } from './browser-rendering/screenshots.suite.ts';
import { snapshotSuite } from './browser-rendering/snapshot.suite.ts';
import { renderingLimitsSuite, renderingTimeoutsSuite } from './browser-rendering/timeouts.suite.ts';
import { codeInterpreterSuites } from './code-interpreter/suites.ts';
import { customHostnameEdgeSuite } from './custom-hostnames/edge.suite.ts';
import { customHostnamesSuite } from './custom-hostnames/hostnames.suite.ts';
import { customHostnameListsSuite } from './custom-hostnames/lists.suite.ts';
import { hostnameMetadataSuite } from './custom-hostnames/metadata.suite.ts';
import { customHostnameRefusalsSuite } from './custom-hostnames/refusals.suite.ts';
import type { Suite } from './harness/suite.ts';
import { inferenceAccessSuite } from './inference/access.suite.ts';
import { backgroundSuite } from './inference/background.suite.ts';
import { backgroundDestinationsSuite } from './inference/background-destinations.suite.ts';
import { backgroundWebhooksSuite } from './inference/background-webhooks.suite.ts';
import { batchesSuite } from './inference/batches.suite.ts';
import { billingSuite } from './inference/billing.suite.ts';
import { chatCompletionsSuite } from './inference/chat-completions.suite.ts';
import { chatRefusalsSuite, responsesRefusalsSuite } from './inference/chat-refusals.suite.ts';
import { chatStreamsSuite } from './inference/chat-streams.suite.ts';
import { chatToolsSuite } from './inference/chat-tools.suite.ts';
import { clientLibrarySuite, messagesClientsSuite } from './inference/client-library.suite.ts';
import { inferenceCommonSuite } from './inference/common.suite.ts';
import { conversionSuite } from './inference/conversion.suite.ts';
import { embeddingsSuite } from './inference/embeddings.suite.ts';
import { finetunesSuite } from './inference/finetunes.suite.ts';
import { inferenceLimitsSuite } from './inference/limits.suite.ts';
import { lookingSuite, seeingSuite } from './inference/looking.suite.ts';
import { messagesSuite } from './inference/messages.suite.ts';
import { messagesRefusalsSuite } from './inference/messages-refusals.suite.ts';
import { messagesToolsSuite } from './inference/messages-tools.suite.ts';
import { modelsSuite } from './inference/models.suite.ts';
import { brokenStreamsSuite, nativeStreamsSuite } from './inference/native-streams.suite.ts';
import { picturesSuite, soundSuite } from './inference/pictures.suite.ts';
import { responsesInputSuite, responsesSuite } from './inference/responses.suite.ts';
import { responsesToolsSuite } from './inference/responses-tools.suite.ts';
import { runSuite } from './inference/run.suite.ts';
import { runByPathSuite } from './inference/run-by-path.suite.ts';
import { storedResponsesSuite } from './inference/stored-responses.suite.ts';
import { streamsSuite } from './inference/streams.suite.ts';
import { textGenerationSuite } from './inference/text-generation.suite.ts';
import { textTasksSuite } from './inference/text-tasks.suite.ts';
import { transcriptsSuite } from './inference/transcripts.suite.ts';
import { vectorsSuite } from './inference/vectors.suite.ts';
import { markdownAnswersSuite, markdownConstructsSuite, markdownPagesSuite } from './markdown/cases.suite.ts';
import { markdownSwitchingSuite } from './markdown/switching.suite.ts';
import { objectStorageSuites } from './object-storage/suites.ts';
import { rulesetActionsSuite } from './rulesets/actions.suite.ts';
import { configurationRulesSuite, seedRulesSuite } from './rulesets/configuration-rules.suite.ts';
import { dryRunSuite } from './rulesets/dry-run.suite.ts';
import { entrypointsSuite, rulesetListsSuite, rulesetVersionsSuite } from './rulesets/entrypoints.suite.ts';
import { expressionsEdgeSuite, expressionsRefusedSuite } from './rulesets/expressions.suite.ts';
import { rulePositionsSuite } from './rulesets/positions.suite.ts';
import { rulesetRefusalsSuite } from './rulesets/refusals.suite.ts';
import { rulesetResourcesSuite } from './rulesets/resources.suite.ts';
import { rulesetRulesSuite } from './rulesets/rules.suite.ts';
import { wafSettingsSuite, wafSignalsSuite } from './rulesets/waf.suite.ts';
import { wafActionsSuite } from './rulesets/waf-actions.suite.ts';
import { wafClaimsSuite } from './rulesets/waf-claims.suite.ts';
import { wafEventsSuite } from './rulesets/waf-events.suite.ts';
import { wafScopesSuite } from './rulesets/waf-scopes.suite.ts';
import { settingPlansSuite } from './settings/plans.suite.ts';
import { settingsSuite } from './settings/settings.suite.ts';
import { configurationLifecycleSuite, configurationsSuite } from './token-validation/configurations.suite.ts';
import { credentialsSuite } from './token-validation/credentials.suite.ts';
import { edgeChangesSuite, edgeOperationsSuite } from './token-validation/edge-changes.suite.ts';
import { edgeExpressionsSuite } from './token-validation/edge-expressions.suite.ts';
import { edgeForgeriesSuite } from './token-validation/edge-forgeries.suite.ts';
import { edgeKeysSuite } from './token-validation/edge-keys.suite.ts';
import { edgeSelectorsSuite } from './token-validation/edge-selectors.suite.ts';
import { edgeSourcesSuite } from './token-validation/edge-sources.suite.ts';
import { edgeTimesSuite } from './token-validation/edge-times.suite.ts';
import { edgeTokenFormSuite } from './token-validation/edge-token-form.suite.ts';
import { eventsSuite } from './token-validation/events.suite.ts';
import { jwtVectorsSuite } from './token-validation/jwt-vectors.suite.ts';
import { keyNormalisationSuite } from './token-validation/key-normalisation.suite.ts';
import { keysSuite } from './token-validation/keys.suite.ts';
import { limitsSuite, listsSuite } from './token-validation/lists.suite.ts';
import { previewFiltersSuite } from './token-validation/preview-filters.suite.ts';
import { previewsSuite } from './token-validation/previews.suite.ts';
import { ruleChangesSuite } from './token-validation/rule-changes.suite.ts';
import { ruleOrderSuite } from './token-validation/rule-order.suite.ts';
import { ruleLifecycleSuite, rulesSuite } from './token-validation/rules.suite.ts';
import { ruleExpressionsSuite, selectorsSuite } from './token-validation/selectors.suite.ts';
import { sourcesSuite } from './token-validation/sources.suite.ts';
import { clockSuite } from './touchstone/clock.suite.ts';
import { eventStreamSuite, securityEventsSuite, webhooksSuite } from './touchstone/events.suite.ts';
import { faultsSuite } from './touchstone/faults.suite.ts';
import { gatewayConditionsSuite } from './touchstone/gateway-conditions.suite.ts';
import { infoSuite, resetSuite, seedSuite, snapshotsSuite } from './touchstone/info.suite.ts';
import { journalSuite } from './touchstone/journal.suite.ts';
import { modelRepliesSuite } from './touchstone/model-replies.suite.ts';
import { modelReplyTimingSuite } from './touchstone/model-reply-timing.suite.ts';
import { tenantsSuite } from './touchstone/tenants.suite.ts';
import { userTokensSuite } from './user/tokens.suite.ts';
import { authenticationSuite } from './v4/authentication.suite.ts';
import { bodiesSuite } from './v4/bodies.suite.ts';
import { boundSuites } from './v4/bounds.suite.ts';
import { envelopeSuite } from './v4/envelope.suite.ts';
import { headersSuite } from './v4/headers.suite.ts';
import { negativeCasesSuite } from './v4/negative-cases.suite.ts';
import { pagesSuite } from './v4/pages.suite.ts';
import { routingSuite } from './v4/routing.suite.ts';
import { zoneListsSuite } from './zones/lists.suite.ts';
import { zonesSuite } from './zones/zones.suite.ts';

/** Every suite, in the order of a run. */
export const allSuites: readonly Suite[] = [
  gatewayCacheSuite,
  retriesSuite,
  timeoutsSuite,
  gatewayLimitsSuite,
  guardrailsSuite,
  gatewayHeadersSuite,
  dlpSuite,
  gatewayAccessSuite,
  customProvidersSuite,
  datasetsSuite,
  evaluationsSuite,
  fundsSuite,
  defaultGatewaySuite,
  gatewaySettingsSuite,
  gatewaysSuite,
  gatewayHostSuite,
  logsSuite,
  logFiltersSuite,
  logMetadataSuite,
  providerConfigsSuite,
  routesSuite,
  runRefusalsSuite,
  analyticsEventsSuite,
  analyticsQueriesSuite,
  operationListsSuite,
  normalisationSuite,
  operationsSuite,
  rulesetActionsSuite,
  configurationRulesSuite,
  dryRunSuite,
  entrypointsSuite,
  expressionsEdgeSuite,
  expressionsRefusedSuite,
  rulesetListsSuite,
  rulePositionsSuite,
  rulesetRefusalsSuite,
  rulesetResourcesSuite,
  rulesetRulesSuite,
  seedRulesSuite,
  rulesetVersionsSuite,
  wafActionsSuite,
  wafClaimsSuite,
  wafEventsSuite,
  wafScopesSuite,
  wafSettingsSuite,
  wafSignalsSuite,
  customHostnameEdgeSuite,
  customHostnamesSuite,
  customHostnameListsSuite,
  hostnameMetadataSuite,
  customHostnameRefusalsSuite,
  inferenceAccessSuite,
  backgroundSuite,
  backgroundDestinationsSuite,
  backgroundWebhooksSuite,
  billingSuite,
  brokenStreamsSuite,
  chatCompletionsSuite,
  chatRefusalsSuite,
  chatStreamsSuite,
  chatToolsSuite,
  clientLibrarySuite,
  inferenceCommonSuite,
  inferenceLimitsSuite,
  messagesSuite,
  messagesClientsSuite,
  messagesRefusalsSuite,
  messagesToolsSuite,
  nativeStreamsSuite,
  responsesSuite,
  responsesInputSuite,
  responsesRefusalsSuite,
  responsesToolsSuite,
  storedResponsesSuite,
  runSuite,
  runByPathSuite,
  seeingSuite,
  streamsSuite,
  textGenerationSuite,
  transcriptsSuite,
  markdownAnswersSuite,
  markdownConstructsSuite,
  markdownPagesSuite,
  markdownSwitchingSuite,
  settingPlansSuite,
  settingsSuite,
  configurationLifecycleSuite,
  configurationsSuite,
  credentialsSuite,
  edgeChangesSuite,
  edgeExpressionsSuite,
  edgeForgeriesSuite,
  edgeKeysSuite,
  edgeOperationsSuite,
  edgeSelectorsSuite,
  edgeSourcesSuite,
  edgeTimesSuite,
  edgeTokenFormSuite,
  eventsSuite,
  jwtVectorsSuite,
  keyNormalisationSuite,
  keysSuite,
  limitsSuite,
  listsSuite,
  previewFiltersSuite,
  previewsSuite,
  ruleChangesSuite,
  ruleExpressionsSuite,
  ruleLifecycleSuite,
  ruleOrderSuite,
  rulesSuite,
  selectorsSuite,
  sourcesSuite,
  clockSuite,
  eventStreamSuite,
  securityEventsSuite,
  infoSuite,
  journalSuite,
  gatewayConditionsSuite,
  modelRepliesSuite,
  modelReplyTimingSuite,
  resetSuite,
  faultsSuite,
  seedSuite,
  snapshotsSuite,
  tenantsSuite,
  webhooksSuite,
  modelsSuite,
  embeddingsSuite,
  lookingSuite,
  picturesSuite,
  soundSuite,
  textTasksSuite,
  vectorsSuite,
  finetunesSuite,
  conversionSuite,
  batchesSuite,
  userTokensSuite,
  authenticationSuite,
  bodiesSuite,
  envelopeSuite,
  headersSuite,
  negativeCasesSuite,
  pagesSuite,
  routingSuite,
  zoneListsSuite,
  zonesSuite,
  renderingAccessSuite,
  linksSuite,
  requestsIdentitySuite,
  requestsCookiesSuite,
  requestsWindowSuite,
  requestsFiltersSuite,
  requestsWaitingSuite,
  requestsRefusalsSuite,
  requestsBodiesSuite,
  networksSuite,
  screenshotRefusalsSuite,
  linksDocumentSuite,
  linksLoadingSuite,
  linksVisibleSuite,
  screenshotCasesSuite,
  linksExternalSuite,
  accessibilityTreeSuite,
  contentSuite,
  renderedMarkdownSuite,
  renderedPdfSuite,
  scrapeSuite,
  snapshotSuite,
  renderingCacheSuite,
  renderingErrorsSuite,
  renderedJsonSuite,
  renderingLimitsSuite,
  renderingMetaSuite,
  renderingPrefixesSuite,
  renderingTimeoutsSuite,
  screenshotSuite,
  ...artifactsSuites,
  ...objectStorageSuites,
  ...bindingSuites,
  ...codeInterpreterSuites,
  ...boundSuites,
];
