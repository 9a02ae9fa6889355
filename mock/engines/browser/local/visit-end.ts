import { readFileSync } from 'node:fs';
import type { Connection } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';
import type { Place } from './browser-pool.ts';
import { getSession } from './driver-internals.ts';

/** External reasons for a visit to end. */
interface VisitEnd {
  /** Rejects at once when page, browser or caller are gone, or the visit exceeds its time or memory. */
  readonly reached: Promise<never>;
  /** Stops watching. */
  forget(): void;
}

/** Watches a visit until it is released. */
export function watchVisit(place: Place, signal: AbortSignal | undefined, ms: number): VisitEnd {
  const { page, running } = place;
  const { promise: reached, reject } = Promise.withResolvers<never>();
  reached.catch(() => {});
  const onCrash = () => reject(new BrowserError('crashed', 'Page crashed!'));
  const onClose = () => reject(new BrowserError('closed', 'Target closed'));
  const onAbort = () => reject(new BrowserError('aborted', 'the caller is gone', { cause: signal?.reason }));
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

/** Milliseconds between two checks; a visit that is done before the first one costs nothing. */
const lookMs = 200;

/** Limits of the pages' processes. */
export type RendererLimits = { readonly [Name in 'rendererBytes' | 'isolatedFrames']: number };

/**
 * Watches the processes that draw pages, during a visit. One that exceeds its memory limit is killed, which its page
 * sees as a crash; pages in other processes continue. A page with too many out-of-process frames is reported.
 *
 * Memory is checked only on Linux, and only for a local browser. Elsewhere the limit of its script engine must suffice.
 *
 * @param onExcess called once, with `crashed`
 * @returns stops watching
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
    // Uses the driver's own session of the page for its connection. Another session of the page would reset, when it
    // opens and closes, the emulated media type and other emulation. And if two sessions of the browser are opened
    // concurrently, the driver treats the end of one as the end of the browser.
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
    // If the browser is gone, there is nothing to check, and the visit is told elsewhere.
    timer = setTimeout(() => void look().catch(end), lookMs);
  }

  function end(): void {
    over = true;
    clearTimeout(timer);
  }

  again();
  return end;
}

/** Memory of a process in bytes; nothing if it has ended, or does not draw a page. */
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
    // It has already ended.
  }
}
