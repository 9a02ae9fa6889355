import { z } from 'zod';
import { inferenceLimits } from '../../limits.ts';

/** Names of tools, as every format has them. */
export const toolNameSchema = z
  .string()
  .regex(/^[\w.-]{1,128}$/, 'must be 1 to 128 letters, digits, underscores, dots or hyphens');

/** A JSON schema: an object, or a boolean that allows all or nothing. */
export const jsonSchemaSchema = z.union([z.record(z.string(), z.unknown()), z.boolean()]);

const functionTool = z.looseObject({
  type: z.literal('function'),
  function: z.looseObject({
    name: toolNameSchema,
    description: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()).optional(),
    strict: z.boolean().nullable().optional(),
  }),
});

const customTool = z.looseObject({
  type: z.literal('custom'),
  custom: z.looseObject({
    name: toolNameSchema,
    description: z.string().optional(),
    format: z.looseObject({ type: z.string() }).optional(),
  }),
});

/** What a model may call. */
export const chatToolSchema = z.discriminatedUnion('type', [functionTool, customTool]);

export type ChatTool = z.infer<typeof chatToolSchema>;

export const chatToolsSchema = z.array(chatToolSchema).max(inferenceLimits.tools);

/** Which tools may, must or must not be called. The value `any` of other formats is refused here. */
export const chatToolChoiceSchema = z.union([
  z.enum(['none', 'auto', 'required']),
  z.looseObject({ type: z.literal('function'), function: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({ type: z.literal('custom'), custom: z.looseObject({ name: z.string().min(1) }) }),
  z.looseObject({
    type: z.literal('allowed_tools'),
    allowed_tools: z.looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
]);

export type ChatToolChoice = z.infer<typeof chatToolChoiceSchema>;
