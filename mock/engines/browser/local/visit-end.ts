import { BrowserError } from '../browser-error.ts';
import type { Place } from './browser-pool.ts';
import { watchRenderers } from './renderer-watch.ts';

/** What ends a visit from outside, whatever it is about. */
export interface VisitEnd {
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
