import type { Page, SerializedAXNode } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { AccessibilityNode, LoadedPage, ScrapedElement } from '../visit.ts';
import { printPdf, refuseLargeResult, screenshot } from './capture.ts';
import { isolatedWorld } from './driver-internals.ts';
import { getFailure, invalidSelector } from './puppeteer-failure.ts';

/** A loaded page, as the visit's work sees it. */
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
 * The current document, with its doctype.
 *
 * @throws BrowserError `capture` if it is larger than a page may return
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
 * The document's links in order, including repeated ones: every `a` and `area` with an `href`, as the DOM resolves it.
 * So an empty one is the base URL, and fragments, other schemes (`mailto:`) and invalid addresses are kept. Links of
 * SVG are resolved in the same way. Links of frames and shadow roots are left out, since those are documents of their
 * own, and so are elements of other languages with the same name.
 *
 * @param visibleOnly leaves out links with invisible styles (`visibility` of `hidden` or `collapse`), in skipped
 * contents (closed `details`, `content-visibility: hidden`, `hidden="until-found"`), or with an empty box and no
 * overflowing content. Transparent links and those outside of the window stay, since they can be clicked or scrolled
 * to. An area is visible if its picture is.
 */
async function getLinks(page: Page, visibleOnly: boolean): Promise<string[]> {
  try {
    return await isolatedWorld(page).evaluate((seenOnly) => {
      const hasSize = ({ width, height }: DOMRect) => width > 0 && height > 0;
      const skipsContents = (element: Element) =>
        getComputedStyle(element).contentVisibility === 'hidden' || element.matches('details:not([open])');
      // Skipped content is measured all the same.
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
        // Floats, and content of boxes that do not clip, are visible outside the box of the link.
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
 * The matches of each selector, in document order: inner HTML, the rendered text, the box in document coordinates, and
 * the attributes in order.
 *
 * @throws BrowserError `bad-request` for an invalid selector
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
              // Only HTML elements have rendered text; for others it is their text content.
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
 * The accessibility tree, below the first match of `root` or of the whole page. Without `interestingOnly`, only the
 * tree of the whole page leaves out nodes without information.
 *
 * @throws BrowserError `bad-request` if `root` is not a selector
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

/** A node without members that only the driver can use. */
function toNode(tree: SerializedAXNode): AccessibilityNode {
  const { children, ...members } = tree;
  const node = {
    role: tree.role,
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !ofTheDriver.has(name))),
  };
  return children === undefined ? node : { ...node, children: children.map(toNode) };
}
