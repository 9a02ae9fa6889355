import type { CookieParam, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { ScriptTag, StyleTag, Viewport, Visit, VisitCookie } from '../visit.ts';
import { isolatedWorld, presentMembers } from './driver-internals.ts';
import { getFailure } from './puppeteer-failure.ts';
import { withinTime } from './within-time.ts';

/** A page's window if the visit names none. */
const defaultViewport: Viewport = { width: 1920, height: 1080 };

/**
 * Applies the settings that must hold before a page's first request.
 *
 * @throws BrowserError `bad-request` if the browser refuses a value
 */
export async function applySettings(page: Page, visit: Visit): Promise<void> {
  const cookies = visit.cookies?.map((cookie) => toCookie(cookie, visit)) ?? [];
  // A touch screen or a phone reloads the blank page, which must be complete before other settings.
  await setWindow(page, visit.viewport);
  try {
    await Promise.all([
      // A service worker's responses depend on when it became ready, and bypass the request rules.
      page.setBypassServiceWorker(true),
      visit.userAgent === undefined ? undefined : page.setUserAgent({ userAgent: visit.userAgent }),
      visit.mediaType === undefined ? undefined : page.emulateMediaType(visit.mediaType),
      visit.javaScript === false ? page.setJavaScriptEnabled(false) : undefined,
      visit.headers === undefined ? undefined : page.setExtraHTTPHeaders({ ...visit.headers }),
      cookies.length === 0 ? undefined : page.setCookie(...cookies),
      visit.credentials === undefined ? undefined : page.authenticate({ ...visit.credentials }),
    ]);
  } catch (error) {
    throw getFailure(error, 'bad-request');
  }
}

/**
 * Sets a page's window.
 *
 * @throws BrowserError `bad-request` if it is too large, or the browser refuses it
 */
export async function setWindow(page: Page, viewport: Viewport = defaultViewport): Promise<void> {
  refuseLargeViewport(viewport);
  if (sameViewport(page.viewport(), viewport)) return;
  await page.setViewport(toWindow(viewport)).catch((error: unknown) => {
    throw getFailure(error, 'bad-request');
  });
}

function refuseLargeViewport({ width, height, deviceScaleFactor = 1 }: Viewport): void {
  if (width * height > browserLimits.pixels)
    throw new BrowserError(
      'bad-request',
      `a viewport of ${width} × ${height} has ${width * height} pixels; at most ${browserLimits.pixels} are allowed`,
    );
  if (deviceScaleFactor > browserLimits.deviceScaleFactor)
    throw new BrowserError(
      'bad-request',
      `a device scale factor of ${deviceScaleFactor} is above ${browserLimits.deviceScaleFactor}, the largest`,
    );
}

function sameViewport(is: ReturnType<Page['viewport']>, wanted: Viewport): boolean {
  return (
    is !== null &&
    is.width === wanted.width &&
    is.height === wanted.height &&
    (is.deviceScaleFactor ?? 1) === (wanted.deviceScaleFactor ?? 1) &&
    (is.isMobile ?? false) === (wanted.isMobile ?? false) &&
    (is.isLandscape ?? false) === (wanted.isLandscape ?? false) &&
    (is.hasTouch ?? false) === (wanted.hasTouch ?? false)
  );
}

function toWindow(viewport: Viewport): NonNullable<ReturnType<Page['viewport']>> {
  const {
    width,
    height,
    deviceScaleFactor = 1,
    isMobile = false,
    isLandscape = false,
    hasTouch = false,
  } = viewport;
  return { width, height, deviceScaleFactor, isMobile, isLandscape, hasTouch };
}

/**
 * A cookie in the driver's form. One without address and domain belongs to the requested page; given HTML has no
 * address, and so no cookies.
 */
function toCookie(cookie: VisitCookie, { source }: Visit): CookieParam {
  const members = Object.entries(cookie).filter(([, value]) => value !== undefined);
  // The remaining members have the same names in the driver.
  const param = Object.fromEntries(members) as unknown as CookieParam;
  if (param.url !== undefined || param.domain !== undefined) return param;
  if (source.url === undefined)
    throw new BrowserError('bad-request', `Blank page can not have cookie "${cookie.name}"`);
  return { ...param, url: source.url };
}

/**
 * Adds scripts, then style sheets, one after the other, waiting for each to load.
 *
 * @throws BrowserError `network` if one can't be loaded, `bad-request` if it has neither URL nor content
 */
export async function addTags(page: Page, visit: Visit): Promise<void> {
  const { scriptTags = [], styleTags = [], actionMs = browserLimits.actionMs } = visit;
  const tags: { tag: ScriptTag | StyleTag; add: () => Promise<unknown> }[] = [
    ...scriptTags.map((tag) => ({
      tag,
      add: () =>
        visit.javaScript === false && tag.url !== undefined
          ? insertScript(page, tag)
          : page.addScriptTag(presentMembers(tag)),
    })),
    ...styleTags.map((tag) => ({ tag, add: () => page.addStyleTag(presentMembers(tag)) })),
  ];
  const late = () => new BrowserError('timeout', 'Request timed out', { stage: 'action' });
  for (const { tag, add } of tags) {
    try {
      await withinTime(actionMs, add(), late);
    } catch (thrown) {
      const failure = getFailure(thrown, 'bad-request', 'action');
      const unloaded = /^Could not load (?:script|style)/.test(failure.detail);
      if (visit.bestAttempt === true && (unloaded || failure.failure === 'timeout')) continue;
      throw unloaded
        ? new BrowserError('network', `${failure.detail} ${tag.url ?? ''}`.trim(), { cause: thrown })
        : failure;
    }
  }
}

/** Adds a script element that neither loads nor runs, since scripts are disabled: no event would ever report it. */
function insertScript(page: Page, { url, type, id }: ScriptTag): Promise<void> {
  return isolatedWorld(page).evaluate(
    (src, given) => document.head.append(Object.assign(document.createElement('script'), { src, ...given })),
    url ?? '',
    presentMembers({ type, id }),
  );
}
