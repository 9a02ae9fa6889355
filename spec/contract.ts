import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { aiGatewayEndpoints } from './services/ai-gateway/endpoints.ts';
import { analyticsEndpoints } from './services/analytics/endpoints.ts';
import { apiGatewayEndpoints } from './services/api-gateway/endpoints.ts';
import { artifactsEndpoints } from './services/artifacts/endpoints.ts';
import { browserRenderingEndpoints } from './services/browser-rendering/endpoints.ts';
import { customHostnamesEndpoints } from './services/custom-hostnames/endpoints.ts';
import { inferenceEndpoints } from './services/inference/endpoints.ts';
import { rulesetsEndpoints } from './services/rulesets/endpoints.ts';
import { settingsEndpoints } from './services/settings/endpoints.ts';
import { tokenValidationEndpoints } from './services/token-validation/endpoints.ts';
import { touchstoneEndpoints } from './services/touchstone/endpoints.ts';
import { userEndpoints } from './services/user/endpoints.ts';
import { zonesEndpoints } from './services/zones/endpoints.ts';

export { basePath, rootPath, rootPaths } from './endpoint.ts';

/**
 * The types of the contract. They are written out because inferred declarations would contain each endpoint once more.
 */
export type Contract = typeof zonesEndpoints &
  typeof apiGatewayEndpoints &
  typeof tokenValidationEndpoints &
  typeof settingsEndpoints &
  typeof customHostnamesEndpoints &
  typeof userEndpoints &
  typeof rulesetsEndpoints &
  typeof analyticsEndpoints &
  typeof inferenceEndpoints &
  typeof aiGatewayEndpoints &
  typeof browserRenderingEndpoints &
  typeof artifactsEndpoints &
  typeof touchstoneEndpoints;

/** The whole contract: every endpoint by operation id. */
export const contract: Contract = {
  ...zonesEndpoints,
  ...apiGatewayEndpoints,
  ...tokenValidationEndpoints,
  ...settingsEndpoints,
  ...customHostnamesEndpoints,
  ...userEndpoints,
  ...rulesetsEndpoints,
  ...analyticsEndpoints,
  ...inferenceEndpoints,
  ...aiGatewayEndpoints,
  ...browserRenderingEndpoints,
  ...artifactsEndpoints,
  ...touchstoneEndpoints,
};

/** The id of an operation, for example `token-validation.config.create`. */
export type OperationId = keyof Contract;

/** The input that a caller gives to an endpoint. */
export type ParamsInput<E extends Endpoint> = z.input<E['params']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;
export type BodyInput<E extends Endpoint> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? z.input<B>
    : undefined
  : undefined;

/** The input that an implementation gets for an endpoint, after validation. */
export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = E extends { readonly body?: infer B }
  ? B extends z.ZodType
    ? [z.output<B>] extends [never]
      ? undefined
      : z.output<B>
    : undefined
  : undefined;
/** The member next to the result of a `short-envelope`. */
export type MetaOf<E extends Endpoint> = E extends { readonly meta?: infer M }
  ? M extends z.ZodType
    ? z.output<M>
    : undefined
  : undefined;
export type ResultOf<E extends Endpoint> = z.output<E['result']>;
