/** The header by which loopback clients name a zone's host when their `fetch` replaces `Host`. */
export const hostHeader = 'touchstone-host';

/** The header by which loopback clients say what a laptop lacks: scores, a country. */
export const signalsHeader = 'touchstone-signals';

/** Request headers that are ours: no rule sees them, and no origin gets them. */
export const ownHeaders: readonly string[] = [hostHeader, signalsHeader];

/** Whether a request header is ours. */
export function isOwnHeader(name: string): boolean {
  return ownHeaders.includes(name);
}

/** Whether a request carries a header of ours. */
export function hasOwnHeader(headers: Headers): boolean {
  return headers.has(hostHeader) || headers.has(signalsHeader);
}
