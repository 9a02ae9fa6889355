import { readFileSync } from 'node:fs';
import type { Connection } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Place } from './browser-pool.ts';
import { getSession } from './driver-internals.ts';

/** What ends a visit from outside, whatever it is about. */
interface VisitEnd {
  /** Rejects at once when page, browser or asker are gone, or the visit has taken too much time or memory. */
  readonly reached: Promise<never>;
  /** Ends the watch. */
  forget(): void;
}

/** Watches over a visit until it is told to forget it. */
export function watchVisit(place: Place, signal: AbortSignal | undefined, ms: number): VisitEnd {
  const { page, running } = place;
  const { promise: reached, reject } = Promise.withResolvers<never>();
  reached.catch(() => {});
  const onCrash = () => reject(new BrowserError('crashed', 'Page crashed!'));
  const onClose = () => reject(new BrowserError('closed', 'Target closed'));
  const onAbort = () =>
    reject(new BrowserError('aborted', 'whoever asked has gone', { cause: signal?.reason }));
  const timer = setTimeout(
    () => reject(new BrowserError('timeout', 'Request timed out', { stage: 'visit' })),
    ms,
  );
  const forgetRenderers = watchRenderers(place, reject);
  page.on('error', onCrash);
  page.on('close', onClose);
  running.browser.on('disconnected', onClose);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  if (!running.browser.connected || page.isClosed()) onClose();
  return {
    reached,
    forget() {
      clearTimeout(timer);
      forgetRenderers();
      page.off('error', onCrash);
      page.off('close', onClose);
      running.browser.off('disconnected', onClose);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

/** Milliseconds between two looks; a visit that is done before the first one costs nothing. */
const lookMs = 200;

/** What the processes of pages may take. */
export type RendererLimits = { readonly [Name in 'rendererBytes' | 'isolatedFrames']: number };

/**
 * Looks after the processes that draw pages, for as long as a visit runs. One that holds more memory than it may is
 * killed, which its page learns of as a crash; pages in other processes go on. A page with too many frames in
 * processes of their own is reported.
 *
 * Memory is looked at on Linux alone, and of a browser on this machine alone. Elsewhere the limit that its scripting
 * engine was started with has to do.
 *
 * @param onExcess is told once, with `crashed`
 * @returns ends the watch
 * @example
 * const stop = watchRenderers(place, reject);
 * await work(place).finally(stop);
 */
export function watchRenderers(
  { running, context, page }: Pick<Place, 'running' | 'context' | 'page'>,
  onExcess: (error: BrowserError) => void,
  { rendererBytes, isolatedFrames }: RendererLimits = browserLimits,
): () => void {
  const seesMemory = running.pid !== undefined && process.platform === 'linux';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over = false;

  async function look(): Promise<void> {
    // The driver's own session of the page, for the sake of its connection: another one of the page would undo, as it
    // comes and as it goes, the media type and whatever else is emulated there; and of two sessions of the browser
    // that are opened at the same time, the driver takes the end of one for the end of the browser.
    const browser = getSession(page).connection();
    if (over || browser === undefined) return end();
    const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    if (seesMemory) for (const pid of renderers) if (heldBy(pid) > rendererBytes) kill(pid);
    if (renderers.length > isolatedFrames && (await getFrames(browser)) > isolatedFrames) {
      const detail = `the page has more than ${isolatedFrames} frames with a process of their own`;
      if (!over) onExcess(new BrowserError('crashed', detail));
      return end();
    }
    if (over) return end();
    again();
  }

  async function getFrames(browser: Connection): Promise<number> {
    const { targetInfos } = await browser.send('Target.getTargets', { filter: [{}] });
    return targetInfos.filter(
      ({ type, browserContextId }) => type === 'iframe' && browserContextId === context.id,
    ).length;
  }

  function again(): void {
    // A browser that has gone has nothing to look at, and whoever visits learns of it elsewhere.
    timer = setTimeout(() => void look().catch(end), lookMs);
  }

  function end(): void {
    over = true;
    clearTimeout(timer);
  }

  again();
  return end;
}

/** Bytes of memory that a process holds; none where it has gone, or turns out to draw no page. */
function heldBy(pid: number): number {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--type=renderer')) return 0;
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}
