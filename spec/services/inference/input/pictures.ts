import { z } from 'zod';
import { base64Schema, byteArraySchema } from '../bytes.ts';
import { inferenceLimits as limits } from '../limits.ts';

const { pictureSide } = limits;
const side = z
  .int()
  .min(pictureSide.min)
  .max(pictureSide.max)
  .optional()
  .meta({ default: pictureSide.default });
const prompt = z.string().min(1);

/** Input of text to image models that answer bytes: fact sheet inference, section 5. */
export const pictureInputSchema = z.looseObject({
  prompt,
  negative_prompt: z.string().optional(),
  width: side,
  height: side,
  num_steps: z.int().min(1).max(limits.pictureSteps).optional().meta({ default: limits.pictureSteps }),
  guidance: z.number().optional().meta({ default: limits.pictureGuidance }),
  strength: z.number().min(0).max(1).optional().meta({ default: 1 }),
  seed: z.int().optional(),
  image: byteArraySchema.optional(),
  image_b64: base64Schema.optional(),
  mask: byteArraySchema.optional(),
});

export type PictureInput = z.infer<typeof pictureInputSchema>;

/** Input of FLUX.1: the size is fixed, and any other member is refused with 5006. */
export const fluxInputSchema = z.strictObject({
  prompt: prompt.max(2048),
  steps: z.int().min(1).max(limits.fluxSteps.max).optional().meta({ default: limits.fluxSteps.default }),
  seed: z.int().optional(),
});

export type FluxInput = z.infer<typeof fluxInputSchema>;

/** A number as a form sends it. */
const formNumber = z.coerce.number();

/** Fields of the form that FLUX.2 takes; `input_image_0` and so on are files. */
export const fluxFormSchema = z.looseObject({
  prompt,
  width: formNumber.pipe(z.int().min(pictureSide.min).max(pictureSide.max)).optional(),
  height: formNumber.pipe(z.int().min(pictureSide.min).max(pictureSide.max)).optional(),
  steps: formNumber.pipe(z.int().min(1)).optional(),
  guidance: formNumber.optional(),
  seed: formNumber.pipe(z.int()).optional(),
});

export type FluxForm = z.infer<typeof fluxFormSchema>;

/** `16:9` */
export const aspectRatioSchema = z
  .string()
  .regex(/^[1-9]\d?:[1-9]\d?$/, 'must be two numbers with a colon between them, such as 16:9');

/** Input of image models of third parties: seed, /ai/run request body. */
export const promptedPictureInputSchema = z.looseObject({
  prompt,
  aspect_ratio: aspectRatioSchema.optional(),
  output_format: z.enum(['png', 'jpg', 'jpeg']).optional(),
  image_input: z.array(z.string()).optional(),
});

export type PromptedPictureInput = z.infer<typeof promptedPictureInputSchema>;
