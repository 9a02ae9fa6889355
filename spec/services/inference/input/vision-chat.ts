import { z } from 'zod';
import { byteArraySchema } from '../bytes.ts';
import { chatInputSchema } from '../formats/chat-completions/request.ts';
import { classicInputSchema } from './text-generation.ts';

/** Models that see take a picture beside the prompt too, as bytes or as Base64: fact sheet inference, section 5. */
export const visionInputSchema = z.union([
  chatInputSchema,
  classicInputSchema.and(z.looseObject({ image: z.union([byteArraySchema, z.string().min(1)]).optional() })),
]);

export type VisionInput = z.infer<typeof visionInputSchema>;
