import type { Page } from 'puppeteer-core';
import type { LoadedPage } from '../loaded-page.ts';
import { accessibilityTree } from './accessibility.ts';
import { documentHtml } from './content.ts';
import { linksOf } from './links.ts';
import { printPdf } from './pdf.ts';
import { scrape } from './scrape.ts';
import { screenshot } from './screenshot.ts';

/** A page that the browser has loaded, as whoever visits it sees it. */
export function openPage(page: Page): LoadedPage {
  return {
    screenshot: (options = {}) => screenshot(page, options),
    pdf: (options = {}) => printPdf(page, options),
    content: () => documentHtml(page),
    links: ({ visibleOnly = false } = {}) => linksOf(page, visibleOnly),
    scrape: (selectors) => scrape(page, selectors),
    accessibilityTree: (options = {}) => accessibilityTree(page, options),
  };
}
