import { z } from 'zod';
import { browserLimits } from '../../../engine-limits.ts';
import { secret } from '../../../secret.ts';
import { browserRenderingLimits, browserRenderingLimits as limits } from '../limits.ts';

/** Resource types of the requests of a page: cloudflare-typescript, Browser Rendering. */
export const resourceTypes = [
  'document',
  'stylesheet',
  'image',
  'media',
  'font',
  'script',
  'texttrack',
  'xhr',
  'fetch',
  'prefetch',
  'eventsource',
  'websocket',
  'manifest',
  'signedexchange',
  'ping',
  'cspviolationreport',
  'preflight',
  'other',
] as const;

const loadEvents = ['load', 'domcontentloaded', 'networkidle0', 'networkidle2'] as const;

/** Milliseconds from 0 to a limit. */
export const milliseconds = (max: number) =>
  z
    .number()
    .min(0, 'must not be negative')
    .max(max, { error: ({ input }) => `is ${input} ms, at most ${max} ms are allowed` });

const scriptTag = z.object({
  content: z.string().optional(),
  url: z.string().optional(),
  type: z.string().optional(),
  id: z.string().optional(),
});

const styleTag = z.object({ content: z.string().optional(), url: z.string().optional() });

const cookie = z.object({
  name: z.string(),
  value: secret(z.string()),
  url: z.string().optional(),
  domain: z.string().optional(),
  path: z.string().optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  expires: z.number().optional(),
  priority: z.enum(['Low', 'Medium', 'High']).optional(),
  sameParty: z.boolean().optional(),
  sourceScheme: z.enum(['Unset', 'NonSecure', 'Secure']).optional(),
  sourcePort: z.number().optional(),
  partitionKey: z.string().optional(),
});

const gotoOptions = z.object({
  timeout: milliseconds(limits.navigationMs.max).optional(),
  waitUntil: z.union([z.enum(loadEvents), z.array(z.enum(loadEvents)).min(1)]).optional(),
  referer: z.string().optional(),
  referrerPolicy: z.string().optional(),
});

/** A length of a viewport; the engine treats 0 as unset (measured). */
const pixels = z.int({ error: 'must be a whole number of pixels' }).min(0, 'must not be negative');

/** Upper limits are those of our browser: the platform documents none. */
const viewport = z
  .object({
    width: pixels,
    height: pixels,
    deviceScaleFactor: z
      .number()
      .min(0, 'must not be negative')
      .max(browserLimits.deviceScaleFactor, {
        error: ({ input }) => `is ${input}, at most ${browserLimits.deviceScaleFactor} is allowed`,
      })
      .optional(),
    isMobile: z.boolean().optional(),
    isLandscape: z.boolean().optional(),
    hasTouch: z.boolean().optional(),
  })
  .refine(({ width, height }) => width * height <= browserLimits.pixels, {
    error: ({ input }) =>
      `is ${tooLarge(input)} pixels, at most ${browserLimits.pixels} are allowed: make it smaller`,
  });

const tooLarge = (size: unknown) => {
  const { width, height } = size as { width: number; height: number }; // Refined only once it is a window.
  return width * height;
};

const waitForSelector = z.object({
  selector: z.string().min(1, 'must not be empty'),
  visible: z.literal(true).optional(),
  hidden: z.literal(true).optional(),
  timeout: milliseconds(limits.selectorMs).optional(),
});

const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const fieldValue = (value: string) => !/[\r\n\0]/.test(value);

const extraHeaders = z
  .record(z.string(), secret(z.string()))
  .refine((headers) => Object.keys(headers).every((name) => fieldName.test(name)), {
    error: 'has a name that no header can have',
  })
  .refine((headers) => Object.values(headers).every(fieldValue), {
    error: 'has a value that no header can have',
  });

/**
 * Members of every rendering request except `url` and `html`: cloudflare-typescript, Browser Rendering. Unknown members
 * are ignored, and so is the `goToOptions` of the documentation's prose (inferred: no source mentions it).
 */
export const commonFields = {
  actionTimeout: milliseconds(limits.actionMs).optional(),
  addScriptTag: z.array(scriptTag).optional(),
  addStyleTag: z.array(styleTag).optional(),
  allowRequestPattern: z.array(z.string()).optional(),
  rejectRequestPattern: z.array(z.string()).optional(),
  allowResourceTypes: z.array(z.enum(resourceTypes)).optional(),
  rejectResourceTypes: z.array(z.enum(resourceTypes)).optional(),
  authenticate: z.object({ username: z.string(), password: secret(z.string()) }).optional(),
  bestAttempt: z.boolean().optional(),
  /** Selects another backend of the platform; here there is one browser, so it has no effect. */
  browser: z.enum(['kitesurf']).optional(),
  cookies: z.array(cookie).optional(),
  emulateMediaType: z.string().optional(),
  gotoOptions: gotoOptions.optional(),
  setExtraHTTPHeaders: extraHeaders.optional(),
  setJavaScriptEnabled: z.boolean().optional(),
  userAgent: z.string().refine(fieldValue, { error: 'must be one line of text' }).optional(),
  viewport: viewport.optional(),
  waitForSelector: waitForSelector.optional(),
  waitForTimeout: milliseconds(limits.waitMs).optional(),
} as const;

const filled = (what: string) => z.string().min(1, `${what} must not be empty`);

/** The page: exactly one of the two, which {@link exactlyOneSource} checks. */
export const sourceFields = {
  url: filled('a URL').optional(),
  html: filled('HTML').optional(),
} as const;

interface Source {
  readonly url?: string | undefined;
  readonly html?: string | undefined;
}

/** Refuses a request with no page, or with two. */
export function exactlyOneSource({ url, html }: Source, refuse: z.core.$RefinementCtx): void {
  if ((url === undefined) !== (html === undefined)) return;
  const message =
    url === undefined ? 'is required, or html in its place' : 'is there beside url: send exactly one of them';
  refuse.addIssue({ code: 'custom', path: [url === undefined ? 'url' : 'html'], message });
}

/** The members of every rendering request. */
const commonRequest = z.object({ ...sourceFields, ...commonFields });

export type CommonRequest = z.output<typeof commonRequest>;

const { default: fallback, max } = browserRenderingLimits.cacheTtl;

/** The query of every action: Cloudflare docs, Browser Run Quick Actions. */
export const renderQuery = z.object({
  cacheTTL: z
    .string()
    .regex(/^\d{1,9}(?:\.\d+)?$/, `must be a number of seconds from 0 to ${max}`)
    .transform(Number)
    .pipe(z.number().max(max, `must be at most ${max} seconds`))
    .optional()
    .transform((value) => value ?? fallback)
    .meta({ type: 'number', minimum: 0, maximum: max, default: fallback }),
});

const headers = z.record(z.string(), z.string());

/** The data of the page next to the result: Cloudflare Workers types. */
export const metaSchema = z.object({
  /** HTTP status of the page. */
  status: z.int(),
  title: z.string(),
  /** By their lower-case names; a line feed joins repeated ones. */
  headers: headers.optional(),
  finalUrl: z.string().optional(),
  /** Oldest first; absent without redirects. */
  redirectChain: z
    .array(z.object({ url: z.string(), status: z.int(), headers }))
    .min(1)
    .optional(),
});

export type Meta = z.output<typeof metaSchema>;

/** The header of every answer. */
export const renderAnswerHeaders = z.object({
  'x-browser-ms-used': z.string().regex(/^\d+$/, 'must be a whole number of milliseconds'),
});

/**
 * The body of `/links`: seed, Links request. It requires `url`, because links of HTML alone have no page host to be
 * external to.
 */
export const linksRequestSchema = z
  .object({
    ...sourceFields,
    url: z.string({ error: 'is required: links are read from a URL' }).min(1, 'a URL must not be empty'),
    ...commonFields,
    visibleLinksOnly: z.boolean().optional(),
    excludeExternalLinks: z.boolean().optional(),
  })
  .superRefine(exactlyOneSource);

/** The targets of links in document order, including repeated ones: Cloudflare docs, Browser Run /links. */
export const linksSchema = z.array(z.string());
