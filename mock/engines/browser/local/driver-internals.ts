import type { CDPSession, Frame, HTTPRequest, Page, Realm } from 'puppeteer-core';

// Driver internals that its types leave out. Its version is pinned, and tests would notice if either were missing.

/**
 * Where our functions run in a page: a world with the same document but its own globals. So no script of the page can
 * change what they see, and they run even if the page's scripts are disabled.
 */
export function isolatedWorld(page: Page): Realm {
  const frame = page.mainFrame() as Frame & { isolatedRealm(): Realm };
  return frame.isolatedRealm();
}

/** The driver's own session with a page; opening another would take time. */
export function getSession(page: Page): CDPSession {
  return (page as Page & { _client(): CDPSession })._client();
}

/** A frame's id in the browser's protocol. */
export function getFrameId(frame: Frame): string {
  return (frame as Frame & { readonly _id: string })._id;
}

/** A request's id in the browser's protocol; its redirects have the same one. */
export function getRequestId(request: HTTPRequest): string {
  return (request as HTTPRequest & { readonly id: string }).id;
}

/** The members of an object with a value: the driver treats a member that is undefined as given. */
export function presentMembers<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // This drops only undefined members, which are optional in every type given here.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
