import { z } from 'zod';
import { timestampSchema } from '../schema.ts';
import { customProviderCreateBody } from '../services/ai-gateway/custom-providers.ts';
import { gatewayCreateBody } from '../services/ai-gateway/gateways.ts';
import { defaultAlias, providerConfigCreateBody } from '../services/ai-gateway/provider-configs.ts';
import { routeCreateBody } from '../services/ai-gateway/routes.ts';
import { repoBody, tokenScopes, tokenSecret } from '../services/artifacts/schemas.ts';
import { isBucketName } from '../services/object-storage/binding.ts';
import { checkFaultMembers, faultMatchSchema, faultMembers } from '../services/touchstone/faults.ts';
import { contentMembers, hasOneContent, oneContent } from './content-seed.ts';
import { deepStrict } from './deep-strict.ts';

const objectSeedSchema = z.union([
  z.string().describe('Its content as UTF-8 text.'),
  z
    .strictObject({
      ...contentMembers,
      content_type: z.string().optional(),
      content_language: z.string().optional(),
      content_disposition: z.string().optional(),
      content_encoding: z.string().optional(),
      cache_control: z.string().optional(),
      custom_metadata: z.record(z.string(), z.string()).optional(),
    })
    .refine(hasOneContent, oneContent),
]);

/** A bucket and its objects. */
export const bucketSeedSchema = z
  .strictObject({
    name: z
      .string()
      .refine(isBucketName, 'must be 3 to 63 lower-case letters, digits and hyphens')
      .describe('Its name; the object-storage example uses `object-storage-example`.'),
    objects: z.record(z.string().min(1), objectSeedSchema).optional().describe('Objects by key.'),
  })
  .meta({ id: 'Bucket' });

export type BucketSeed = z.output<typeof bucketSeedSchema>;
export type ObjectSeed = z.output<typeof objectSeedSchema>;

const fileSeedSchema = z.union([
  z.string().describe('Its content as UTF-8 text.'),
  z
    .strictObject({ ...contentMembers, executable: z.boolean().optional().describe('Default false.') })
    .refine(hasOneContent, oneContent),
]);

const person = z.strictObject({ name: z.string().min(1), email: z.string() });

/** A Git repository and its first commit. */
const repositorySeedSchema = z.strictObject({
  ...repoBody.shape,
  files: z
    .record(z.string().min(1), fileSeedSchema)
    .optional()
    .describe('Files of its first commit, by path; without files it is empty.'),
  commit: z
    .strictObject({
      message: z.string().optional().describe('Default `First commit`.'),
      author: person.optional(),
      at: timestampSchema.optional().describe('Default: the time of the mock.'),
    })
    .optional()
    .describe('The commit message.'),
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
    .describe('Tokens for Git access.'),
});

export type RepositorySeed = z.output<typeof repositorySeedSchema>;

/** A namespace of repositories. */
export const namespaceSeedSchema = z
  .strictObject({
    name: z.string().describe('Its name; an existing namespace is extended.'),
    jurisdiction: z.enum(['eu', 'us']).optional().describe('The jurisdiction of its data.'),
    repositories: z.array(repositorySeedSchema).optional(),
  })
  .meta({ id: 'Namespace' });

export type NamespaceSeed = z.output<typeof namespaceSeedSchema>;

const { id, ...settings } = deepStrict(gatewayCreateBody).shape;
const { alias, default_config, ...key } = deepStrict(providerConfigCreateBody).shape;

/** A gateway of inference, with its API settings; omitted ones have their defaults. */
export const gatewaySeedSchema = z
  .strictObject({
    id: id.describe('Its name; an existing gateway is extended.'),
    ...z.object(settings).partial().shape,
    provider_configs: z
      .array(
        z.strictObject({
          alias: alias.optional().describe(`Default \`${defaultAlias}\`.`),
          default_config: default_config.optional().describe('Default: true for the default alias.'),
          ...key,
        }),
      )
      .optional()
      .describe('Stored provider keys.'),
    routes: z.array(deepStrict(routeCreateBody)).optional().describe('Dynamic routes.'),
  })
  .meta({ id: 'Gateway' });

export type GatewaySeed = z.output<typeof gatewaySeedSchema>;

/** A custom provider. */
export const customProviderSeedSchema = deepStrict(customProviderCreateBody).meta({ id: 'CustomProvider' });

/** A fault; it names its account and zone by name or id. */
export const faultSeedSchema = z
  .strictObject({
    ...faultMembers,
    match: z
      .strictObject({
        ...faultMatchSchema.shape,
        account: z.string().optional().describe('The account, by name or id.'),
        zone: z.string().optional().describe('The zone, by name or id.'),
      })
      .optional(),
  })
  .superRefine(checkFaultMembers)
  .meta({ id: 'Fault' });

export type FaultSeed = z.output<typeof faultSeedSchema>;
