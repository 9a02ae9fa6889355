export type {
  BrowserEngine,
  BrowserOptions,
  BrowserStatus,
  LaunchCommand,
  PageFacts,
  PrivateNetwork,
  Redirect,
  Visited,
} from './browser-engine.ts';
export { BrowserError, type BrowserFailure, type BrowserStage } from './browser-error.ts';
export { createBrowser, launchCommand } from './create-browser.ts';
export type {
  AccessibilityNode,
  Clip,
  LoadEvent,
  LoadedPage,
  PdfLength,
  PdfOptions,
  RequestRules,
  ScrapedElement,
  ScreenshotOptions,
  ScriptTag,
  SelectorWait,
  StyleTag,
  UrlPattern,
  Viewport,
  Visit,
  VisitCookie,
  VisitSource,
} from './visit.ts';
