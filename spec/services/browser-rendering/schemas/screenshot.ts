import { z } from 'zod';
import { browserLimits } from '../../../browser-limits.ts';
import { browserRenderingLimits as limits } from '../limits.ts';
import { commonFields, exactlyOneSource, sourceFields } from './common.ts';

const side = (name: string) => z.number().positive(`'${name}' in 'clip' must be positive.`);

const clip = z
  .object({
    x: z.number(),
    y: z.number(),
    width: side('width'),
    height: side('height'),
    scale: z.number().positive("'scale' in 'clip' must be positive.").optional(),
  })
  .refine(({ width, height, scale = 1 }) => width * height * scale ** 2 <= browserLimits.pixels, {
    error: `has more pixels than ${browserLimits.pixels}: make it smaller`,
  });

const { min, max } = limits.quality;
const outOfBounds = ({ input }: { readonly input?: unknown }) =>
  `Expected 'quality' (${input}) to be between ${min} and ${max}, inclusive.`;

/** Members of `screenshotOptions` in every action that takes pictures: fact sheet browser-rendering, section 4. */
const pictureFields = {
  type: z.enum(['png', 'jpeg', 'webp']).optional(),
  quality: z.number().min(min, { error: outOfBounds }).max(max, { error: outOfBounds }).optional(),
  clip: clip.optional(),
  fullPage: z.boolean().optional(),
  omitBackground: z.boolean().optional(),
  captureBeyondViewport: z.boolean().optional(),
  fromSurface: z.boolean().optional(),
  optimizeForSpeed: z.boolean().optional(),
} as const;

interface Options {
  readonly type?: string | undefined;
  readonly quality?: number | undefined;
  readonly clip?: object | undefined;
  readonly fullPage?: boolean | undefined;
}

/** Refuses options that exclude each other, in the words of the engine: section 4, measured. */
function compatible({ type = 'png', quality, clip, fullPage }: Options, refuse: z.core.$RefinementCtx) {
  if (type === 'png' && quality !== undefined) {
    const message = "png screenshots do not support 'quality'.";
    refuse.addIssue({ code: 'custom', path: ['quality'], message });
  }
  if (clip !== undefined && fullPage === true) {
    refuse.addIssue({
      code: 'custom',
      path: ['clip'],
      message: "'clip' and 'fullPage' are mutually exclusive",
    });
  }
}

/** `screenshotOptions` of a snapshot, which has no choice of encoding. */
export const pictureOptionsSchema = z.object(pictureFields).superRefine(compatible);

export type PictureOptions = z.output<typeof pictureOptionsSchema>;

/** The body of `/screenshot`: seed, Screenshot request; fact sheet, sections 3 and 4. */
export const screenshotRequestSchema = z
  .object({
    ...sourceFields,
    ...commonFields,
    screenshotOptions: z
      .object({ ...pictureFields, encoding: z.enum(['binary', 'base64']).optional() })
      .superRefine(compatible)
      .optional(),
    scrollPage: z.boolean().optional(),
    selector: z.string().min(1, 'must not be empty').optional(),
  })
  .superRefine(exactlyOneSource);

export type ScreenshotRequest = z.output<typeof screenshotRequestSchema>;
