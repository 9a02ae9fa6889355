import { RE2JS, RE2JSException } from 're2js';
import { ApiError } from '../../../spec/errors.ts';
import { jsonPointer } from '../../../spec/mistake.ts';
import {
  defaultUserAgent,
  browserRenderingLimits as limits,
} from '../../../spec/services/browser-rendering/limits.ts';
import type { CommonRequest } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { RequestRules, UrlPattern, Viewport, Visit, VisitSource } from '../../engines/browser/index.ts';

/** The default window size of a page. */
type WindowSize = Pick<Viewport, 'width' | 'height'>;

/**
 * The visit of a rendering request, with the defaults of the platform: cloudflare-typescript, Browser Rendering. A
 * request may both allow and reject; rejecting takes precedence.
 *
 * @param window size when the request has none
 * @throws ApiError `render-invalid` for a pattern that does not compile
 *
 * @example
 * toVisit({ html: '<h1>Hi</h1>' }).viewport // { width: 1920, height: 1080, deviceScaleFactor: 1 }
 */
export function toVisit(request: CommonRequest, window: WindowSize = limits.viewport): Visit {
  const { gotoOptions = {}, waitForSelector: selector } = request;
  return {
    source: getSource(request),
    viewport: toViewport(request.viewport, window),
    userAgent: request.userAgent ?? defaultUserAgent,
    cookies: request.cookies,
    credentials: request.authenticate,
    headers: request.setExtraHTTPHeaders,
    javaScript: request.setJavaScriptEnabled,
    mediaType: request.emulateMediaType,
    requests: getRules(request),
    waitUntil: [gotoOptions.waitUntil ?? 'domcontentloaded'].flat(),
    navigationMs: navigationMs(gotoOptions.timeout),
    referrer: gotoOptions.referer,
    referrerPolicy: gotoOptions.referrerPolicy,
    scriptTags: request.addScriptTag,
    styleTags: request.addStyleTag,
    waitForSelector: selector && {
      selector: selector.selector,
      visible: selector.visible,
      hidden: selector.hidden,
      timeoutMs: unlessZero(selector.timeout),
    },
    waitMs: request.waitForTimeout,
    actionMs: unlessZero(request.actionTimeout),
    bestAttempt: request.bestAttempt,
  };
}

/** The schema requires one of them. */
function getSource({ url, html = '' }: CommonRequest): VisitSource {
  return url === undefined ? { html } : { url };
}

/** Undefined without any rule, since intercepting every request takes time. */
function getRules(request: CommonRequest): RequestRules | undefined {
  const rules = {
    allowPatterns: urlPatterns(request.allowRequestPattern, 'allowRequestPattern'),
    rejectPatterns: urlPatterns(request.rejectRequestPattern, 'rejectRequestPattern'),
    allowTypes: request.allowResourceTypes,
    rejectTypes: request.rejectResourceTypes,
  };
  return Object.values(rules).some((rule) => rule !== undefined) ? rules : undefined;
}

/** A length of 0 means the default; measured. */
function toViewport(
  { width, height, deviceScaleFactor, ...rest }: Partial<Viewport> = {},
  viewport: WindowSize,
): Viewport {
  return {
    ...rest,
    width: width || viewport.width,
    height: height || viewport.height,
    deviceScaleFactor: deviceScaleFactor || limits.viewport.deviceScaleFactor,
  };
}

/** 0 means no limit to the engine; the platform always has one. */
function navigationMs(asked: number = limits.navigationMs.default): number {
  return unlessZero(asked) ?? limits.navigationMs.max;
}

const unlessZero = (milliseconds: number | undefined) => (milliseconds === 0 ? undefined : milliseconds);

/** A pattern between slashes with flags, as in the documentation; anything else is a bare pattern. */
const delimited = /^\/(.*)\/([dgimsuvy]*)$/s;

/** Flags that change RE2's behavior; the others have no effect on a test of one URL. */
const flags: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
};

/**
 * The patterns of `allowRequestPattern` or `rejectRequestPattern`. They run on RE2, in time linear in the URL, so there
 * is no look-around and no back-reference (inferred: the platform names no engine).
 *
 * @param member name of their member, for refusals
 * @throws ApiError `render-invalid` for a pattern that does not compile
 *
 * @example
 * urlPatterns(['/\\.css$/i'], 'rejectRequestPattern')?.[0]?.test('https://example.com/A.CSS'); // true
 */
export function urlPatterns(texts: readonly string[] | undefined, member: string): UrlPattern[] | undefined {
  return texts?.map((text, index) => {
    const [, inner = text, letters = ''] = delimited.exec(text) ?? [];
    try {
      const compiled = RE2JS.compile(inner, bits(letters));
      return { test: (url) => compiled.test(url) };
    } catch (cause) {
      if (!(cause instanceof RE2JSException)) throw cause;
      const path = [member, String(index)];
      const problem = `is no regular expression that runs in linear time: ${cause.message}`;
      throw new ApiError('render-invalid', { field: path.join('.'), problem }, jsonPointer(path), { cause });
    }
  });
}

const bits = (letters: string) => [...letters].reduce((sum, letter) => sum | (flags[letter] ?? 0), 0);
