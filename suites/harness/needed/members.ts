import { z } from 'zod';
import { type ServiceHeaders, serviceNames } from './service-headers.ts';

const text = z.string().min(1);

/**
 * Roles of models in the suites. `hosted_completion` answers its own input with a chat completion, where `hosted_chat`
 * may answer in the older shape.
 */
export const modelRoles = [
  'hosted_chat',
  'hosted_completion',
  'hosted_responses',
  'vision',
  'safety',
  'embeddings',
  'image',
  'chat_completions',
  'responses',
  'messages',
] as const;

export type ModelRole = (typeof modelRoles)[number];

const operationSchema = z.object({
  operation_id: text,
  /** Where this or a member below is missing, a preview of the empty selector supplies it. */
  method: text.optional(),
  host: text.optional(),
  endpoint: z.string().regex(/^\//, 'must begin with a slash').optional(),
});

const repoTokensSchema = z.object({
  namespace: text.default('default'),
  repo: text,
  /** By default, the repository's own answer supplies it. */
  remote: z.url().optional(),
  read: text.optional(),
  write: text.optional(),
});

const siteSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, 'must be a hostname in lower case, without port');

const hostnameSchema = z.object({ id: text, hostname: text });

/**
 * Members of a target file for what tests need and no seed says how to get. A run uses each only where a test needs it.
 */
export const neededMembers = {
  /** Operations of the inventory of the zone. */
  operations: z.array(operationSchema).optional().describe('Operations of the inventory of the zone.'),
  hosts: z
    .array(siteSchema)
    .optional()
    .describe('Hostnames of the zone at which its edge answers; most tests use the first.'),
  models: z.partialRecord(z.enum(modelRoles), text).optional().describe('Models by role.'),
  gateway: text.nullish().describe('Id of the gateway for hosted models.'),
  namespace: text.nullish().describe('Namespace in which the suites may create repositories.'),
  repo_tokens: z
    .array(repoTokensSchema)
    .optional()
    .describe('Empty repositories and their tokens, each for one test.'),
  mint: text
    .nullish()
    .describe('Command, or URL for a POST, that prints a token for a repository of a test.'),
  headers: z
    .partialRecord(z.enum(serviceNames), z.record(text, z.string()))
    .optional()
    .describe('Headers by service for requests in the full role; an empty value removes a header.'),
  custom_hostnames: z
    .array(hostnameSchema)
    .optional()
    .describe('Custom hostnames of the zone whose metadata the suites may change.'),
} as const;

const neededSchema = z.object(neededMembers);

/** What the target file supplies for tests. */
export interface Given {
  readonly operations: readonly GivenOperation[];
  readonly hosts: readonly string[];
  readonly models: Readonly<Partial<Record<ModelRole, string>>>;
  readonly gateway: string | null;
  readonly namespace: string | null;
  readonly repoTokens: readonly GivenRepository[];
  readonly mint: string | null;
  readonly headers: ServiceHeaders;
  readonly customHostnames: readonly GivenHostname[];
}

export type GivenOperation = z.output<typeof operationSchema>;
export type GivenHostname = z.output<typeof hostnameSchema>;
export type GivenRepository = z.output<typeof repoTokensSchema>;

/** Reads these members of a validated target file. */
export function readGiven(file: z.output<typeof neededSchema>): Given {
  return {
    operations: file.operations ?? [],
    hosts: file.hosts ?? [],
    models: file.models ?? {},
    gateway: file.gateway ?? null,
    namespace: file.namespace ?? null,
    repoTokens: file.repo_tokens ?? [],
    mint: file.mint ?? null,
    headers: file.headers ?? {},
    customHostnames: file.custom_hostnames ?? [],
  };
}

/** The tokens and credentials among them, which no report may show. */
export function getSecrets({ repoTokens, headers }: Given): string[] {
  const values = Object.values(headers).flatMap((ofOne) => Object.values(ofOne));
  const credentials = values.flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
  const tokens = repoTokens.flatMap(({ read = '', write = '' }) => [read, write]);
  return [...credentials.filter(({ length }) => length >= leastCredential), ...tokens.filter(Boolean)];
}

/** Length below which a header value is no credential. */
const leastCredential = 8;
