import type { Page } from 'puppeteer-core';
import type { ScrapedElement } from '../loaded-page.ts';
import { isolatedWorld } from './driver-internals.ts';
import { invalidSelector } from './invalid-selector.ts';
import { failureOf } from './puppeteer-failure.ts';

/**
 * What each selector finds, in the order of the document: inner HTML, the text as it is rendered, the box in the
 * coordinates of the document, and the attributes in their order.
 *
 * @throws BrowserError `bad-request` where a selector is none
 */
export async function scrape(page: Page, selectors: readonly string[]): Promise<ScrapedElement[][]> {
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
    throw invalidSelector(thrown) ?? failureOf(thrown, 'capture', 'action');
  }
}
