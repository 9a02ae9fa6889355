import type { Suite } from '../harness/suite.ts';
import { renderingAccessSuite, renderingPrefixesSuite } from './access.suite.ts';
import { accessibilityTreeSuite } from './accessibility-tree.suite.ts';
import { renderingCacheSuite } from './cache.suite.ts';
import { contentSuite, renderedMarkdownSuite } from './content.suite.ts';
import { renderingErrorsSuite } from './errors.suite.ts';
import { renderedJsonSuite } from './json.suite.ts';
import { linksSuite } from './links.suite.ts';
import { linksDocumentSuite } from './links-document.suite.ts';
import { linksExternalSuite } from './links-external.suite.ts';
import { linksLoadingSuite } from './links-loading.suite.ts';
import { linksVisibleSuite } from './links-visible.suite.ts';
import { renderingMetaSuite } from './meta.suite.ts';
import { renderedPdfSuite } from './pdf.suite.ts';
import { requestsCookiesSuite } from './requests-cookies.suite.ts';
import { requestsFiltersSuite } from './requests-filters.suite.ts';
import { requestsIdentitySuite } from './requests-identity.suite.ts';
import { requestsBodiesSuite, requestsRefusalsSuite } from './requests-refusals.suite.ts';
import { requestsWaitingSuite } from './requests-waiting.suite.ts';
import { requestsWindowSuite } from './requests-window.suite.ts';
import { scrapeSuite } from './scrape.suite.ts';
import { screenshotCasesSuite, screenshotRefusalsSuite, screenshotSuite } from './screenshot.suite.ts';
import { snapshotSuite } from './snapshot.suite.ts';
import { renderingLimitsSuite, renderingTimeoutsSuite } from './timeouts.suite.ts';

/** Pages in a browser. */
export const browserRenderingSuites: readonly Suite[] = [
  renderingAccessSuite,
  linksSuite,
  requestsIdentitySuite,
  requestsCookiesSuite,
  requestsWindowSuite,
  requestsFiltersSuite,
  requestsWaitingSuite,
  requestsRefusalsSuite,
  requestsBodiesSuite,
  screenshotRefusalsSuite,
  linksDocumentSuite,
  linksLoadingSuite,
  linksVisibleSuite,
  screenshotCasesSuite,
  linksExternalSuite,
  accessibilityTreeSuite,
  contentSuite,
  renderedMarkdownSuite,
  renderedPdfSuite,
  scrapeSuite,
  snapshotSuite,
  renderingCacheSuite,
  renderingErrorsSuite,
  renderedJsonSuite,
  renderingLimitsSuite,
  renderingMetaSuite,
  renderingPrefixesSuite,
  renderingTimeoutsSuite,
  screenshotSuite,
];
