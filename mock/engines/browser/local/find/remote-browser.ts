import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import { LaunchFailure } from '../launch/launch-browser.ts';
import type { OpenedBrowser } from '../running-browser.ts';
import { orGiveUp } from '../within-time.ts';

/** Milliseconds that a browser gets to throw our contexts away before it is left with them. */
const leaveMs = 2000;

/** Whether a setting names a browser that runs already: `ws:` and `wss:` endpoints, `http:` of a DevTools port. */
export const isEndpoint = (setting: string): boolean => /^(?:wss?|https?):\/\//i.test(setting);

/** Whether whatever listens at an endpoint is on this machine, and can reach a proxy of this process. */
function isOnThisMachine(endpoint: string): boolean {
  const { hostname } = new URL(endpoint);
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

/** An endpoint without the credentials it may carry. */
function shown(endpoint: string): string {
  const { protocol, host, pathname } = new URL(endpoint);
  return `${protocol}//${host}${pathname}`;
}

/**
 * Connects to a browser that somebody else started. Its pages are in contexts of ours; it is left running at the end.
 *
 * @throws LaunchFailure, or the reason of `signal`
 */
export async function connectBrowser(endpoint: string, signal: AbortSignal): Promise<OpenedBrowser> {
  if (!URL.canParse(endpoint)) throw new LaunchFailure(`${endpoint} is no URL of a browser`);
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
    // Whoever answers late is not kept.
    connecting.then((late) => late.disconnect()).catch(() => {});
    signal.throwIfAborted();
    throw new LaunchFailure(`${address}: it did not answer within ${browserLimits.startMs} ms`);
  }
  return await opened(browser, address, endpoint);
}

async function opened(browser: Browser, address: string, endpoint: string): Promise<OpenedBrowser> {
  const gates = isOnThisMachine(endpoint);
  const contexts = new Set<Promise<BrowserContext>>();
  /** It would keep our contexts, those too that are just being made. */
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
    notes: gates ? [] : ['it runs on another machine: what its pages may reach is not checked here'],
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

/** Failed connections are errors on some runtimes, and events on others. */
function connectionWords(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : '';
  return typeof message === 'string' && message !== '' ? message : 'nobody answers there';
}
