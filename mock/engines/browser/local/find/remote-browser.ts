import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { LaunchFailure } from '../launch/launch-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import { orGiveUp } from '../within-time.ts';

/** Milliseconds a browser gets to close our contexts before the connection ends anyway. */
const leaveMs = 2000;

/** Whether a setting names a running browser: `ws:` and `wss:` endpoints, `http:` of a DevTools port. */
export const isEndpoint = (setting: string): boolean => /^(?:wss?|https?):\/\//i.test(setting);

/** Whether an endpoint is on this machine, so that its browser can reach a proxy of this process. */
function isOnThisMachine(endpoint: string): boolean {
  const { hostname } = new URL(endpoint);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** An endpoint without its credentials. */
function shown(endpoint: string): string {
  const { protocol, host, pathname } = new URL(endpoint);
  return `${protocol}//${host}${pathname}`;
}

/**
 * Connects to a running browser. Its pages are in contexts of ours; it keeps running at the end.
 *
 * @throws LaunchFailure, or the reason of `signal`
 */
export async function connectBrowser(endpoint: string, signal: AbortSignal): Promise<OpenedBrowser> {
  if (!URL.canParse(endpoint)) throw new LaunchFailure(`${endpoint} is not a browser URL`);
  const address = shown(endpoint);
  const connecting = puppeteer.connect({
    ...(/^ws/i.test(endpoint) ? { browserWSEndpoint: endpoint } : { browserURL: endpoint }),
    defaultViewport: null,
    issuesEnabled: false,
    protocolTimeout: browserLimits.visitMs,
  });
  let browser: Browser | undefined;
  try {
    browser = await orGiveUp(connecting, browserLimits.startMs, signal);
  } catch (error) {
    throw new LaunchFailure(`${address}: ${connectionWords(error)}`, { cause: error });
  }
  if (browser === undefined) {
    // A late connection is not kept.
    connecting.then((late) => late.disconnect()).catch(() => {});
    signal.throwIfAborted();
    throw new LaunchFailure(`${address}: it did not answer within ${browserLimits.startMs} ms`);
  }
  return await opened(browser, address, endpoint);
}

async function opened(browser: Browser, address: string, endpoint: string): Promise<OpenedBrowser> {
  const gates = isOnThisMachine(endpoint);
  const contexts = new Set<Promise<BrowserContext>>();
  /** The browser would keep our contexts, including those that are being made. */
  const leave = async () => {
    const closing = [...contexts].map(async (opening) => {
      const context = await opening;
      if (!context.closed) await context.close();
    });
    await orGiveUp(Promise.allSettled(closing), leaveMs);
    await browser.disconnect();
  };
  return {
    browser,
    product: await browser.version(),
    where: address,
    pid: undefined,
    notes: gates
      ? []
      : ['it runs on another machine: the addresses that its pages reach are not checked here'],
    gates,
    openContext(options) {
      const context = browser.createBrowserContext(options);
      contexts.add(context);
      return context;
    },
    ended: new Promise((resolve) => browser.once('disconnected', () => resolve())),
    hold: () => {},
    close: leave,
  };
}

/** Connection failures are errors on some runtimes, and events on others. */
function connectionWords(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : '';
  return typeof message === 'string' && message !== '' ? message : 'nobody answers there';
}
