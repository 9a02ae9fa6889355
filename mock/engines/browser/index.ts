export type { BrowserEngine, BrowserStatus, PageFacts, Redirect, Visited } from './browser-engine.ts';
export { BrowserError, type BrowserFailure, type BrowserStage } from './browser-error.ts';
export type { BrowserOptions, LaunchCommand, PrivateNetwork } from './browser-options.ts';
export { launchCommand } from './launch-command.ts';
export { createBrowser } from './lazy-browser.ts';
export type {
  AccessibilityNode,
  Clip,
  LoadedPage,
  PdfLength,
  PdfOptions,
  ScrapedElement,
  ScreenshotOptions,
} from './loaded-page.ts';
export type {
  LoadEvent,
  RequestRules,
  ScriptTag,
  SelectorWait,
  StyleTag,
  UrlPattern,
  Viewport,
  Visit,
  VisitCookie,
  VisitSource,
} from './visit.ts';
