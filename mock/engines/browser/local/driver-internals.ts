import type { CDPSession, Frame, HTTPRequest, Page, Realm } from 'puppeteer-core';

// What the driver keeps for itself and leaves out of its types. Its version is pinned, and tests would miss either.

/**
 * Where functions of ours are evaluated in a page: a world with the same document but with its own globals, so that
 * no script of the page can change what they see, and which runs when scripts of the page are turned off too.
 */
export function isolatedWorld(page: Page): Realm {
  const frame = page.mainFrame() as Frame & { isolatedRealm(): Realm };
  return frame.isolatedRealm();
}

/** The session that the driver itself speaks to a page through; one of our own would have to be opened first. */
export function getSession(page: Page): CDPSession {
  return (page as Page & { _client(): CDPSession })._client();
}

/** What the browser's protocol calls a frame. */
export function getFrameId(frame: Frame): string {
  return (frame as Frame & { readonly _id: string })._id;
}

/** What the browser's protocol calls a request; redirects of it are called the same. */
export function getRequestId(request: HTTPRequest): string {
  return (request as HTTPRequest & { readonly id: string }).id;
}

/** The members of an object that have a value: the driver takes one without a value for one that was given. */
export function presentMembers<T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Nothing is lost but members without a value, which every type that is given here may leave out.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
