import type { Endpoints } from './endpoint.ts';
import { basePath } from './paths.ts';

/**
 * The contract by services, each with its endpoints: whoever answers requests loads those that are asked for, since
 * the schemas of all of them take more memory and time than all else of a mock that has just started. `contract.ts`
 * has them as one value.
 */
export const contractParts = {
  zones: async () => (await import('./services/zones/endpoints.ts')).zonesEndpoints,
  'api-gateway': async () => (await import('./services/api-gateway/endpoints.ts')).apiGatewayEndpoints,
  'token-validation': async () =>
    (await import('./services/token-validation/endpoints.ts')).tokenValidationEndpoints,
  settings: async () => (await import('./services/settings/endpoints.ts')).settingsEndpoints,
  'custom-hostnames': async () =>
    (await import('./services/custom-hostnames/endpoints.ts')).customHostnamesEndpoints,
  user: async () => (await import('./services/user/endpoints.ts')).userEndpoints,
  rulesets: async () => (await import('./services/rulesets/endpoints.ts')).rulesetsEndpoints,
  analytics: async () => (await import('./services/analytics/endpoints.ts')).analyticsEndpoints,
  inference: async () => (await import('./services/inference/endpoints.ts')).inferenceEndpoints,
  'ai-gateway': async () => (await import('./services/ai-gateway/endpoints.ts')).aiGatewayEndpoints,
  'browser-rendering': async () =>
    (await import('./services/browser-rendering/endpoints.ts')).browserRenderingEndpoints,
  artifacts: async () => (await import('./services/artifacts/endpoints.ts')).artifactsEndpoints,
  touchstone: async () => (await import('./services/touchstone/endpoints.ts')).touchstoneEndpoints,
} satisfies Readonly<Record<string, () => Promise<Endpoints>>>;

/** The name of a part of the contract, for example `token-validation`. */
export type PartName = keyof typeof contractParts;

/** The endpoints of a part, by operation id. */
export type PartEndpoints<Name extends PartName> = Awaited<ReturnType<(typeof contractParts)[Name]>>;

/** Whose the paths of the API are: by their first segment and, behind the id that follows it, their third. */
const owners: Readonly<Record<string, Readonly<Record<string, PartName>>>> = {
  zones: {
    '': 'zones',
    api_gateway: 'api-gateway',
    token_validation: 'token-validation',
    settings: 'settings',
    custom_hostnames: 'custom-hostnames',
    rulesets: 'rulesets',
  },
  accounts: {
    '': 'user',
    rulesets: 'rulesets',
    ai: 'inference',
    'ai-gateway': 'ai-gateway',
    'browser-rendering': 'browser-rendering',
    'browser-run': 'browser-rendering',
    artifacts: 'artifacts',
  },
  memberships: { '': 'user' },
  user: { verify: 'user' },
  graphql: { '': 'analytics' },
};

/** Where the parts stand in the API: by the first segment below the base path, and the third, which may be empty. */
export const partPlaces: readonly {
  readonly first: string;
  readonly third: string;
  readonly part: PartName;
}[] = Object.entries(owners).flatMap(([first, byThird]) =>
  Object.entries(byThird).map(([third, part]) => ({ first, third, part })),
);

/**
 * The part of the contract in which an operation of this path would be; undefined where there can be none.
 *
 * @param path from the root of the host
 * @example
 * partOf('/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/token_validation/config'); // 'token-validation'
 */
export function partOf(path: string): PartName | undefined {
  if (path.startsWith(adminPath)) return 'touchstone';
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const [first = '', , third = ''] = path.slice(basePath.length + 1).split('/', 3);
  const byThird = Object.hasOwn(owners, first) ? owners[first] : undefined;
  return byThird && Object.hasOwn(byThird, third) ? byThird[third] : undefined;
}

const adminPath = '/_touchstone/';
