import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { EgressGate } from '../egress/egress-gate.ts';
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
  const { browser, gates } = tenure.opened;
  tenure.enter();
  let gate: EgressGate | undefined;
  let context: BrowserContext | undefined;

  const dispose = async () => {
    const gone = context?.close().then(
      () => true,
      // A browser that is gone took its contexts along.
      () => true,
    );
    const [disposed] = await Promise.all([
      Promise.race([gone ?? true, sleep(disposeMs, false, { ref: false })]),
      gate?.close(),
    ]);
    if (!disposed) tenure.retire();
    tenure.leave();
  };

  try {
    gate = gates ? await openGate() : undefined;
    context = await browser.createBrowserContext({
      ...(gate === undefined ? {} : { proxyServer: gate.proxyUrl, proxyBypassList: ['<-loopback>'] }),
      downloadBehavior: { policy: 'deny' },
    });
    const page = await context.newPage();
    let disposed: Promise<void> | undefined;
    return {
      tenure,
      context,
      page,
      gate,
      usable: () => disposed === undefined && !tenure.over && browser.connected && !page.isClosed(),
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
