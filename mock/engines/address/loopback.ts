import ipaddr from 'ipaddr.js';

/**
 * Whether a host says by itself that it is this machine: `localhost` and the names below it (RFC 6761 section 6.3),
 * `127.0.0.0/8`, `::1`. A name that merely resolves to such an address is not one: whoever owns it can say so.
 *
 * @param host in lower case, without brackets and without a trailing dot
 * @example
 * isLoopbackHost('app.localhost'); // true
 */
export function isLoopbackHost(host: string): boolean {
  if (/^(?:.+\.)?localhost$/.test(host)) return true;
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host).range() === 'loopback';
  return ipaddr.IPv6.isValid(host) && ipaddr.IPv6.parse(host).range() === 'loopback';
}

/** {@link isLoopbackHost} of a host as a URL writes it: with brackets, or with a trailing dot. */
export const namesThisMachine = (hostname: string): boolean =>
  isLoopbackHost(hostname.replace(/^\[|\]$|\.$/g, ''));
