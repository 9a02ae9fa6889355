import type { Page } from 'puppeteer-core';
import { browserLimits } from '../../../../spec/engine-limits.ts';
import { namesThisMachine } from '../../address/address-check.ts';
import { getFrameId, getSession } from './driver-internals.ts';
import type { IsOfPage, LocalRequest } from './egress/egress-gate.ts';
import { getEndpoint } from './egress/find-addresses.ts';
import { orGiveUp } from './within-time.ts';

/**
 * Determines which requests to this machine a page makes itself, by the browser's network events of the page's own
 * process group. Frames of other sites and all workers have their own targets, so their requests are not among these. A
 * frame that once navigated to another site counts as that site's from then on, and so do frames in it. The same holds
 * for a request that another site redirected here.
 *
 * The event may come after the request itself, so it is awaited; without one the request is not the page's.
 */
export function watchRequests(page: Page): IsOfPage {
  const session = getSession(page);
  const parents = new Map<string, string>();
  const strange = new Set<string>();
  const known = new Map<string, PromiseWithResolvers<true>>();

  const isStrange = (frame: string | undefined): boolean =>
    frame !== undefined && (strange.has(frame) || isStrange(parents.get(frame)));
  // The browser names no frame for WebSockets and for preflight requests.
  const isOthers = (frame = getFrameId(page.mainFrame())) => isStrange(frame);

  const about = (name: string) => {
    let pending = known.get(name);
    if (pending !== undefined) return pending;
    if (known.size >= browserLimits.rememberedRequests) known.clear();
    pending = Promise.withResolvers<true>();
    known.set(name, pending);
    return pending;
  };

  const note = (url: string, method: string) => {
    const endpoint = getEndpoint(url);
    const [, scheme = '', path = ''] = /^(\w+):\/\/[^/?#]*([^#]*)/.exec(url) ?? [];
    if (endpoint === undefined) return;
    // Requests in TLS are not visible.
    const head = scheme === 'https' || scheme === 'wss' ? undefined : { method, path };
    about(getName({ endpoint, head })).resolve(true);
  };

  session.on('Page.frameAttached', ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId));
  session.on('Network.requestWillBeSent', ({ request, frameId, type, redirectResponse }) => {
    const { url, method } = request;
    if (!isLocal(url)) {
      if (type === 'Document' && frameId !== undefined && /^https?:/.test(url)) strange.add(frameId);
    } else if (!isOthers(frameId) && (redirectResponse === undefined || isLocal(redirectResponse.url)))
      note(url, method);
  });
  session.on('Network.webSocketCreated', ({ url }) => {
    if (isLocal(url) && !isOthers()) note(url, 'GET');
  });
  return async (request) => (await orGiveUp(about(getName(request)).promise, browserLimits.askerMs)) ?? false;
}

const isLocal = (url: string): boolean =>
  /^(?:https?|wss?):/.test(url) && namesThisMachine(URL.parse(url)?.hostname ?? '');

const getName = ({ endpoint: { host, port }, head }: LocalRequest): string =>
  head === undefined ? `${host}:${port}` : `${head.method} ${host}:${port}${head.path}`;
