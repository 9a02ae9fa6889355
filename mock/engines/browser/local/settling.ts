import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import { isolatedWorld } from './driver-internals.ts';
import { withinTime } from './within-time.ts';

/**
 * Waits, for a moment at most, until what has begun to load is there and drawn: images, style sheets, fonts. Whether
 * these are in a picture would depend on chance otherwise; what takes longer has to be waited for by the visit.
 */
export async function settle(page: Page): Promise<void> {
  const settled = isolatedWorld(page).evaluate(async () => {
    if (document.readyState !== 'complete')
      await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    await document.fonts.ready;
    const images = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    // The frame after this one is the one that is captured, so what scripts draw in either is in the picture.
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // Whether the caret is there depends on the moment. `autofocus` takes effect with a frame, not before. The rest
    // of the page takes its colour from the root.
    if (document.activeElement === null || document.activeElement === document.body) return;
    const caret = new CSSStyleSheet();
    caret.replaceSync(':root, * { caret-color: transparent !important }');
    document.adoptedStyleSheets.push(caret);
    await frame();
  });
  const late = () => new BrowserError('timeout', 'the page has not come to rest', { stage: 'action' });
  // A page that does not come to rest is captured as it is; one that is stuck is found out by what is done next.
  await withinTime(browserLimits.settleMs, settled, late).catch(() => {});
}
