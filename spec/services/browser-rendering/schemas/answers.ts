import { z } from 'zod';
import { browserLimits } from '../../../engine-limits.ts';
import { browserRenderingLimits as limits } from '../limits.ts';
import { commonFields, exactlyOneSource, milliseconds, sourceFields } from './page.ts';

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

/**
 * Members of `screenshotOptions` in every action that takes pictures: Cloudflare docs, Browser Run
 * /screenshot.
 */
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

/** Refuses options that exclude each other, in the words of the engine; measured. */
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
const pictureOptionsSchema = z.object(pictureFields).superRefine(compatible);

/**
 * The body of `/screenshot`: seed, Screenshot request; cloudflare-typescript, Browser Rendering and
 * Cloudflare docs, Browser Run /screenshot.
 */
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
  .superRefine(exactlyOneSource)
  .refine(
    ({ selector, screenshotOptions }) => selector === undefined || screenshotOptions?.fullPage !== true,
    {
      path: ['selector'],
      error: "'selector' and 'fullPage' are mutually exclusive",
    },
  );

/** A custom model, as `<provider>/<model>`; those of the platform need no authorization. */
const customModel = z.object({
  model: z.string().refine((model) => /^[^/]+\/.+$/.test(model), {
    error: 'must be <provider>/<model>, for example workers-ai/@cf/meta/llama-3.3-70b-instruct-fp8-fast',
  }),
  authorization: z.string().optional(),
});

const jsonFields = z.object({
  ...sourceFields,
  ...commonFields,
  prompt: z.string().min(1, 'must not be empty').optional(),
  response_format: z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.record(z.string(), z.unknown()).nullable().optional(),
    })
    .optional(),
  custom_ai: z
    .array(customModel)
    .min(1, 'needs at least one model')
    .max(limits.customModels, `takes at most ${limits.customModels} models`)
    .optional(),
});

/** The body of `/json`: Cloudflare docs, Browser Run Quick Actions. */
export const jsonRequestSchema = jsonFields
  .superRefine(exactlyOneSource)
  .refine(({ prompt, response_format }) => prompt !== undefined || response_format !== undefined, {
    path: ['prompt'],
    error: 'is required, or response_format, or both',
  });

export type JsonRequest = z.output<typeof jsonRequestSchema>;

/** The data that the model extracted from the page. */
export const jsonSchema = z.record(z.string(), z.unknown());

/** The body of an action with its own fields in addition to the common ones. */
const request = <const Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...sourceFields, ...commonFields, ...fields });

/**
 * The body of `/content` and `/markdown`, which have no fields of their own: Cloudflare docs, Browser Run Quick
 * Actions.
 */
export const pageRequestSchema = request({}).superRefine(exactlyOneSource);

const paperFormats = [
  'letter',
  'legal',
  'tabloid',
  'ledger',
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
] as const;

/** A number of pixels, or a string with a unit. */
const length = z.union([
  z.number().min(0, 'must not be negative'),
  z.string().refine((text) => /^\d+(?:\.\d+)?\s*(?:px|in|cm|mm)?$/i.test(text), {
    error: 'must be a number of pixels, or one with a unit: px, in, cm or mm',
  }),
]);

const { pdfScale } = limits;

const pdfOptions = z.object({
  scale: z
    .number()
    .min(pdfScale.min, `must be at least ${pdfScale.min}`)
    .max(pdfScale.max, `must be at most ${pdfScale.max}`)
    .optional(),
  displayHeaderFooter: z.boolean().optional(),
  headerTemplate: z.string().optional(),
  footerTemplate: z.string().optional(),
  printBackground: z.boolean().optional(),
  landscape: z.boolean().optional(),
  pageRanges: z.string().optional(),
  format: z.enum(paperFormats).optional(),
  width: length.optional(),
  height: length.optional(),
  preferCSSPageSize: z.boolean().optional(),
  margin: z
    .object({
      top: length.optional(),
      right: length.optional(),
      bottom: length.optional(),
      left: length.optional(),
    })
    .optional(),
  omitBackground: z.boolean().optional(),
  tagged: z.boolean().optional(),
  outline: z.boolean().optional(),
  timeout: milliseconds(limits.pdfMs.max).optional(),
});

export const pdfRequestSchema = request({ pdfOptions: pdfOptions.optional() }).superRefine(exactlyOneSource);

/** Formats of a snapshot. */
const snapshotFormats = ['content', 'screenshot', 'markdown', 'accessibilityTree'] as const;

export const snapshotRequestSchema = request({
  formats: z
    .array(z.enum(snapshotFormats))
    .refine((formats) => new Set(formats).size >= limits.snapshotFormats, {
      error: `needs at least ${limits.snapshotFormats} different formats`,
    })
    .optional(),
  screenshotOptions: pictureOptionsSchema.optional(),
}).superRefine(exactlyOneSource);

export type SnapshotRequest = z.output<typeof snapshotRequestSchema>;

export const scrapeRequestSchema = request({
  elements: z
    .array(z.object({ selector: z.string().min(1, 'must not be empty') }))
    .min(1, 'needs at least one element'),
}).superRefine(exactlyOneSource);

/** The node of a tree has the members of the browser; `role` is always present. */
const accessibilityNode = z.looseObject({
  role: z.string(),
  name: z.string().optional(),
  children: z.array(z.unknown()).readonly().optional(),
});

export const accessibilityTreeRequestSchema = request({
  interestingOnly: z.boolean().optional(),
  root: z.string().min(1, 'must not be empty').optional(),
}).superRefine(exactlyOneSource);

export const accessibilityTreeSchema = z.object({ accessibilityTree: accessibilityNode.nullable() });

/** One member for each requested format; the screenshot is Base64. */
export const snapshotSchema = z.object({
  content: z.string().optional(),
  screenshot: z.base64().optional(),
  markdown: z.string().optional(),
  accessibilityTree: accessibilityNode.nullable().optional(),
});

/**
 * The results of each selector. One client library has `results` as a single object; the documentation shows a list.
 */
export const scrapedSchema = z.array(
  z.object({
    selector: z.string(),
    results: z.array(
      z.object({
        html: z.string(),
        text: z.string(),
        width: z.number(),
        height: z.number(),
        top: z.number(),
        left: z.number(),
        attributes: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
);
