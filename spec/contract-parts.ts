import { adminPath } from './admin-path.ts';
import { basePath, type Endpoints } from './endpoint.ts';
import type { aiGatewayEndpoints } from './services/ai-gateway/endpoints.ts';
import type { analyticsEndpoints } from './services/analytics/endpoints.ts';
import type { apiGatewayEndpoints } from './services/api-gateway/endpoints.ts';
import type { artifactsEndpoints } from './services/artifacts/endpoints.ts';
import type { browserRenderingEndpoints } from './services/browser-rendering/endpoints.ts';
import type { customHostnamesEndpoints } from './services/custom-hostnames/endpoints.ts';
import type { inferenceEndpoints } from './services/inference/endpoints.ts';
import type { rulesetsEndpoints } from './services/rulesets/endpoints.ts';
import type { settingsEndpoints } from './services/settings/endpoints.ts';
import type { tokenValidationEndpoints } from './services/token-validation/endpoints.ts';
import type { touchstoneEndpoints } from './services/touchstone/endpoints.ts';
import type { userEndpoints } from './services/user/endpoints.ts';
import type { zonesEndpoints } from './services/zones/endpoints.ts';

/**
 * The contract by service, each with its endpoints. A server loads only the parts in use, because all schemas take more
 * memory and time than the rest of a newly started mock. `contract.ts` has them as one value.
 */
export const contractParts = {
  zones: async (): Promise<typeof zonesEndpoints> =>
    (await import('./services/zones/endpoints.ts')).zonesEndpoints,
  'api-gateway': async (): Promise<typeof apiGatewayEndpoints> =>
    (await import('./services/api-gateway/endpoints.ts')).apiGatewayEndpoints,
  'token-validation': async (): Promise<typeof tokenValidationEndpoints> =>
    (await import('./services/token-validation/endpoints.ts')).tokenValidationEndpoints,
  settings: async (): Promise<typeof settingsEndpoints> =>
    (await import('./services/settings/endpoints.ts')).settingsEndpoints,
  'custom-hostnames': async (): Promise<typeof customHostnamesEndpoints> =>
    (await import('./services/custom-hostnames/endpoints.ts')).customHostnamesEndpoints,
  user: async (): Promise<typeof userEndpoints> =>
    (await import('./services/user/endpoints.ts')).userEndpoints,
  rulesets: async (): Promise<typeof rulesetsEndpoints> =>
    (await import('./services/rulesets/endpoints.ts')).rulesetsEndpoints,
  analytics: async (): Promise<typeof analyticsEndpoints> =>
    (await import('./services/analytics/endpoints.ts')).analyticsEndpoints,
  inference: async (): Promise<typeof inferenceEndpoints> =>
    (await import('./services/inference/endpoints.ts')).inferenceEndpoints,
  'ai-gateway': async (): Promise<typeof aiGatewayEndpoints> =>
    (await import('./services/ai-gateway/endpoints.ts')).aiGatewayEndpoints,
  'browser-rendering': async (): Promise<typeof browserRenderingEndpoints> =>
    (await import('./services/browser-rendering/endpoints.ts')).browserRenderingEndpoints,
  artifacts: async (): Promise<typeof artifactsEndpoints> =>
    (await import('./services/artifacts/endpoints.ts')).artifactsEndpoints,
  touchstone: async (): Promise<typeof touchstoneEndpoints> =>
    (await import('./services/touchstone/endpoints.ts')).touchstoneEndpoints,
} satisfies Readonly<Record<string, () => Promise<Endpoints>>>;

/** The name of a part of the contract, for example `token-validation`. */
export type PartName = keyof typeof contractParts;

/** The endpoints of a part, by operation id. */
export type PartEndpoints<Name extends PartName> = Awaited<ReturnType<(typeof contractParts)[Name]>>;

/** The owner of each API path: by its first segment and, after the id that follows, its third. */
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

/** The place of the parts in the API: the first segment below the base path, and the third, which may be empty. */
export const partPlaces: readonly {
  readonly first: string;
  readonly third: string;
  readonly part: PartName;
}[] = Object.entries(owners).flatMap(([first, byThird]) =>
  Object.entries(byThird).map(([third, part]) => ({ first, third, part })),
);

/**
 * The part of the contract for an operation with this path; undefined if there is none.
 *
 * @param path from the root of the host
 * @example
 * toPart('/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/token_validation/config'); // 'token-validation'
 */
export function toPart(path: string): PartName | undefined {
  if (path.startsWith(adminPath)) return 'touchstone';
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const [first = '', , third = ''] = path.slice(basePath.length + 1).split('/', 3);
  const byThird = Object.hasOwn(owners, first) ? owners[first] : undefined;
  return byThird && Object.hasOwn(byThird, third) ? byThird[third] : undefined;
}
