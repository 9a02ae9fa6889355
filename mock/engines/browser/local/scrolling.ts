import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { isolatedWorld } from './driver-internals.ts';
import { pause } from './within-time.ts';

/** Milliseconds at each stop, so that what is near it begins to load. */
const stopMs = 50;

/** Milliseconds that a busy machine has to draw what a stop shows, which is what a page is told of it by. */
const drawnMs = 2_000;

/** Pixels between two stops at least, so that a low window does not take for ever. */
const leastStep = 200;

/**
 * Scrolls from top to bottom, one window at a time, for what is loaded only when it comes into view, and back to the
 * top. A page that grows while it is scrolled is followed down to the largest height that is captured.
 */
export async function scrollThrough(page: Page): Promise<void> {
  const world = isolatedWorld(page);
  for (let top = 0; ; ) {
    // Timers of a page stand still where its scripts are turned off, so the waiting is done here.
    const { step, bottom } = await world.evaluate((to) => {
      window.scrollTo({ top: to, behavior: 'instant' });
      const { scrollHeight } = document.scrollingElement ?? document.documentElement;
      return { step: window.innerHeight, bottom: scrollHeight - window.innerHeight };
    }, top);
    const drawn = world.evaluate(
      () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
    );
    await Promise.all([pause(stopMs), Promise.race([drawn.catch(() => {}), pause(drawnMs)])]);
    if (top >= Math.min(bottom, browserLimits.pageHeight)) break;
    top += Math.max(step, leastStep);
  }
  await world.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}
