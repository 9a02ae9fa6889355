import { z } from 'zod';
import { timestampSchema } from '../schema.ts';
import { repoBody, tokenScopes } from '../services/artifacts/schemas.ts';
import { tokenSecret } from '../services/artifacts/tokens.ts';
import { contentMembers, hasOneContent, oneContent } from './content.ts';

const fileSeedSchema = z.union([
  z.string().describe('Its bytes as text, in UTF-8.'),
  z
    .strictObject({ ...contentMembers, executable: z.boolean().optional().describe('Default false.') })
    .refine(hasOneContent, oneContent),
]);

const person = z.strictObject({ name: z.string().min(1), email: z.string() });

/** A Git repository and its first commit. */
export const repositorySeedSchema = z.strictObject({
  ...repoBody.shape,
  files: z
    .record(z.string().min(1), fileSeedSchema)
    .optional()
    .describe('What its first commit holds, by path; without files it is empty.'),
  commit: z
    .strictObject({
      message: z.string().optional().describe('Default `First commit`.'),
      author: person.optional(),
      at: timestampSchema.optional().describe('Default: the time of the mock.'),
    })
    .optional()
    .describe('What is said of that commit.'),
  tokens: z
    .array(
      z.strictObject({
        value: z
          .string()
          .refine(
            (text) => tokenSecret(text) !== undefined,
            'must be a token of a repository: art_v1_ and 40 lower-case hexadecimal digits',
          )
          .describe('Its text, `art_v1_` and 40 lower-case hexadecimal digits.'),
        scope: z.enum(tokenScopes).optional().describe('Default `write`.'),
        expires_at: timestampSchema.optional().describe('Default: a year from the time of the mock.'),
      }),
    )
    .optional()
    .describe('Tokens that open it for Git.'),
});

export type RepositorySeed = z.output<typeof repositorySeedSchema>;
export type RepositoryFileSeed = z.output<typeof fileSeedSchema>;

/** A namespace of repositories. */
export const namespaceSeedSchema = z
  .strictObject({
    name: z.string().describe('Its name; one that is there already is added to.'),
    jurisdiction: z.enum(['eu', 'us']).optional().describe('Where it keeps what it holds.'),
    repositories: z.array(repositorySeedSchema).optional(),
  })
  .meta({ id: 'Namespace' });

export type NamespaceSeed = z.output<typeof namespaceSeedSchema>;
