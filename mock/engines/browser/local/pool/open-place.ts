import type { BrowserContext, Page } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import type { EgressGate } from '../egress/egress-gate.ts';
import { orGiveUp } from '../give-up.ts';
import type { Tenure } from './shared-browser.ts';

/** Milliseconds a context gets to be thrown away before its browser counts as stuck. */
const disposeMs = 2000;

/** A blank page that nobody has taken yet. */
export interface OpenPlace {
  readonly tenure: Tenure;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly gate: EgressGate | undefined;
  /** Whether its page can still be used. */
  usable(): boolean;
  /** Throws context and gate away, or the whole browser where it does not do as it is told. */
  dispose(): Promise<void>;
}

/** Opens a page in a context whose every request goes through a gate of its own. */
export async function openPlace(tenure: Tenure, openGate: () => Promise<EgressGate>): Promise<OpenPlace> {
  const { opened: browser } = tenure;
  tenure.enter();
  let gate: EgressGate | undefined;
  let context: BrowserContext | undefined;

  const dispose = async () => {
    const closed = context?.close().then(
      () => true,
      // A browser that is gone took its contexts along.
      () => true,
    );
    const [disposed] = await Promise.all([
      orGiveUp(closed ?? Promise.resolve(true), disposeMs, tenure.gone),
      gate === undefined ? undefined : orGiveUp(gate.close(), disposeMs).catch(() => {}),
    ]);
    if (disposed === undefined && !tenure.gone.aborted) tenure.retire();
    tenure.leave();
  };

  const open = async () => {
    context = await browser.openContext({
      ...(gate === undefined ? {} : { proxyServer: gate.proxyUrl, proxyBypassList: ['<-loopback>'] }),
      downloadBehavior: { policy: 'deny' },
    });
    return { context, page: await context.newPage() };
  };

  try {
    gate = browser.gates ? await openGate() : undefined;
    // Where it is gone by now, nothing may be opened that nobody would throw away.
    tenure.gone.throwIfAborted();
    const opened = await orGiveUp(open(), browserLimits.startMs, tenure.gone);
    tenure.gone.throwIfAborted();
    if (opened === undefined) {
      tenure.retire();
      throw new Error(`the browser opened no page within ${browserLimits.startMs} ms`);
    }
    const { page } = opened;
    let crashed = false;
    page.once('error', () => {
      crashed = true;
    });
    let disposed: Promise<void> | undefined;
    return {
      tenure,
      ...opened,
      gate,
      usable: () => disposed === undefined && !tenure.gone.aborted && !crashed && !page.isClosed(),
      dispose() {
        disposed ??= dispose();
        return disposed;
      },
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}
