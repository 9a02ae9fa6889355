import { z } from 'zod';
import { type ServiceHeaders, serviceNames } from './service-headers.ts';

const text = z.string().min(1);

/**
 * What the models of the suites are for. `hosted_completion` answers a chat completion to its own input, where
 * `hosted_chat` may answer in the older shape.
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
  /** This and what follows: left out, a preview of the empty selector is asked. */
  method: text.optional(),
  host: text.optional(),
  endpoint: z.string().regex(/^\//, 'must begin with a slash').optional(),
});

const repoTokensSchema = z.object({
  namespace: text.default('default'),
  repo: text,
  /** Left out, the repository is read. */
  remote: z.url().optional(),
  read: text.optional(),
  write: text.optional(),
});

const hostnameSchema = z.object({ id: text, hostname: text });

/**
 * Members of a target file that give what tests need and no seed says how to get. Each is asked for only where a test
 * needs it.
 */
export const neededMembers = {
  /** Operations of the inventory of the zone. */
  operations: z.array(operationSchema).optional().describe('Operations of the inventory of the zone.'),
  models: z.partialRecord(z.enum(modelRoles), text).optional().describe('Models by what they are for.'),
  gateway: text.nullish().describe('Id of a gateway that hosted models go through.'),
  namespace: text.nullish().describe('Namespace in which repositories can be made.'),
  repo_tokens: z
    .array(repoTokensSchema)
    .optional()
    .describe('Empty repositories and the tokens that open them, each for one test.'),
  mint: text
    .nullish()
    .describe('Command, or URL for a POST, that prints a token for a repository of a test.'),
  headers: z
    .partialRecord(z.enum(serviceNames), z.record(text, z.string()))
    .optional()
    .describe('Headers by service that go with requests in the full role; an empty one is left out.'),
  custom_hostnames: z
    .array(hostnameSchema)
    .optional()
    .describe('Custom hostnames of the zone whose metadata may be changed.'),
} as const;

const neededSchema = z.object(neededMembers);

/** What the description of a target gives of what tests need. */
export interface Given {
  readonly operations: readonly GivenOperation[];
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

/** Reads the members of a checked description. */
export function givenIn(file: z.output<typeof neededSchema>): Given {
  return {
    operations: file.operations ?? [],
    models: file.models ?? {},
    gateway: file.gateway ?? null,
    namespace: file.namespace ?? null,
    repoTokens: file.repo_tokens ?? [],
    mint: file.mint ?? null,
    headers: file.headers ?? {},
    customHostnames: file.custom_hostnames ?? [],
  };
}

/** Tokens and credentials among them, which no report may show. */
export function secretsIn({ repoTokens, headers }: Given): string[] {
  const values = Object.values(headers).flatMap((ofOne) => Object.values(ofOne));
  const credentials = values.flatMap((value) => [value, value.replace(/^\S+ +/, '')]);
  const tokens = repoTokens.flatMap(({ read = '', write = '' }) => [read, write]);
  return [...credentials.filter(({ length }) => length >= leastCredential), ...tokens.filter(Boolean)];
}

/** Characters of a header that are too few for a credential. */
const leastCredential = 8;
