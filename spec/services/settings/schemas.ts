import { z } from 'zod';
import { hexIdSchema, timestampSchema } from '../../schema.ts';

/** A setting of a zone as it is answered: fact sheet markdown-conversion, section 7.1. */
export const settingSchema = z.object({
  id: z.string(),
  /** `on` or `off` for most; the type depends on the setting. */
  value: z.unknown(),
  /** Whether the plan of the zone lets it be changed. */
  editable: z.boolean(),
  /** When it was last changed; null when it never was. */
  modified_on: timestampSchema.nullable(),
});

export type Setting = z.infer<typeof settingSchema>;

export const zoneParams = z.object({ zone_id: hexIdSchema });
export const settingParams = zoneParams.extend({
  setting_id: z.string().meta({ example: 'content_converter' }),
});

/** What a setting is changed to; which values fit depends on the setting. */
export const settingEditBody = z.object({ value: z.unknown() }).optional();

export const settingItemSchema = z.object({ id: z.string(), value: z.unknown() });
export const settingEditManyBody = z.object({ items: z.array(settingItemSchema) });

/** What an answer says of a setting that is kept and has no effect on requests; code and text are ours. */
export function keptSettingMessage(name: string): { code: number; message: string } {
  return { code: 110_601, message: `${name} is kept and answered, and changes nothing about requests here` };
}
