import { z } from 'zod';
import { listedSpelling } from '../inference/models/own-model.ts';
import { backoffs } from './headers.ts';
import { gatewayHost, gatewayLimits as limits } from './limits.ts';

const gatewayPath = new RegExp(`^${gatewayHost.path}/v1/([0-9a-f]{32})/([\\w-]{1,64})(?:/(.+?))?/?$`);

/** The parts of a path on the gateway host. */
export interface GatewayPlace {
  readonly account: string;
  readonly gateway: string;
  /** The rest of the path, percent-encoded: `openai/chat/completions`; empty for a universal request. */
  readonly rest: string;
}

/** @returns undefined for a path without a gateway */
export function readGatewayPath(path: string): GatewayPlace | undefined {
  const [, account, gateway, rest = ''] = gatewayPath.exec(path) ?? [];
  return account === undefined || gateway === undefined ? undefined : { account, gateway, rest };
}

/**
 * One step of a universal request, in order of fallback: Cloudflare docs, AI Gateway universal endpoint.
 */
export const universalRequestSchema = z
  .array(
    z.looseObject({
      provider: z.string().min(1),
      endpoint: z.string().min(1),
      headers: z.record(z.string(), z.unknown()).optional(),
      query: z.unknown(),
      config: z
        .looseObject({
          requestTimeout: z.number().optional(),
          maxAttempts: z.number().optional(),
          retryDelay: z.number().optional(),
          backoff: z.enum(backoffs).optional(),
          cacheTtl: z.number().optional(),
          skipCache: z.boolean().optional(),
        })
        .optional(),
    }),
  )
  .min(1)
  .max(limits.universalSteps);

export type UniversalStep = z.infer<typeof universalRequestSchema>[number];

/** The request header for a member of `config`. */
export const configHeaders = {
  requestTimeout: 'cf-aig-request-timeout',
  maxAttempts: 'cf-aig-max-attempts',
  retryDelay: 'cf-aig-retry-delay',
  backoff: 'cf-aig-backoff',
  cacheTtl: 'cf-aig-cache-ttl',
  skipCache: 'cf-aig-skip-cache',
} as const;

/** Providers whose models have an author of another name. */
const authors: Readonly<Record<string, string>> = {
  'google-ai-studio': 'google',
  'google-vertex-ai': 'google',
  grok: 'xai',
  'perplexity-ai': 'perplexity',
};

const getAuthor = (provider: string): string => authors[provider] ?? provider;

/** The API request for a provider request. */
export interface GatewayTarget {
  /** Below the account: `ai/v1/chat/completions`. */
  readonly path: string;
  /** The id of the model for the body; absent if it is in the path. */
  readonly modelId?: (sent: string) => string;
}

const formatAtEnd = /(?:^|\/)(chat\/completions|responses|messages|embeddings)$/;

/**
 * The API path that does what the provider endpoint would do.
 *
 * @param endpoint the path after the provider, without a query
 * @returns undefined for an endpoint that is not served
 *
 * @example
 * getTarget('openai', 'v1/chat/completions')?.modelId?.('gpt-5') // 'openai/gpt-5'
 * getTarget('workers-ai', 'run/@cf/meta/llama-3.1-8b-instruct')?.path // 'ai/run/@cf/meta/llama-3.1-8b-instruct'
 */
export function getTarget(provider: string, endpoint: string): GatewayTarget | undefined {
  const format = formatAtEnd.exec(endpoint)?.[1];
  if (provider === 'workers-ai' && !endpoint.startsWith('v1/')) {
    return { path: `ai/run/${endpoint.replace(/^run\//, '')}` };
  }
  if (format === undefined) return undefined;
  const path = `ai/v1/${format}`;
  if (provider === 'workers-ai') return { path, modelId: (sent) => sent };
  if (provider === 'compat') return { path, modelId: compatModel };
  return {
    path,
    modelId: (sent) => listedSpelling(sent.includes('/') ? sent : `${getAuthor(provider)}/${sent}`),
  };
}

/** `workers-ai/@cf/meta/…` and `google-ai-studio/gemini-…`, the model names of the compatible endpoint. */
function compatModel(sent: string): string {
  const slash = sent.indexOf('/');
  const provider = sent.slice(0, slash);
  const name = sent.slice(slash + 1);
  return provider === 'workers-ai' ? name : listedSpelling(`${getAuthor(provider)}/${name}`);
}
