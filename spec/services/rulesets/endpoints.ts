import { z } from 'zod';
import type { Certainty } from '../../certainty.ts';
import { endpoint } from '../../endpoint.ts';
import type { Permission } from '../../permissions.ts';
import { hexIdSchema } from '../../schema.ts';
import { scopePermissions } from './phases.ts';
import {
  dryRunQuery,
  entrypointBody,
  phaseNameSchema,
  placedRuleInputSchema,
  rulesetAnswerSchema,
  rulesetCreateBody,
  rulesetEntrySchema,
  rulesetListQuery,
  rulesetUpdateBody,
  rulesetWriteSchema,
  versionSchema,
} from './schemas.ts';

/** An object with a prefix and a dot before each of its keys. */
export type Prefixed<P extends string, T extends object> = {
  readonly [K in keyof T & string as `${P}.${K}`]: T[K];
};

/**
 * Puts a prefix and a dot before each key, and keeps each value's type.
 *
 * @example
 * prefixKeys('rulesets.zone', { list, create }) // { 'rulesets.zone.list': list, ... }
 */
export function prefixKeys<const P extends string, const T extends object>(
  prefix: P,
  members: T,
): Prefixed<P, T> {
  const entries = Object.entries(members).map(([key, value]) => [`${prefix}.${key}`, value]);
  return Object.fromEntries(entries) as Prefixed<P, T>; // Object.fromEntries forgets which key has which type
}

const source = 'cloudflare-typescript, Rulesets';
const none = z.object({});

const rule: z.input<typeof placedRuleInputSchema> = {
  action: 'block',
  expression: 'http.request.uri.path eq "/internal"',
  description: 'Keeps the internal path internal',
};

/** Failures of the rules in a body. */
const ruleErrors = [
  'ruleset-rule-limit',
  'ruleset-expression-blank',
  'ruleset-expression-invalid',
  'ruleset-expression-argument',
  'ruleset-action-missing',
  'ruleset-action-absent',
  'ruleset-action-unfit',
  'ruleset-parameters-missing',
  'ruleset-parameters-invalid',
  'ruleset-field-unknown',
  'ruleset-not-entitled',
  'ruleset-logging-unfit',
  'ruleset-rule-twice',
] as const;

/** The differences between the endpoints of the two scopes. */
interface Scope<Id extends z.ZodRawShape> {
  /** The path variable of the scope. */
  readonly id: Id;
  /** Path of the scope: `/zones/{zone_id}`. */
  readonly root: string;
  readonly edit: readonly Permission[];
  readonly read: readonly Permission[];
  /** Kind of the entry points. */
  readonly entryKind: 'zone' | 'root';
  /** Certainty of the write of an entry point. */
  readonly entrypoint: Certainty;
}

/** What most operations here share. */
const shared = {
  query: dryRunQuery,
  answer: 'envelope',
  status: 200,
  certainty: 'documented',
  source,
} as const;

/** The endpoints of one scope, by the last part of their operation ids. */
function scopedEndpoints<const Id extends z.ZodRawShape>(scope: Scope<Id>) {
  const edit = { kind: 'api', permissions: scope.edit } as const;
  const read = { kind: 'api', permissions: scope.read } as const;
  const path = `${scope.root}/rulesets`;
  const rulesetPath = `${path}/{ruleset_id}`;
  const rulePath = `${rulesetPath}/rules/{rule_id}`;
  const versionPath = `${rulesetPath}/versions/{ruleset_version}`;
  const entrypointPath = `${path}/phases/{ruleset_phase}/entrypoint`;
  const params = z.object(scope.id);
  const rulesetParams = params.extend({ ruleset_id: hexIdSchema });
  const phaseParams = params.extend({ ruleset_phase: phaseNameSchema });

  return {
    list: endpoint({
      ...shared,
      method: 'GET',
      path,
      summary: 'List the rulesets without their rules',
      access: read,
      params,
      query: rulesetListQuery,
      result: z.array(rulesetEntrySchema),
      answer: 'cursor-page',
      errors: [],
    }),
    create: endpoint({
      ...shared,
      method: 'POST',
      path,
      summary: 'Create a ruleset',
      access: edit,
      params,
      body: rulesetCreateBody,
      example: {
        name: 'Custom rules',
        kind: scope.entryKind,
        phase: 'http_request_firewall_custom',
        rules: [rule],
      },
      result: rulesetWriteSchema,
      errors: ['ruleset-kind-taken', 'ruleset-kind-invalid', 'ruleset-limit', ...ruleErrors],
    }),
    get: endpoint({
      ...shared,
      method: 'GET',
      path: rulesetPath,
      summary: 'Read the newest version of a ruleset',
      access: read,
      params: rulesetParams,
      query: none,
      result: rulesetAnswerSchema,
      errors: ['ruleset-unknown'],
    }),
    update: endpoint({
      ...shared,
      method: 'PUT',
      path: rulesetPath,
      summary: 'Replace the rules or the description of a ruleset',
      access: edit,
      params: rulesetParams,
      body: rulesetUpdateBody,
      example: { description: 'Rules of the shop', rules: [rule] },
      result: rulesetWriteSchema,
      errors: ['ruleset-unknown', 'ruleset-member-fixed', ...ruleErrors],
    }),
    delete: endpoint({
      ...shared,
      method: 'DELETE',
      path: rulesetPath,
      summary: 'Delete a ruleset with all its versions',
      access: edit,
      params: rulesetParams,
      result: z.null(),
      answer: 'empty',
      status: 204,
      errors: ['ruleset-unknown', 'ruleset-in-use'],
    }),
    'entrypoint.get': endpoint({
      ...shared,
      method: 'GET',
      path: entrypointPath,
      summary: 'Read the entry point of a phase',
      access: read,
      params: phaseParams,
      query: none,
      result: rulesetAnswerSchema,
      errors: ['entrypoint-unknown'],
    }),
    'entrypoint.update': endpoint({
      ...shared,
      method: 'PUT',
      path: entrypointPath,
      summary: 'Replace the rules or the description of the entry point of a phase; creates it if missing',
      access: edit,
      params: phaseParams,
      body: entrypointBody,
      example: { rules: [] },
      result: rulesetWriteSchema,
      errors: ['ruleset-limit', 'ruleset-member-fixed', ...ruleErrors],
      certainty: scope.entrypoint,
    }),
    'entrypoint.versions.list': endpoint({
      ...shared,
      method: 'GET',
      path: `${entrypointPath}/versions`,
      summary: 'List the versions of the entry point of a phase without their rules, oldest first',
      access: read,
      params: phaseParams,
      query: none,
      result: z.array(rulesetEntrySchema),
      errors: ['entrypoint-unknown'],
    }),
    'entrypoint.versions.get': endpoint({
      ...shared,
      method: 'GET',
      path: `${entrypointPath}/versions/{ruleset_version}`,
      summary: 'Read a version of the entry point of a phase',
      access: read,
      params: phaseParams.extend({ ruleset_version: versionSchema }),
      query: none,
      result: rulesetAnswerSchema,
      errors: ['entrypoint-unknown', 'ruleset-version-unknown'],
    }),
    'versions.list': endpoint({
      ...shared,
      method: 'GET',
      path: `${rulesetPath}/versions`,
      summary: 'List the versions of a ruleset without their rules, oldest first',
      access: read,
      params: rulesetParams,
      query: none,
      result: z.array(rulesetEntrySchema),
      errors: ['ruleset-unknown'],
    }),
    'versions.get': endpoint({
      ...shared,
      method: 'GET',
      path: versionPath,
      summary: 'Read a version of a ruleset',
      access: read,
      params: rulesetParams.extend({ ruleset_version: versionSchema }),
      query: none,
      result: rulesetAnswerSchema,
      errors: ['ruleset-unknown', 'ruleset-version-unknown'],
    }),
    'versions.delete': endpoint({
      ...shared,
      method: 'DELETE',
      path: versionPath,
      summary: 'Delete an older version of a ruleset',
      access: edit,
      params: rulesetParams.extend({ ruleset_version: versionSchema }),
      result: z.null(),
      answer: 'empty',
      status: 204,
      errors: ['ruleset-unknown', 'ruleset-version-unknown', 'ruleset-version-current'],
    }),
    'rule.create': endpoint({
      ...shared,
      method: 'POST',
      path: `${rulesetPath}/rules`,
      summary: 'Add a rule, by default at the end; returns the whole ruleset',
      access: edit,
      params: rulesetParams,
      body: placedRuleInputSchema,
      example: { ...rule, position: { before: '' } },
      result: rulesetWriteSchema,
      errors: ['ruleset-unknown', 'ruleset-position-invalid', ...ruleErrors],
    }),
    'rule.edit': endpoint({
      ...shared,
      method: 'PATCH',
      path: rulePath,
      summary: 'Replace or move a rule; returns the whole ruleset',
      access: edit,
      params: rulesetParams.extend({ rule_id: hexIdSchema }),
      body: placedRuleInputSchema,
      example: { ...rule, enabled: false },
      result: rulesetWriteSchema,
      errors: ['ruleset-unknown', 'ruleset-rule-unknown', 'ruleset-position-invalid', ...ruleErrors],
    }),
    'rule.delete': endpoint({
      ...shared,
      method: 'DELETE',
      path: rulePath,
      summary: 'Delete a rule; returns the whole ruleset',
      access: edit,
      params: rulesetParams.extend({ rule_id: hexIdSchema }),
      result: rulesetWriteSchema,
      errors: ['ruleset-unknown', 'ruleset-rule-unknown'],
    }),
  } as const;
}

/** Rulesets of a zone, by the last part of their operation ids. */
export const zoneRulesetEndpoints = scopedEndpoints({
  id: { zone_id: hexIdSchema },
  root: '/zones/{zone_id}',
  ...scopePermissions.zone,
  entryKind: 'zone',
  // seed inference-and-conversion, Endpoints: PUT .../rulesets/phases/http_config_settings/entrypoint
  entrypoint: 'seed',
});

/** Rulesets of an account, by the last part of their operation ids. */
export const accountRulesetEndpoints = scopedEndpoints({
  id: { account_id: hexIdSchema },
  root: '/accounts/{account_id}',
  ...scopePermissions.account,
  entryKind: 'root',
  entrypoint: 'documented',
});

/** Rulesets of zones and accounts, their rules, versions and entry points. */
export const endpoints = {
  ...prefixKeys('rulesets.zone', zoneRulesetEndpoints),
  ...prefixKeys('rulesets.account', accountRulesetEndpoints),
} as const;
