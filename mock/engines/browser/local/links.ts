import type { Page } from 'puppeteer-core';
import { isolatedWorld } from './driver-internals.ts';
import { failureOf } from './puppeteer-failure.ts';

/**
 * Where the links of the document lead, in its order, repeated ones too: every `a` and `area` with an `href`, as the
 * DOM resolves it. So an empty one is the base URL, fragments stay, and so do addresses of other schemes (`mailto:`)
 * and those that are none. Links of SVG are resolved in the same way. Not those of frames and shadow roots, which
 * are documents of their own, and no elements of other languages that happen to have the name.
 *
 * @param visibleOnly leaves out what is styled invisible (`visibility` of `hidden` or `collapse`) or has an empty
 * box with nothing that stands out of it. What is transparent or outside of the window is there to be scrolled to or
 * clicked, and stays. An area is seen where its picture is.
 */
export async function linksOf(page: Page, visibleOnly: boolean): Promise<string[]> {
  try {
    return await isolatedWorld(page).evaluate((seenOnly) => {
      const hasSize = ({ width, height }: DOMRect) => width > 0 && height > 0;
      const isSeen = (element: Element): boolean => {
        if (element instanceof HTMLAreaElement) return picturesOf(element).some(isSeen);
        const { visibility, display, overflow } = getComputedStyle(element);
        if (visibility === 'hidden' || visibility === 'collapse') return false;
        if (hasSize(element.getBoundingClientRect())) return true;
        // Floats, and what lies in boxes that do not clip, are seen without the box of the link.
        if (display !== 'contents' && overflow !== 'visible') return false;
        const content = document.createRange();
        content.selectNodeContents(element);
        return hasSize(content.getBoundingClientRect());
      };
      const picturesOf = (area: HTMLAreaElement) => {
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
    throw failureOf(thrown, 'capture', 'action');
  }
}
