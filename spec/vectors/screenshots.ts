import { z } from 'zod';

/** Replacements of marks in requests, headers and text files of a case. */
export interface Filling {
  /** `{{site}}`: the base URL of the site that serves the files; `{{host}}` is its host, without a port. */
  readonly site: string;
  /** `{{font}}`: a `data:` URL of the font of squares. */
  readonly font: string;
}

const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be the name of a file beside case.json');
const texts = z.record(z.string(), z.string());

/** How the site of a case answers, besides its bytes. */
const answerMembers = {
  status: z.int().min(200).max(599).optional(),
  headers: texts.optional(),
  /** Milliseconds before anything is sent. */
  delayMs: z.int().min(0).max(10_000).optional(),
  /** Credentials that the site requires with status 401. */
  auth: z.strictObject({ username: z.string(), password: z.string() }).optional(),
  /** Requirements of a request; one that does not meet them gets 403 and an empty body. */
  needs: z.strictObject({ cookies: texts.default({}), headers: texts.default({}) }).optional(),
};

const answerSchema = z.strictObject({ file: fileName, type: z.string().optional(), ...answerMembers });

const requestSchema = z
  .record(z.string(), z.unknown())
  .refine((request) => !('url' in request || 'html' in request), 'must not have url or html');

const sourceSchema = z.enum(['html', 'url']);

/** Another picture of the same target; it takes what it omits from the case. */
const otherSchema = z.union([
  fileName.transform((page) => ({ page, by: undefined, request: undefined })),
  z
    .strictObject({
      page: fileName.optional(),
      by: sourceSchema.optional(),
      request: requestSchema.optional(),
    })
    .refine((other) => Object.keys(other).length > 0, 'must differ in at least one member')
    .transform(({ page, by, request }) => ({ page, by, request })),
]);

/** `fixtures/screenshots/NAME/case.json`; the README in that folder explains each member. */
export const screenshotCaseSchema = z.strictObject({
  title: z.string().min(10),
  requirements: z.array(z.string().regex(/^BR-[A-Z0-9]+-[1-9]\d*$/)).min(1),
  by: sourceSchema,
  request: requestSchema.default({}),
  page: fileName.default('page.html'),
  ...answerMembers,
  files: z
    .record(z.string().regex(/^\/./, 'must be a path that starts with a slash'), answerSchema)
    .default({}),
  expects: z.strictObject({
    type: z.enum(['png', 'jpeg', 'webp']).default('png'),
    width: z.int().positive(),
    height: z.int().positive(),
    /** Colours that a person worked out, as `#rrggbb` or `#rrggbbaa`, by position: `"10,20"`. */
    pixels: z
      .record(z.string().regex(/^\d+,\d+$/), z.string().regex(/^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/))
      .default({}),
  }),
  tolerance: z
    .strictObject({
      maxDifference: z.int().min(0).max(255),
      differentPixels: z.int().min(0),
    })
    .default({ maxDifference: 0, differentPixels: 0 }),
  same: otherSchema.optional(),
  differs: otherSchema.optional(),
});

/** One case of `fixtures/screenshots`, defaults filled in. */
export type ScreenshotCase = z.output<typeof screenshotCaseSchema>;

/** Another picture that a case is compared with. */
type OtherPicture = NonNullable<ScreenshotCase['same']>;

/** How the site answers for one file. */
export type PageAnswer = z.output<typeof answerSchema>;

/** The request for one picture: its page and options. */
export type Shot = Pick<ScreenshotCase, 'by' | 'page' | 'request'>;

/** The pictures of a case: its own, and those it is compared with. */
export function getShots(item: ScreenshotCase): {
  readonly own: Shot;
  readonly same: Shot | undefined;
  readonly differs: Shot | undefined;
} {
  const { by, page, request } = item;
  const own = { by, page, request };
  const other = (given: OtherPicture | undefined): Shot | undefined =>
    given && {
      by: given.by ?? by,
      page: given.page ?? page,
      request: given.request ?? request,
    };
  return { own, same: other(item.same), differs: other(item.differs) };
}

/** The site's answer for the page of a shot: as the case says, for any page. */
export function getPageAnswer(item: ScreenshotCase, page: string): PageAnswer {
  const { status, headers, delayMs, auth, needs } = item;
  return { file: page, status, headers, delayMs, auth, needs };
}

/**
 * The same text with its marks replaced.
 *
 * @example
 * filled('{{site}}/a', { site: 'http://localhost:1', font: 'data:,' }) // 'http://localhost:1/a'
 */
export const filled = (text: string, { site, font }: Filling): string =>
  text
    .replaceAll('{{site}}', () => site)
    .replaceAll('{{host}}', () => URL.parse(site)?.hostname ?? '')
    .replaceAll('{{font}}', () => font);

/** The same value with the marks in all its strings replaced; member names stay. */
export function filledIn<T>(value: T, filling: Filling): T {
  const fill = (_: string, part: unknown) => (typeof part === 'string' ? filled(part, filling) : part);
  // A JSON value keeps its type.
  return JSON.parse(JSON.stringify(value, fill)) as T;
}

/** Types of files by extension. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ttf: 'font/ttf',
  woff: 'font/woff',
};

/** The content type of a file of a case. */
export const typeOfFile = (name: string): string =>
  types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** The file name of the golden of a case: its extension is that of the format. */
export const goldenName = ({ expects }: ScreenshotCase): string =>
  `golden.${expects.type === 'jpeg' ? 'jpg' : expects.type}`;
