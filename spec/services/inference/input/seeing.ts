import { z } from 'zod';
import { byteArraySchema } from '../bytes.ts';
import { inferenceLimits as limits } from '../limits.ts';

/** Input of image classification and object detection, where it is not the bare bytes. */
export const imageInputSchema = z.looseObject({ image: byteArraySchema });

export type ImageInput = z.infer<typeof imageInputSchema>;

/** Input of image to text. */
export const describeInputSchema = z.looseObject({
  image: z.union([byteArraySchema, z.string().min(1)]),
  prompt: z.string().optional(),
  max_tokens: z.int().min(1).optional().meta({ default: limits.describeMaxTokens }),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  seed: z.number().optional(),
  raw: z.boolean().optional(),
});

export type DescribeInput = z.infer<typeof describeInputSchema>;

const image = z.string().min(1);

/** Input of models whose `task` says what to do with the picture (members beside `task`: inferred). */
export const imageTaskInputSchema = z.discriminatedUnion('task', [
  z.looseObject({ task: z.literal('query'), image: image.optional(), question: z.string().min(1) }),
  z.looseObject({
    task: z.literal('caption'),
    image,
    length: z.enum(['short', 'normal', 'long']).optional(),
  }),
  z.looseObject({ task: z.literal('point'), image, object: z.string().min(1) }),
  z.looseObject({ task: z.literal('detect'), image, object: z.string().min(1) }),
]);

export type ImageTaskInput = z.infer<typeof imageTaskInputSchema>;
