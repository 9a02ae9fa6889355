import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { zoneSettingsEdit, zoneSettingsRead } from '../../permissions.ts';
import { hexIdSchema, timestampSchema } from '../../schema.ts';

/** A setting of a zone in an answer: cloudflare-typescript, Zones. */
export const settingSchema = z.object({
  id: z.string(),
  /** `on` or `off` for most; the type depends on the setting. */
  value: z.unknown(),
  /** Whether the plan of the zone allows a change. */
  editable: z.boolean(),
  /** Time of the last change; null if it never changed. */
  modified_on: timestampSchema.nullable(),
});

export type Setting = z.infer<typeof settingSchema>;

export const zoneParams = z.object({ zone_id: hexIdSchema });
export const settingParams = zoneParams.extend({
  setting_id: z.string().meta({ example: 'content_converter' }),
});

/** The new value of a setting; its type depends on the setting. */
export const settingEditBody = z.object({ value: z.unknown() }).optional();

export const settingItemSchema = z.object({ id: z.string(), value: z.unknown() });
export const settingEditManyBody = z.object({ items: z.array(settingItemSchema) });

/** The message for a setting that is stored but has no effect on requests; code and text are ours. */
export function keptSettingMessage(name: string): { code: number; message: string } {
  return { code: 110_601, message: `${name} is stored, but has no effect on requests here` };
}

const source = 'seed inference-and-conversion, Endpoints; cloudflare-typescript, Zones';
const none = z.object({});
const edit = { kind: 'api', permissions: zoneSettingsEdit } as const;
const read = { kind: 'api', permissions: zoneSettingsRead } as const;

/** What most operations here share. */
const shared = {
  query: none,
  answer: 'envelope',
  status: 200,
  source,
} as const;

/** Settings of a zone, including `content_converter`. */
export const endpoints = {
  'settings.setting.list': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/settings',
    summary: 'List the settings of a zone',
    access: read,
    params: zoneParams,
    result: z.array(settingSchema),
    errors: [],
    certainty: 'observed',
  }),
  'settings.setting.edit-many': endpoint({
    ...shared,
    method: 'PATCH',
    path: '/zones/{zone_id}/settings',
    summary: 'Change several settings, all or none (deprecated: change them one by one)',
    access: edit,
    params: zoneParams,
    body: settingEditManyBody,
    example: { items: [{ id: 'content_converter', value: 'on' }] },
    result: z.array(settingSchema),
    errors: [
      'setting-items-missing',
      'setting-unknown',
      'setting-value-invalid',
      'setting-not-editable',
      'setting-conversion-not-editable',
    ],
    refusals: [{ of: 'body-invalid', as: 'setting-items-missing' }],
    certainty: 'observed',
  }),
  'settings.setting.get': endpoint({
    ...shared,
    method: 'GET',
    path: '/zones/{zone_id}/settings/{setting_id}',
    summary: 'Read a setting',
    access: read,
    params: settingParams,
    result: settingSchema,
    errors: ['setting-unknown'],
    certainty: 'documented',
  }),
  'settings.setting.edit': endpoint({
    ...shared,
    method: 'PATCH',
    path: '/zones/{zone_id}/settings/{setting_id}',
    summary: 'Change a setting',
    access: edit,
    params: settingParams,
    body: settingEditBody,
    example: { value: 'on' },
    result: settingSchema,
    errors: [
      'setting-unknown',
      'setting-value-invalid',
      'setting-not-editable',
      'setting-conversion-not-editable',
    ],
    refusals: [{ of: 'body-invalid', as: 'setting-value-invalid' }],
    certainty: 'documented',
  }),
} as const;
