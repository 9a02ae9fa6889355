import type { ServiceMakers } from '../api/operations.ts';
import type { MockOptions } from '../assembly/options.ts';
import type { ModelBackend } from '../engines/models/backend.ts';
import type { ArtifactsParts } from './artifacts/artifacts-parts.ts';
import type { Renderer } from './browser-rendering/renderer.ts';
import type { RunHandlerParts } from './inference/run/run-parts.ts';
import type { TouchstoneParts } from './touchstone/touchstone-service.ts';

/** The parts that services are created from. */
export interface ServiceParts {
  readonly options: MockOptions;
  readonly backend: ModelBackend;
  readonly inference: () => Promise<RunHandlerParts>;
  readonly renderer: () => Promise<Renderer>;
  readonly artifacts: ArtifactsParts;
  readonly touchstone: TouchstoneParts;
}

/** The services of a mock. Each is loaded when it is created. */
export function lazyServices(parts: ServiceParts): ServiceMakers {
  const { options, backend, inference, renderer, artifacts, touchstone } = parts;
  return {
    zones: async () => (await import('./zones/zones-service.ts')).createZonesService(),
    'api-gateway': async () =>
      (await import('./api-gateway/api-gateway-service.ts')).createApiGatewayService(),
    'token-validation': async () =>
      (await import('./token-validation/token-validation-service.ts')).createTokenValidationService(),
    settings: async () => (await import('./settings/settings-service.ts')).createSettingsService(),
    async 'custom-hostnames'() {
      const service = await import('./custom-hostnames/custom-hostnames-service.ts');
      return service.createCustomHostnamesService({
        strict: options.strictHostnames ?? false,
        withoutMetadata: options.zonesWithoutCustomMetadata ?? [],
        quota: options.customHostnameQuota,
      });
    },
    user: async () => (await import('./user/user-service.ts')).createUserService(),
    analytics: async () => (await import('./analytics/analytics-service.ts')).createAnalyticsService(),
    rulesets: async () => (await import('./rulesets/rulesets-service.ts')).createRulesetsService(),
    inference: async () =>
      (await import('./inference/inference-service.ts')).createInferenceService(await inference()),
    'ai-gateway': async () => (await import('./ai-gateway/ai-gateway-service.ts')).createAiGatewayService(),
    async 'browser-rendering'() {
      const service = await import('./browser-rendering/browser-rendering-service.ts');
      return service.createBrowserRenderingService({ renderer: await renderer(), backend });
    },
    artifacts: async () =>
      (await import('./artifacts/artifacts-service.ts')).createArtifactsService(artifacts),
    touchstone: async () =>
      (await import('./touchstone/touchstone-service.ts')).createTouchstoneService(touchstone),
  };
}
