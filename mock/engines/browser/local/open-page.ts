import type { Page, SerializedAXNode } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { AccessibilityNode, LoadedPage, ScrapedElement } from '../visit.ts';
import { printPdf, refuseLargeResult, screenshot } from './capture.ts';
import { isolatedWorld } from './driver-internals.ts';
import { getFailure, invalidSelector } from './puppeteer-failure.ts';

/** A page that the browser has loaded, as whoever visits it sees it. */
export function openPage(page: Page): LoadedPage {
  return {
    screenshot: (options = {}) => screenshot(page, options),
    pdf: (options = {}) => printPdf(page, options),
    content: () => documentHtml(page),
    links: ({ visibleOnly = false } = {}) => getLinks(page, visibleOnly),
    scrape: (selectors) => scrape(page, selectors),
    accessibilityTree: (options = {}) => accessibilityTree(page, options),
  };
}

/**
 * The document as it is now, with its doctype.
 *
 * @throws BrowserError `capture` where it is larger than what a page may give back
 */
async function documentHtml(page: Page): Promise<string> {
  try {
    const html = await isolatedWorld(page).evaluate((limit) => {
      const { doctype, documentElement } = document;
      const start = doctype === null ? '' : new XMLSerializer().serializeToString(doctype);
      const text = start + (documentElement?.outerHTML ?? '');
      return text.length > limit ? text.length : text;
    }, browserLimits.resultBytes);
    if (typeof html === 'string') return html;
    throw refuseLargeResult('a document', html);
  } catch (thrown) {
    throw getFailure(thrown, 'capture', 'action');
  }
}

/**
 * Where the links of the document lead, in its order, repeated ones too: every `a` and `area` with an `href`, as the
 * DOM resolves it. So an empty one is the base URL, fragments stay, and so do addresses of other schemes (`mailto:`)
 * and those that are none. Links of SVG are resolved in the same way. Not those of frames and shadow roots, which
 * are documents of their own, and no elements of other languages that happen to have the name.
 *
 * @param visibleOnly leaves out what is styled invisible (`visibility` of `hidden` or `collapse`), is in contents that
 * are skipped (closed `details`, `content-visibility: hidden`, `hidden="until-found"`), or has an empty box with
 * nothing that stands out of it. What is transparent or outside of the window is there to be scrolled to or
 * clicked, and stays. An area is seen where its picture is.
 */
async function getLinks(page: Page, visibleOnly: boolean): Promise<string[]> {
  try {
    return await isolatedWorld(page).evaluate((seenOnly) => {
      const hasSize = ({ width, height }: DOMRect) => width > 0 && height > 0;
      const skipsContents = (element: Element) =>
        getComputedStyle(element).contentVisibility === 'hidden' || element.matches('details:not([open])');
      // What is skipped is measured all the same.
      const isDrawn = (element: Element): boolean => {
        const { parentElement } = element;
        if (getComputedStyle(element).display !== 'contents' || parentElement === null)
          return element.checkVisibility();
        return !skipsContents(parentElement) && isDrawn(parentElement);
      };
      const isSeen = (element: Element): boolean => {
        if (element instanceof HTMLAreaElement) return getPictures(element).some(isSeen);
        const { visibility, display, overflow } = getComputedStyle(element);
        if (visibility === 'hidden' || visibility === 'collapse' || !isDrawn(element)) return false;
        if (hasSize(element.getBoundingClientRect())) return true;
        if (display !== 'inline' && skipsContents(element)) return false;
        // Floats, and what lies in boxes that do not clip, are seen without the box of the link.
        if (display !== 'contents' && overflow !== 'visible') return false;
        const content = document.createRange();
        content.selectNodeContents(element);
        return hasSize(content.getBoundingClientRect());
      };
      const getPictures = (area: HTMLAreaElement) => {
        const name = area.closest('map')?.name;
        return [...document.images].filter(({ useMap }) => name && useMap === `#${name}`);
      };
      const links: string[] = [];
      for (const link of document.querySelectorAll('a[*|href], area[href]')) {
        if (seenOnly && !isSeen(link)) continue;
        if (link instanceof SVGAElement) {
          const href = link.href.baseVal;
          links.push(URL.parse(href, link.baseURI)?.href ?? href);
        } else if (link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement)
          links.push(link.href);
      }
      return links;
    }, visibleOnly);
  } catch (thrown) {
    throw getFailure(thrown, 'capture', 'action');
  }
}

/**
 * What each selector finds, in the order of the document: inner HTML, the text as it is rendered, the box in the
 * coordinates of the document, and the attributes in their order.
 *
 * @throws BrowserError `bad-request` where a selector is none
 */
async function scrape(page: Page, selectors: readonly string[]): Promise<ScrapedElement[][]> {
  try {
    return await isolatedWorld(page).evaluate(
      (all) =>
        all.map((selector) =>
          [...document.querySelectorAll(selector)].map((element) => {
            const { width, height, top, left } = element.getBoundingClientRect();
            return {
              html: element.innerHTML,
              // Elements that are not of HTML are not rendered as text; what they contain is.
              // biome-ignore lint/performance/useDomNodeTextContent: what is hidden, and how lines break, matters.
              text: element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''),
              width,
              height,
              top: top + scrollY,
              left: left + scrollX,
              attributes: [...element.attributes].map(({ name, value }) => ({ name, value })),
            };
          }),
        ),
      [...selectors],
    );
  } catch (thrown) {
    throw invalidSelector(thrown) ?? getFailure(thrown, 'capture', 'action');
  }
}

/**
 * The tree that assistive technology is given, below the first element that `root` finds or of the whole page.
 * Without `interestingOnly`, nodes that say nothing are left out of the whole page alone.
 *
 * @throws BrowserError `bad-request` where `root` is no selector
 */
async function accessibilityTree(
  page: Page,
  { root, interestingOnly = root === undefined }: Parameters<LoadedPage['accessibilityTree']>[0] & object,
): Promise<AccessibilityNode | null> {
  try {
    const element = root === undefined ? undefined : await page.$(root);
    if (element === null) return null;
    const tree = await page.accessibility.snapshot(
      element === undefined ? { interestingOnly } : { interestingOnly, root: element },
    );
    return tree === null ? null : toNode(tree);
  } catch (thrown) {
    throw invalidSelector(thrown) ?? getFailure(thrown, 'capture', 'action');
  }
}

const ofTheDriver = new Set(['elementHandle', 'backendNodeId', 'loaderId']);

/** A node without what only the driver can make use of. */
function toNode(tree: SerializedAXNode): AccessibilityNode {
  const { children, ...members } = tree;
  const node = {
    role: tree.role,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !ofTheDriver.has(name))),
  };
  return children === undefined ? node : { ...node, children: children.map(toNode) };
}
