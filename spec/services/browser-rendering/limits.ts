import { browserLimits } from '../../engine-limits.ts';

const seconds = 1000;
const minutes = 60 * seconds;

/**
 * Limits and defaults of a rendering request: Cloudflare docs, Browser Run Quick Actions and cloudflare-typescript,
 * Browser Rendering and Browser Run /screenshot and Browser Run limits. If two sources have different limits, the
 * higher one applies, so that no request which the platform accepts is refused. The limits of the browser itself are in
 * `spec/engine-limits.ts`.
 */
export const browserRenderingLimits = {
  /** Seconds for which a result is cached. */
  cacheTtl: { default: 5, max: 86_400 },
  /** Milliseconds of `gotoOptions.timeout`. */
  navigationMs: { default: browserLimits.navigationMs, max: 60 * seconds },
  /** Milliseconds of `actionTimeout`: the page about timeouts says five minutes, the types two. */
  actionMs: 5 * minutes,
  /** Milliseconds of `waitForSelector.timeout`: the types say two minutes, the page about timeouts one. */
  selectorMs: 2 * minutes,
  /** Milliseconds of `waitForTimeout`: the types say two minutes, the page about timeouts one. */
  waitMs: 2 * minutes,
  /** Milliseconds of `pdfOptions.timeout`. */
  pdfMs: { default: 30 * seconds, max: 5 * minutes },
  /** `screenshotOptions.quality`. */
  quality: { min: 0, max: 100 },
  /** `pdfOptions.scale`. */
  pdfScale: { min: 0.1, max: 2 },
  /** The default viewport of a page, in CSS pixels. */
  viewport: { width: 1920, height: 1080, deviceScaleFactor: 1 },
  /** Different formats of a snapshot. */
  snapshotFormats: 2,
  /** Models of `custom_ai`. */
  customModels: 3,
  /** Largest body in bytes: that of a PDF, for all actions. */
  bodyBytes: 50 * 1024 * 1024,
  /** Requests in a time, by the plan of the account. Older pages say 180 in a minute for the paid plan. */
  requests: {
    free: { limit: 1, intervalMs: 10 * seconds },
    paid: { limit: 10, intervalMs: seconds },
  },
  /** Milliseconds of browser time per day (UTC) on the free plan. */
  freeBrowserMs: 10 * minutes,
  /** Characters of a page that a model gets (ours). */
  modelText: 1_000_000,
  /** Bytes and number of cached answers, and the largest of them (ours). */
  kept: { bytes: 64 * 1024 * 1024, answers: 1000, largestBytes: 16 * 1024 * 1024 },
} as const;

/**
 * The default user agent of a page: seed rendering-repositories-examples; cloudflare-typescript, Browser Rendering.
 */
export const defaultUserAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.0.0 Safari/537.36';

/** The default model of `/json`: Cloudflare docs, Browser Run Quick Actions. */
export const defaultJsonModel = '@cf/meta/llama-3.3-70b-instruct-fp8-fast';
