import { z } from 'zod';
import { hexIdSchema, uuidSchema } from '../schema.ts';
import { operationInputSchema, operationMethods } from '../services/api-gateway/schemas.ts';
import { customHostnameCreateBody } from '../services/custom-hostnames/schemas.ts';
import { ruleCreateBody, tokenValidationLimits } from '../services/token-validation/schemas.ts';
import { zonePlans, zoneTypes } from '../services/zones/schemas.ts';
import { deepStrict } from './deep-strict.ts';
import { keySeedSchema } from './key-seed.ts';
import { rulesetSeedSchema } from './ruleset-seed.ts';

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
