import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { getMistake } from '../../../spec/mistake.ts';
import { permissions } from '../../../spec/permissions.ts';
import { hexIdSchema, timestampSchema } from '../../../spec/schema.ts';
import { customProviderSchema } from '../../../spec/services/ai-gateway/custom-providers.ts';
import { gatewaySchema } from '../../../spec/services/ai-gateway/gateways.ts';
import { logDetailSchema } from '../../../spec/services/ai-gateway/logs.ts';
import { providerConfigSchema } from '../../../spec/services/ai-gateway/provider-configs.ts';
import { rateTechniques } from '../../../spec/services/ai-gateway/rate-limits.ts';
import { routeElementSchema } from '../../../spec/services/ai-gateway/routes.ts';
import { operationInputSchema, operationSchema } from '../../../spec/services/api-gateway/endpoints.ts';
import { jurisdictions, repoStatuses, tokenScopes } from '../../../spec/services/artifacts/schemas.ts';
import { customHostnameSchema } from '../../../spec/services/custom-hostnames/schemas.ts';
import { backgroundRunSchema } from '../../../spec/services/inference/background-runs.ts';
import { finishedBatchSchema } from '../../../spec/services/inference/batch.ts';
import { finetuneAssets, finetuneSchema } from '../../../spec/services/inference/finetunes.ts';
import { responseSchema } from '../../../spec/services/inference/formats/responses/answer.ts';
import { inputItemSchema } from '../../../spec/services/inference/formats/responses/request.ts';
import { actionParameterSchemas } from '../../../spec/services/rulesets/action-parameters.ts';
import { getPhase, type RulesetAction } from '../../../spec/services/rulesets/phases.ts';
import { rulesetSchema } from '../../../spec/services/rulesets/schemas.ts';
import { knownSettings } from '../../../spec/services/settings/known-settings.ts';
import { configSchema, jwkInputSchema, ruleSchema } from '../../../spec/services/token-validation/schemas.ts';
import { securityEventSchema } from '../../../spec/services/touchstone/schemas.ts';
import { zoneSchema } from '../../../spec/services/zones/endpoints.ts';
import { compileRulesetExpression } from '../../edge/ruleset-expression.ts';
import { compileTokenSource } from '../../edge/token-check.ts';
import { compileTokenRule } from '../../edge/token-rules.ts';
import { ExpressionError } from '../../engines/expressions/index.ts';
import { JwkError, normalizeKeys } from '../../engines/jwt/index.ts';
import type { KeptNode } from '../../world/state/kept-node.ts';

const text = z.string();
/** Milliseconds since the epoch. */
const time = z.number();
const count = z.int().min(0);
const base64 = z.base64();

/** An expression that has to compile, as every request would fail otherwise. */
const compiled = (compile: (source: string) => unknown) =>
  text.superRefine((source, context) => {
    try {
      compile(source);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      context.addIssue({ code: 'custom', message: `does not compile: ${error.message}` });
    }
  });

const rulesetRecord = z.object({
  id: hexIdSchema,
  current: rulesetSchema.superRefine(({ phase, rules }, context) => {
    const parameters: Readonly<Partial<Record<RulesetAction, z.ZodType>>> = actionParameterSchemas;
    for (const [index, { expression, action, action_parameters: given = {} }] of rules.entries()) {
      const judge = (member: string, shape: z.ZodType | undefined, value: unknown) => {
        for (const { message, path } of shape?.safeParse(value).error?.issues ?? [])
          context.addIssue({ code: 'custom', message, path: ['rules', index, member, ...path] });
      };
      judge(
        'expression',
        compiled((source) => compileRulesetExpression(phase, source)),
        expression,
      );
      if (getPhase(phase).evaluated) judge('action_parameters', parameters[action], given);
    }
  }),
  older: z.array(rulesetSchema),
});

/** Keys as they are stored: complete, and of kinds that tokens are checked with. */
const keys = z.array(jwkInputSchema).superRefine(async (list, context) => {
  try {
    const normalized = await normalizeKeys(list, { mode: 'create' });
    if (!isDeepStrictEqual(normalized.keys, list))
      context.addIssue({ code: 'custom', message: 'must be complete keys that tokens can be checked with' });
  } catch (error) {
    if (!(error instanceof JwkError)) throw error;
    context.addIssue({ code: 'custom', path: [error.index], message: error.message });
  }
});

export const namespaceRecord = z.looseObject({
  key: text,
  name: text,
  jurisdiction: z.enum(jurisdictions),
  createdAt: time,
  updatedAt: time,
  sequence: z.number(),
});

export const repositoryRecord = z.looseObject({
  // Identifies a folder.
  id: text.regex(/^[0-9a-z]+$/),
  namespace: text,
  key: text,
  name: text,
  description: text.nullable(),
  defaultBranch: text,
  readOnly: z.boolean(),
  source: text.nullable(),
  status: z.enum(repoStatuses),
  createdAt: time,
  updatedAt: time,
  sequence: z.number(),
});

export const repositoryTokenRecord = z.looseObject({
  id: text,
  repositoryId: text,
  hash: text,
  scope: z.enum(tokenScopes),
  createdAt: time,
  expiresAt: time,
  revoked: z.boolean(),
});

const documented = z.object({
  path: text,
  collection: text,
  value: z.json(),
  bytes: base64.optional(),
  mediaType: text.optional(),
  secret: text.optional(),
  gone: z.literal(true).optional(),
});

const responses = z.array(inputItemSchema);

/** The records of each path, where `*` is the id of an account or a zone. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  accounts: z.object({
    id: hexIdSchema,
    name: text,
    created_on: text.optional(),
    type: z.enum(['standard', 'enterprise']).optional(),
    settings: z
      .object({ abuse_contact_email: text.optional(), enforce_twofactor: z.boolean().optional() })
      .optional(),
  }),
  zones: zoneSchema,
  customHostnames: z.object({
    id: text,
    hostname: text,
    zoneId: hexIdSchema,
    resource: customHostnameSchema,
    metadata: text,
  }),
  documented,
  'tokens/added': z.object({
    id: text,
    value: text.min(1),
    permissions: z.array(z.enum(permissions)),
    status: z.enum(['active', 'disabled', 'expired']).optional(),
    email: text.optional(),
    accounts: z.array(text).optional(),
    zones: z.array(text).optional(),
  }),
  'tokens/count': count,
  'tenants/records': z.object({
    name: text,
    accountId: hexIdSchema,
    zoneId: hexIdSchema,
    zoneName: text,
    apiToken: text,
  }),
  'tenants/count': count,
  'accounts/*/rulesets': rulesetRecord,
  'accounts/*/gateways': gatewaySchema.extend({ rate_limiting_technique: z.enum(rateTechniques) }),
  'accounts/*/gatewayLogs': z.object({
    id: text,
    gatewayId: text,
    entry: logDetailSchema,
    eventId: text.nullable(),
    userAgent: text.nullable(),
    feedback: z.number().nullable(),
    score: z.number().nullable(),
    requestBody: text.nullable(),
    responseBody: text.nullable(),
  }),
  'accounts/*/billing': z.object({
    credits: z.number(),
    plan: z.enum(['free', 'paid']),
    neurons: z.number(),
    day: z.number(),
    topUps: z.array(z.object({ id: text, cents: z.number(), at: time, automatic: z.boolean() })),
    autoTopUp: z.object({ amount: z.number(), threshold: z.number() }).nullable(),
  }),
  'accounts/*/providerConfigs': z.object({
    id: text,
    gatewayId: text,
    secret: text,
    resource: providerConfigSchema,
  }),
  'accounts/*/gatewayRoutes': z
    .object({
      id: text,
      gatewayId: text,
      name: text,
      createdAt: timestampSchema,
      modifiedAt: timestampSchema,
      versions: z
        .array(z.object({ id: text, createdAt: timestampSchema, elements: z.array(routeElementSchema) }))
        .min(1),
      deployments: z.array(z.object({ id: text, versionId: text, createdAt: timestampSchema })).min(1),
    })
    .refine(
      ({ versions, deployments }) =>
        deployments.every(({ versionId }) => versions.some(({ id }) => id === versionId)),
      {
        error: 'must name versions of the route',
        path: ['deployments'],
      },
    ),
  'accounts/*/customProviders': customProviderSchema,
  'accounts/*/backgroundRuns': backgroundRunSchema,
  'accounts/*/responses': z.object({
    id: text,
    response: responseSchema,
    before: responses,
    input: responses,
  }),
  'accounts/*/finetunes': z.object({
    id: text,
    resource: finetuneSchema,
    files: z.array(z.tuple([z.enum(finetuneAssets), base64])),
  }),
  'accounts/*/batches': z.object({
    id: text,
    model: text,
    references: z.array(text.nullable()),
    progress: finishedBatchSchema.extend({ status: z.enum(['queued', 'running', 'finished']) }),
  }),
  'accounts/*/pictures': z.object({ base64, mediaType: text }),
  'accounts/*/artifacts/namespaces': namespaceRecord,
  'accounts/*/artifacts/repositories': repositoryRecord,
  'accounts/*/artifacts/tokens': repositoryTokenRecord,
  'accounts/*/artifacts/deleted': z.object({ id: text, key: text, at: time }),
  'accounts/*/databases/contents': z.object({ id: text, version: text, pages: count, tables: count }),
  'accounts/*/databases/pages': z.object({ id: text, base64 }),
  'accounts/*/documented': documented,
  'zones/*/operations': operationSchema.extend(operationInputSchema.shape),
  'zones/*/tokenConfigs': configSchema
    .omit({ credentials: true })
    .extend({ token_sources: z.array(compiled(compileTokenSource)), keys }),
  'zones/*/tokenRules': ruleSchema.extend({ expression: compiled(compileTokenRule) }),
  'zones/*/rulesets': rulesetRecord,
  'zones/*/settings': z
    .object({ id: text, value: z.unknown(), modified_on: timestampSchema })
    .superRefine(({ id, value }, context) => {
      const known = Object.entries(knownSettings).find(([name]) => name === id)?.[1];
      for (const { message, path } of known?.value.safeParse(value).error?.issues ?? [])
        context.addIssue({ code: 'custom', message, path: ['value', ...path] });
    }),
  'zones/*/events': securityEventSchema,
};

/**
 * Judges all kept records before anything is served from them: a request would find a wrong one much later.
 *
 * @throws KeptRecordError in one line, with the place of the first wrong record
 */
export async function judgeRecords(kept: KeptNode): Promise<void> {
  for (const { path, node } of kept.nodes()) {
    const shape = shapes[path.replace(/^(accounts|zones)\/[^/]+\//, '$1/*/')];
    for (const [id, record] of node.records) {
      if (!shape) throw node.damaged(id, 'this version of touchstone keeps nothing there');
      const { error } = await shape.safeParseAsync(record);
      if (!error) continue;
      const { path: members, problem } = getMistake(error.issues, record);
      throw node.damaged(id, [...(members.length > 0 ? [members.join('.')] : []), problem].join(' '));
    }
  }
}
