import { z } from 'zod';
import { browserRenderingLimits as limits } from '../limits.ts';
import { commonFields, exactlyOneSource, milliseconds, sourceFields } from './common.ts';
import { pictureOptionsSchema } from './screenshot.ts';

/** The body of an action with fields of its own beside the common ones. */
const request = <const Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...sourceFields, ...commonFields, ...fields });

/** The body of `/content` and `/markdown`, which have no fields of their own: fact sheet browser-rendering, section 6. */
export const pageRequestSchema = request({}).superRefine(exactlyOneSource);

export type PageRequest = z.output<typeof pageRequestSchema>;

export const paperFormats = [
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

/** A number of pixels, or text with a unit. */
const length = z.union([
  z.number().min(0, 'must not be negative'),
  z.string().refine((text) => /^\d+(?:\.\d+)?\s*(?:px|in|cm|mm)?$/i.test(text), {
    error: 'must be a number of pixels, or one with a unit: px, in, cm or mm',
  }),
]);

const { min, max } = limits.pdfScale;

const pdfOptions = z.object({
  scale: z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`).optional(),
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

export type PdfRequest = z.output<typeof pdfRequestSchema>;

/** What a snapshot can hold. */
export const snapshotFormats = ['content', 'screenshot', 'markdown', 'accessibilityTree'] as const;

export type SnapshotFormat = (typeof snapshotFormats)[number];

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

export type ScrapeRequest = z.output<typeof scrapeRequestSchema>;

/** The node of a tree is whatever the browser says of it; `role` is always there. */
const accessibilityNode = z.looseObject({
  role: z.string(),
  name: z.string().optional(),
  children: z.array(z.unknown()).readonly().optional(),
});

export const accessibilityTreeRequestSchema = request({
  interestingOnly: z.boolean().optional(),
  root: z.string().min(1, 'must not be empty').optional(),
}).superRefine(exactlyOneSource);

export type AccessibilityTreeRequest = z.output<typeof accessibilityTreeRequestSchema>;

export const accessibilityTreeSchema = z.object({ accessibilityTree: accessibilityNode.nullable() });

/** One member for each format that was asked for; the picture is Base64. */
export const snapshotSchema = z.object({
  content: z.string().optional(),
  screenshot: z.base64().optional(),
  markdown: z.string().optional(),
  accessibilityTree: accessibilityNode.nullable().optional(),
});

/** What each selector found. One client library has `results` as a single object; the documentation shows a list. */
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
