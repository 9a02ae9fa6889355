import { afterAll, describe, expect, it } from 'vitest';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import type { BrowserError } from '../browser-error.ts';
import { createBrowserPool, type Place } from './browser-pool.ts';
import { openGate } from './egress/open-gate.ts';
import { type RendererLimits, watchRenderers } from './visit-end.ts';

const pool = createBrowserPool({ openGate });

afterAll(() => pool.close());

/** Holds a watched page while a function runs. */
async function watched<T>(
  limits: RendererLimits,
  work: (place: Place, excess: Promise<BrowserError>) => Promise<T>,
): Promise<T> {
  const place = await pool.take(undefined);
  const { promise: excess, resolve } = Promise.withResolvers<BrowserError>();
  const stop = watchRenderers(place, resolve, limits);
  try {
    return await work(place, excess);
  } finally {
    stop();
    await place.release();
  }
}

const crash = ({ page }: Place) => new Promise<Error>((resolve) => page.once('error', resolve));

describe.runIf(process.platform === 'linux')('a page that exceeds its memory', () => {
  it('crashes, and does not affect another page', { timeout: 60_000 }, async () => {
    const limits = { ...browserLimits, rendererBytes: 400_000_000 };
    await watched(limits, async (innocent) => {
      await innocent.page.setContent('<h1>still here</h1>');
      await watched(limits, async (greedy) => {
        const crashed = crash(greedy);
        greedy.page
          .evaluate((bytes) => {
            const held: Uint8Array[] = [];
            const more = () => {
              held.push(new Uint8Array(50_000_000).fill(1));
              if (held.length * 50_000_000 < bytes) setTimeout(more);
            };
            more();
          }, 2 * limits.rendererBytes)
          .catch(() => {});
        expect((await crashed).message).toBe('Page crashed!');
      });
      expect(await innocent.page.evaluate(() => document.body.textContent)).toBe('still here');
    });
  });
});

it('does not change a page’s emulation, during the watch and after', { timeout: 60_000 }, async () => {
  const place = await pool.take(undefined);
  const { page } = place;
  const isPrint = () => page.evaluate(() => matchMedia('print').matches);
  await page.emulateMediaType('print');
  const stop = watchRenderers(place, () => {});
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(await isPrint()).toBe(true);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await isPrint()).toBe(true);
  await place.release();
});

describe('watches that begin and end together', () => {
  it('keep the driver’s connection to the browser', { timeout: 60_000 }, async () => {
    const places = await Promise.all(Array.from({ length: 3 }, () => pool.take(undefined)));
    const stops = places.map((place) => watchRenderers(place, () => {}));
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (const stop of stops) stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const { running, page } of places) {
      expect(running.browser.target().type()).toBe('browser');
      expect(page.isClosed()).toBe(false);
    }
    await Promise.all(places.map((place) => place.release()));
  });
});

/** A browser that puts every frame into a process of its own, which not all do. */
function isolating(frames: number, context: string): Place {
  const answers: Record<string, unknown> = {
    'SystemInfo.getProcessInfo': {
      processInfo: Array.from({ length: frames + 1 }, () => ({ type: 'renderer', id: 0, cpuTime: 0 })),
    },
    'Target.getTargets': {
      targetInfos: Array.from({ length: frames }, () => ({ type: 'iframe', browserContextId: context })),
    },
  };
  const connection = { send: async (method: string) => answers[method] };
  const session = { connection: () => connection };
  // The few members that are compared.
  return {
    running: {},
    context: { id: 'own' },
    page: { _client: () => session },
  } as unknown as Place;
}

describe('a page with many frames', () => {
  const limits = { ...browserLimits, isolatedFrames: 4 };
  const nothing = () => new Promise((resolve) => setTimeout(() => resolve('nothing'), 800));

  it.each([
    ['has too many with a process for each', 5, 'own', { failure: 'crashed' }],
    ['is accepted at the limit', 4, 'own', 'nothing'],
    ['is accepted if the processes are those of other pages', 5, 'other', 'nothing'],
  ])('%s', async (_, frames, context, expected) => {
    const { promise: excess, resolve } = Promise.withResolvers<BrowserError>();
    const stop = watchRenderers(isolating(frames, context), resolve, limits);
    const outcome = await Promise.race([excess, nothing()]);
    stop();
    if (typeof expected === 'string') expect(outcome).toBe(expected);
    else expect(outcome).toMatchObject(expected);
  });

  it('is accepted if they share its process', { timeout: 60_000 }, async () => {
    await watched(limits, async ({ page }, excess) => {
      await page.setContent('<iframe></iframe>'.repeat(10));
      expect(await Promise.race([excess, nothing()])).toBe('nothing');
    });
  });
});
