import { z } from 'zod';

const headerNames = z.string().regex(/^[!#$%&'*+.^_`|~0-9a-z-]+$/, 'must be a header name in lower case');

/** The expected value of a header: the values of all its fields in order, or null for none. */
const headerValues = z.union([z.string(), z.array(z.string()).min(1), z.null()]);

/** Content codings of the fixture site. */
export const pageCodings = ['gzip', 'br', 'zstd', 'deflate'] as const;

/** `fixtures/markdown/NAME/case.json`; the README in that folder explains each member. */
export const markdownCaseSchema = z.strictObject({
  title: z.string().min(10),
  requirements: z.array(z.string().regex(/^MD-[A-Z]+-[1-9]\d*$/)).min(1),
  request: z
    .strictObject({
      method: z.string().default('GET'),
      path: z
        .string()
        .regex(/^(?!\/)/, 'must not start with a slash')
        .default(''),
      headers: z
        .union([z.record(z.string(), z.string()), z.array(z.tuple([z.string(), z.string()]))])
        .default({ accept: 'text/markdown' }),
    })
    .prefault({}),
  origin: z
    .strictObject({
      page: z.string().default('page.html'),
      status: z.int().min(200).max(599).default(200),
      headers: z.record(headerNames, headerValues).default({}),
      encoding: z.array(z.enum(pageCodings)).default([]),
      length: z.enum(['declared', 'chunked']).default('declared'),
      conditional: z.boolean().default(false),
      ranges: z.boolean().default(false),
    })
    .prefault({}),
  fill: z
    .union([
      z.strictObject({ with: z.string().min(1), times: z.int().positive() }),
      z.strictObject({ with: z.string().min(1), bytes: z.int().positive() }),
    ])
    .optional(),
  expects: z
    .strictObject({
      body: z.enum(['markdown', 'page', 'either', 'none']).default('markdown'),
      status: z.int().optional(),
      headers: z.record(headerNames, headerValues).default({}),
    })
    .prefault({}),
  witness: z.string().min(10).optional(),
});

/** One case of `fixtures/markdown`, defaults filled in. */
export type MarkdownCase = z.output<typeof markdownCaseSchema>;

/** Placeholder in goldens for the scheme and host of the requested page. */
export const pageOrigin = 'https://page.example';

/** The path under which the fixture site serves a case. */
export const pathOfCase = (name: string, { request }: MarkdownCase): string =>
  `/markdown/${name}/${request.path}`;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The text that replaces `{{fill}}` in the page and the golden of a case.
 *
 * @param page the bytes of the file; a page with a fill is UTF-8
 *
 * @example
 * getFilling({ with: 'ab', bytes: 12 }, encoder.encode('<p>{{fill}}</p>')) // 'abab '
 */
export function getFilling(fill: NonNullable<MarkdownCase['fill']>, page: Uint8Array): string {
  if ('times' in fill) return fill.with.repeat(fill.times);
  const text = decoder.decode(page);
  const measured = text.includes('{{here}}') ? text.slice(0, text.indexOf('{{here}}')) : text;
  const room = fill.bytes - encoder.encode(measured.replaceAll('{{fill}}', '')).length;
  const each = encoder.encode(fill.with).length;
  return fill.with.repeat(Math.floor(room / each)) + ' '.repeat(room % each);
}

/**
 * The origin's body for a case, before any content coding.
 *
 * @param file the bytes of the file of the page
 */
export function bodyOfCase({ fill }: MarkdownCase, file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!fill) return file;
  const text = decoder.decode(file).replaceAll('{{fill}}', getFilling(fill, file));
  return encoder.encode(text.replaceAll('{{here}}', ''));
}
