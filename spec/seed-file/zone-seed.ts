import { z } from 'zod';
import { permissions } from '../permissions.ts';
import { hexIdSchema, uuidSchema } from '../schema.ts';
import { operationInputSchema, operationMethods } from '../services/api-gateway/endpoints.ts';
import { customHostnameCreateBody } from '../services/custom-hostnames/schemas.ts';
import { phaseNameSchema, rulesetKinds, rulesetRuleInputSchema } from '../services/rulesets/schemas.ts';
import { ruleCreateBody, tokenValidationLimits } from '../services/token-validation/schemas.ts';
import { zonePlans, zoneTypes } from '../services/zones/endpoints.ts';
import { deepStrict } from './deep-strict.ts';

/** Members of a key that is made of something else than a JSON Web Key. */
const ofMade: ReadonlySet<string> = new Set(['kid', 'alg', 'secret', 'pem', 'file']);

const forms = ['kty', 'secret', 'pem', 'file'] as const;

/**
 * A key of a token configuration: a JSON Web Key as the API takes it, or what one is made of. Which keys are good is
 * for the API to say.
 */
const keySeedSchema = z
  .looseObject({
    kid: z.string().min(1).describe('The id of the key, which tokens name in their header.'),
    alg: z.string().optional().describe('Its algorithm, such as HS256, RS256 or ES256.'),
    kty: z.string().optional().describe('Of a JSON Web Key: RSA, EC or oct, with the members it needs.'),
    secret: z.string().optional().describe('The text of a secret, of which an HMAC key is made.'),
    pem: z.string().optional().describe('A public key, a certificate or a private key, as PEM.'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe('A file with a JSON Web Key or with PEM, as seen from the folder of this seed file.'),
  })
  .refine((key) => forms.filter((form) => key[form] !== undefined).length === 1, {
    message: 'needs exactly one of kty (of a JSON Web Key), secret, pem and file',
  })
  .superRefine((key, context) => {
    if (key.kty !== undefined) return;
    // A text of flow style that has a comma in it ends there, and what follows becomes a member.
    for (const member of Object.keys(key).filter((name) => !ofMade.has(name))) {
      context.addIssue({
        code: 'custom',
        path: [member],
        message: 'is a member of JSON Web Keys alone; a text with a comma belongs in quotes',
      });
    }
  });

export type KeySeed = z.output<typeof keySeedSchema>;

/** Sets of permissions that the seeded tokens have too. */
export const tokenRoles = ['full', 'read', 'gateway'] as const;

/** An API token. */
export const tokenSeedSchema = z
  .strictObject({
    value: z
      .string()
      .regex(/^[A-Za-z0-9\-._~+/]+=*$/, 'must be a Bearer token: letters, digits and -._~+/')
      .describe('What clients send behind `Bearer`.'),
    role: z
      .enum(tokenRoles)
      .optional()
      .describe('All permissions, those that read, or those of the inference gateway.'),
    permissions: z
      .array(z.enum(permissions))
      .optional()
      .describe("Permissions by the platform's names, in place of a role."),
    accounts: z
      .array(z.string())
      .optional()
      .describe('The only accounts it reaches, by name or id; all of them where left out.'),
    zones: z
      .array(z.string())
      .optional()
      .describe('The only zones it reaches, by name or id; all of them where left out.'),
    status: z.enum(['active', 'disabled', 'expired']).optional().describe('Default `active`.'),
    email: z.email().optional().describe('Whom its changes are said to be made by.'),
  })
  .refine((token) => (token.role === undefined) !== (token.permissions === undefined), {
    message: 'needs either a role or permissions',
  });

export type TokenSeed = z.output<typeof tokenSeedSchema>;

/** A ruleset of a zone or an account. */
export const rulesetSeedSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .describe('Its name, by which rules call it too: `{{rulesets.<name>}}` stands for its id.'),
    id: hexIdSchema.optional().describe('Its id; one is made up where left out.'),
    phase: phaseNameSchema,
    kind: z
      .enum(rulesetKinds)
      .optional()
      .describe('Default: the entry point of its phase, `zone` in a zone and `root` in an account.'),
    description: z.string().optional(),
    rules: z.array(rulesetRuleInputSchema).optional().describe('Its rules, as the API takes them.'),
  })
  .meta({ id: 'Ruleset' });

export type RulesetSeed = z.output<typeof rulesetSeedSchema>;

/** What other parts of the file call something by: `{{operations.health}}` is its id. */
const handle = z.string().min(1);

const shortOperation = new RegExp(`^(?:${operationMethods.join('|')}) [^\\s/]+/\\S*$`);

const operationSeedSchema = z.union([
  z
    .string()
    .regex(shortOperation, 'must be a method, a host and a path, like "GET api.example.localhost/users/{id}"')
    .describe('Method, host and path, like `GET api.example.localhost/users/{id}`.'),
  z.strictObject({
    name: handle.optional().describe('What rules call it: `{{operations.<name>}}` stands for its id.'),
    id: uuidSchema.optional().describe('Its id; one is made up where left out.'),
    ...operationInputSchema.shape,
  }),
]);

const tokenConfigurationSeedSchema = z.strictObject({
  name: handle.describe('What rules call it: `{{token_configurations.<name>}}` stands for its id.'),
  id: uuidSchema.optional().describe('Its id; one is made up where left out.'),
  title: z.string().optional().describe('Default: its name.'),
  description: z.string().optional(),
  token_sources: z
    .array(z.string())
    .min(1)
    .max(tokenValidationLimits.tokenSources)
    .optional()
    .describe('Where tokens are looked for. Default: the header `authorization`.'),
  token_type: z.enum(['jwt', 'JWT']).optional(),
  credentials: z.strictObject({
    keys: z.array(keySeedSchema).min(1).max(tokenValidationLimits.keysPerConfig),
  }),
});

const rule = ruleCreateBody.shape;

const tokenRuleSeedSchema = z.strictObject({
  name: handle.optional().describe('`{{token_rules.<name>}}` stands for its id.'),
  id: uuidSchema.optional().describe('Its id; one is made up where left out.'),
  title: rule.title,
  description: rule.description.optional(),
  action: rule.action,
  enabled: rule.enabled.optional().describe('Default true.'),
  expression: rule.expression.describe(
    'What requests have to fulfil; it names a configuration as in `is_jwt_valid("{{token_configurations.<name>}}")`.',
  ),
  selector: z
    .strictObject({
      include: z.array(z.strictObject({ host: z.array(z.string()) })).nullish(),
      exclude: z
        .array(z.strictObject({ operation_ids: z.array(z.string()) }))
        .nullish()
        .describe('Operations by id, or as `{{operations.<name>}}`.'),
    })
    .describe('Which saved operations it is asked for.'),
});

const customHostnameSeedSchema = z.union([
  z.string().describe('The hostname, without a certificate.'),
  z.strictObject({
    id: uuidSchema.optional().describe('Its id; one is made up where left out.'),
    ...deepStrict(customHostnameCreateBody).shape,
  }),
]);

/** A zone and what it holds. */
export const zoneSeedSchema = z
  .strictObject({
    name: z
      .string()
      .describe(
        'Its domain; of a zone that is there already, such as `example.localhost`, what follows is added.',
      ),
    id: hexIdSchema.optional().describe('Its id; one is made up where left out.'),
    plan: z.enum(zonePlans).optional().describe('Default `enterprise`.'),
    type: z.enum(zoneTypes).optional().describe('Default `full`.'),
    paused: z.boolean().optional(),
    settings: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Settings by name, `content_converter: on`.'),
    operations: z
      .array(operationSeedSchema)
      .optional()
      .describe('Saved operations of the endpoint inventory.'),
    token_configurations: z.array(tokenConfigurationSeedSchema).optional(),
    token_rules: z
      .array(tokenRuleSeedSchema)
      .optional()
      .describe('Token validation rules, highest precedence first.'),
    rulesets: z.array(rulesetSeedSchema).optional(),
    custom_hostnames: z.array(customHostnameSeedSchema).optional(),
  })
  .meta({ id: 'Zone' });

export type ZoneSeed = z.output<typeof zoneSeedSchema>;
