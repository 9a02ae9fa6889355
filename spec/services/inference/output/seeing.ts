import { z } from 'zod';

const box = z.object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number() });

/** `result` of object detection; the corners are pixels. */
export const detectionsSchema = z.array(
  z.object({ label: z.string(), score: z.number().min(0).max(1), box }),
);

/** `result` of image to text. */
export const descriptionSchema = z.object({ description: z.string() });

const rest = { metrics: z.looseObject({}).optional(), finish_reason: z.string().optional() };
const relative = z.object({ x_min: z.number(), y_min: z.number(), x_max: z.number(), y_max: z.number() });

/** `result` of models whose `task` says what to do: one member for each task. */
export const imageTaskSchema = z.union([
  z.object({ answer: z.string(), ...rest }),
  z.object({ caption: z.string(), ...rest }),
  z.object({ points: z.array(z.object({ x: z.number(), y: z.number() })), ...rest }),
  z.object({ objects: z.array(relative), ...rest }),
]);
