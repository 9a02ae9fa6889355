import type { Page } from 'puppeteer-core';
import { isolatedWorld } from './driver-internals.ts';
import { failureOf } from './puppeteer-failure.ts';

/**
 * Where the links of the document lead, in its order, repeated ones too: every `a` and `area` with an `href`, as the
 * DOM resolves it. So an empty one is the base URL, fragments stay, and so do addresses of other schemes (`mailto:`)
 * and those that are none. Links of SVG are resolved in the same way. Not those of frames and shadow roots, which
 * are documents of their own.
 *
 * @param visibleOnly leaves out what is styled invisible (`visibility` of `hidden` or `collapse`) or has an empty
 * box. What is transparent or outside of the window is there to be scrolled to or clicked, and stays.
 */
export async function linksOf(page: Page, visibleOnly: boolean): Promise<string[]> {
  try {
    return await isolatedWorld(page).evaluate((seenOnly) => {
      const isSeen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        if (width === 0 || height === 0) return false;
        const { visibility } = getComputedStyle(element);
        return visibility !== 'hidden' && visibility !== 'collapse';
      };
      const links: string[] = [];
      for (const link of document.querySelectorAll('a[href], area[href]')) {
        if (seenOnly && !isSeen(link)) continue;
        if (link instanceof HTMLAnchorElement || link instanceof HTMLAreaElement) links.push(link.href);
        else {
          const href = link.getAttribute('href') ?? '';
          links.push(URL.parse(href, link.baseURI)?.href ?? href);
        }
      }
      return links;
    }, visibleOnly);
  } catch (thrown) {
    throw failureOf(thrown, 'capture', 'action');
  }
}
