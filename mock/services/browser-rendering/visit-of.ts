import {
  defaultUserAgent,
  browserRenderingLimits as limits,
} from '../../../spec/services/browser-rendering/limits.ts';
import type { CommonRequest } from '../../../spec/services/browser-rendering/schemas/page.ts';
import type { RequestRules, Viewport, Visit, VisitSource } from '../../engines/browser/index.ts';
import { urlPatterns } from './url-pattern.ts';

/**
 * The visit that a rendering request asks for, with the defaults of the platform: fact sheet browser-rendering,
 * section 3. Allowing and rejecting may stand together: what is rejected is so first.
 *
 * @throws ApiError `render-invalid` for a pattern that can't be compiled
 *
 * @example
 * visitOf({ html: '<h1>Hi</h1>' }).viewport // { width: 1920, height: 1080, deviceScaleFactor: 1 }
 */
export function visitOf(request: CommonRequest): Visit {
  const { gotoOptions = {}, waitForSelector: selector } = request;
  return {
    source: sourceOf(request),
    viewport: viewportOf(request.viewport),
    userAgent: request.userAgent ?? defaultUserAgent,
    cookies: request.cookies,
    credentials: request.authenticate,
    headers: request.setExtraHTTPHeaders,
    javaScript: request.setJavaScriptEnabled,
    mediaType: request.emulateMediaType,
    requests: rulesOf(request),
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

/** The schema has seen to it that one of them is there. */
function sourceOf({ url, html = '' }: CommonRequest): VisitSource {
  return url === undefined ? { html } : { url };
}

/** Nothing where nothing is said, since asking before every request takes time. */
function rulesOf(request: CommonRequest): RequestRules | undefined {
  const rules = {
    allowPatterns: urlPatterns(request.allowRequestPattern, 'allowRequestPattern'),
    rejectPatterns: urlPatterns(request.rejectRequestPattern, 'rejectRequestPattern'),
    allowTypes: request.allowResourceTypes,
    rejectTypes: request.rejectResourceTypes,
  };
  return Object.values(rules).some((rule) => rule !== undefined) ? rules : undefined;
}

/** A length of 0 leaves that of the default as it is: section 4, measured. */
function viewportOf({ width, height, deviceScaleFactor, ...rest }: Partial<Viewport> = {}): Viewport {
  const { viewport } = limits;
  return {
    ...rest,
    width: width || viewport.width,
    height: height || viewport.height,
    deviceScaleFactor: deviceScaleFactor || viewport.deviceScaleFactor,
  };
}

/** To the engine 0 is no limit; the platform has one in any case. */
function navigationMs(asked: number = limits.navigationMs.default): number {
  return unlessZero(asked) ?? limits.navigationMs.max;
}

const unlessZero = (milliseconds: number | undefined) => (milliseconds === 0 ? undefined : milliseconds);
