import { z } from 'zod';
import { hexIdSchema, timestampSchema } from '../../schema.ts';
import { secret } from '../../secret.ts';
import { artifactsLimits, isDefaultBranch, repoNamePattern } from './limits.ts';

/** Jurisdiction of the data of a namespace; answers say `unrestricted` for none. */
export const jurisdictions = ['unrestricted', 'eu', 'us'] as const;
export type Jurisdiction = (typeof jurisdictions)[number];

export const namespacesParams = z.object({ account_id: hexIdSchema });
/** The service validates the name: it refuses an invalid one in its own words. */
export const namespaceParams = z.object({ account_id: hexIdSchema, namespace: z.string() });
export const repoParams = z.object({ ...namespaceParams.shape, repo_name: z.string() });
export const hashParams = z.object({ ...repoParams.shape, hash: z.string() });
export const rawParams = z.object({ ...repoParams.shape, ref: z.string(), path: z.string() });
export const tokenParams = z.object({ ...namespaceParams.shape, token_id: z.string() });

/** A namespace: Cloudflare docs, Artifacts REST API. */
export const namespaceSchema = z.object({
  namespace: z.string(),
  jurisdiction: z.enum(jurisdictions),
  repo_count: z.int().min(0),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Namespace = z.infer<typeof namespaceSchema>;

export const namespaceBody = z.object({
  namespace: z.string().regex(repoNamePattern),
  jurisdiction: z.enum(['eu', 'us']).optional(),
});

/** A created repository, with its first token, which is shown only once. */
export const createdRepoSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string().nullable(),
  default_branch: z.string().min(1),
  /** URL for Git. */
  remote: z.url(),
  token: secret(z.string().min(1)),
});
export type CreatedRepo = z.infer<typeof createdRepoSchema>;

/** A fork has the number of copied objects. */
export const forkedRepoSchema = z.object({ ...createdRepoSchema.shape, objects: z.int().min(0) });

export const repoSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string().nullable(),
  default_branch: z.string().min(1),
  created_at: timestampSchema,
  updated_at: timestampSchema,
  last_push_at: timestampSchema.nullable(),
  /** `artifacts:<namespace>/<repo>` of a fork, `git:<url>` of an import. */
  source: z.string().nullable(),
  read_only: z.boolean(),
  remote: z.url(),
});
export type Repo = z.infer<typeof repoSchema>;

export const repoStatuses = ['ready', 'creating', 'importing', 'forking'] as const;
export type RepoStatus = (typeof repoStatuses)[number];

/** A repository in a list. */
export const listedRepoSchema = z.object({ ...repoSchema.shape, status: z.enum(repoStatuses) });
export type ListedRepo = z.infer<typeof listedRepoSchema>;

export const deletedSchema = z.object({ id: z.string().min(1) });

const repoName = z.string().regex(repoNamePattern);
const description = z.string().nullish();

export const repoBody = z.object({
  name: repoName,
  description,
  default_branch: z.string().refine(isDefaultBranch, 'Invalid branch name').optional(),
  read_only: z.boolean().optional(),
});

export const forkBody = z.object({
  name: repoName,
  description,
  read_only: z.boolean().optional(),
  /** Accepted without effect: a fork copies every ref. */
  default_branch_only: z.boolean().optional(),
});

export const importBody = z.object({
  /** The service validates the URL. */
  url: z.string(),
  branch: z.string().min(1).optional(),
  depth: z.int().positive().optional(),
  read_only: z.boolean().optional(),
});

/** A whole number in a query, refused in the words of the service's validation library. */
const queryNumber = () => z.coerce.number<string | number>().int();

const { page, tokenPage, log } = artifactsLimits;

/** A page of a list with a cursor; `page`, which some clients send, is ignored. */
const cursorQuery = {
  limit: queryNumber().positive().max(page.max).default(page.default),
  cursor: z.string().optional(),
};

export const namespaceListQuery = z.object(cursorQuery);

export const repoSorts = ['created_at', 'updated_at', 'last_push_at', 'name'] as const;

export const repoListQuery = z.object({
  ...cursorQuery,
  /** Part of a name. */
  search: z.string().optional(),
  sort: z.enum(repoSorts).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
});

export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];
const tokenStates = ['active', 'expired', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

/** The data of a token; its text is shown only once, at its creation. */
export const tokenSchema = z.object({
  id: z.string().min(1),
  scope: z.enum(tokenScopes),
  state: z.enum(tokenStates),
  created_at: timestampSchema,
  expires_at: timestampSchema,
});
export type Token = z.infer<typeof tokenSchema>;

export const tokenListQuery = z.object({
  state: z.enum([...tokenStates, 'all']).default('active'),
  per_page: queryNumber().positive().max(tokenPage.max).default(tokenPage.default),
  page: queryNumber().positive().default(1),
});

export const tokenBody = z.object({
  repo: z.string().min(1),
  scope: z.enum(tokenScopes).optional(),
  /** Seconds. */
  ttl: z.int().min(artifactsLimits.ttl.min).max(artifactsLimits.ttl.max).optional(),
});

export const createdTokenSchema = z.object({
  id: z.string().min(1),
  plaintext: secret(z.string().min(1)),
  scope: z.enum(tokenScopes),
  expires_at: timestampSchema,
});

const sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const person = z.object({ name: z.string(), email: z.string() });

/** A commit, whose member names are spelt unlike all others. */
export const commitSchema = z.object({
  hash: sha1,
  treeHash: sha1,
  message: z.string(),
  author: person,
  committer: person,
  parents: z.array(sha1),
  /** Seconds since 1970. */
  authoredAt: z.int(),
  committedAt: z.int(),
});
export type ReadCommit = z.infer<typeof commitSchema>;

const treeEntryTypes = ['tree', 'blob', 'symlink', 'gitlink', 'exec'] as const;

export const treeEntrySchema = z.object({
  name: z.string(),
  /** As Git writes it: `100644`, `40000`. */
  mode: z.string().regex(/^[0-7]+$/),
  hash: sha1,
  type: z.enum(treeEntryTypes),
});
export type ReadTreeEntry = z.infer<typeof treeEntrySchema>;

export const logQuery = z.object({
  /** A branch or a tag by its short name, or the id of a commit; by default the default branch. */
  ref: z.string().optional(),
  limit: queryNumber()
    .positive()
    .default(log.default)
    .transform((limit) => Math.min(limit, log.max)),
  offset: queryNumber().nonnegative().default(0),
});

export const fileQuery = z.object({ ref: z.string().optional(), path: z.string() });

/** The letter in a token for the location of its repository: dbrekelmans/gitflare (`u` is inferred). */
const jurisdictionMarks: Readonly<Record<Jurisdiction, string>> = {
  unrestricted: 'x',
  eu: 'e',
  us: 'u',
};

/**
 * The secret of a token: the text before `?expires=`, which is only informative. Documents show `v1`, live tokens are
 * `v2`.
 */
const tokenSecretPattern = /^art_v(?:1|2_[xeuf])_[0-9a-f]{40}$/;

/** The full text of a token, returned only once. */
export function tokenPlaintext(jurisdiction: Jurisdiction, hex40: string, expiresAt: number): string {
  return `art_v2_${jurisdictionMarks[jurisdiction]}_${hex40}?expires=${expiresAt}`;
}

/** The secret in the text of a token, with any suffix; undefined for any other text. */
export function tokenSecret(text: string): string | undefined {
  const [secret = ''] = text.split('?');
  return tokenSecretPattern.test(secret) ? secret : undefined;
}
