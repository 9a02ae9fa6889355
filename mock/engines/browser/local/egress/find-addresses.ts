import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { adminPath } from '../../../../../spec/admin-path.ts';
import { browserLimits } from '../../../../../spec/engine-limits.ts';
import {
  checkAddress,
  isLoopbackHost,
  isMetadataAddress,
  isMetadataName,
} from '../../../address/address-check.ts';
import type { PrivateNetwork } from '../../browser-engine.ts';
import type { EgressFailure } from './egress-gate.ts';

/** Resolves a name to all its addresses; returns none, or throws, if it has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** The addresses of a host, all of them checked; or why it is blocked or can't be resolved. */
type FoundAddresses =
  | { readonly addresses: readonly string[]; readonly failure?: undefined }
  | { readonly failure: 'blocked' | 'unresolved'; readonly addresses?: undefined };

const blocked: FoundAddresses = { failure: 'blocked' };

const unresolved: FoundAddresses = { failure: 'unresolved' };

/**
 * Resolves a host and checks whether it may be reached. One forbidden address among several is enough to refuse it,
 * because a connection may use any of them. A caller that connects to the returned addresses, without resolving again,
 * can't be misled by a name that changes.
 *
 * Names of this machine are not looked up: their addresses are fixed (RFC 6761 section 6.3).
 *
 * @param host in lower case, from {@link getEndpoint}
 */
export async function findAddresses(
  host: string,
  network: PrivateNetwork,
  resolve: ResolveName,
): Promise<FoundAddresses> {
  if (isMetadataName(host)) return blocked;
  const local = isLoopbackHost(host);
  const literal = ipaddr.isValid(host);
  // Saves a lookup, and leaks nothing to the resolver.
  if (local && network === 'refused') return blocked;
  let found: readonly string[];
  if (literal) found = [host];
  else if (local) found = ['127.0.0.1', '::1'];
  else found = await resolve(host).catch(() => []);
  if (found.length === 0) return unresolved;
  const may = (address: string) => {
    if (!isPlain(address) || isMetadataAddress(address)) return false;
    if (network === 'allowed' || (local && network === 'loopback')) return true;
    return 'address' in checkAddress(address);
  };
  return found.every(may) ? { addresses: found } : blocked;
}

/** Whether an address is in a notation that every program parses alike, without a zone. */
function isPlain(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return true;
  return ipaddr.IPv6.isValid(address) && !address.includes('%');
}

/** The host and port of a connection. */
export interface Endpoint {
  /** In lower case, without brackets and trailing dot; IPv4 addresses in dotted decimal. */
  readonly host: string;
  readonly port: number;
}

/** Whether a path belongs to the admin interface, with any number of leading slashes. */
export function isAdminPath(path: string): boolean {
  return `${path.replace(/^\/+/, '/')}/`.toLowerCase().startsWith(adminPath);
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** The endpoint of a URL; nothing for anything but an HTTP or WebSocket URL. */
export function getEndpoint(url: string): Endpoint | undefined {
  const parsed = URL.parse(url);
  const standard = defaultPorts[parsed?.protocol ?? ''];
  if (parsed === null || standard === undefined) return undefined;
  const host = getHost(parsed);
  return host === undefined ? undefined : { host, port: parsed.port === '' ? standard : Number(parsed.port) };
}

/** The endpoint in `host:port`, as in `CONNECT` (RFC 9110 section 9.3.6). */
export function endpointOfAuthority(authority: string): Endpoint | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(authority);
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) return undefined;
  const parsed = URL.parse(`http://${match[1]}/`);
  const host = parsed === null ? undefined : getHost(parsed);
  return host === undefined ? undefined : { host, port };
}

/** The URL parser has already normalized every notation of an IPv4 address (2130706433, 0x7f.1). */
function getHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return host === '' || host.startsWith('.') || host.endsWith('.') || host.includes('..') ? undefined : host;
}

/** Resolves a name as the system does, including the hosts file. */
export const resolveName: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Maximum number of cached names; beyond it, names are resolved again. */
const rememberedNames = 1000;

/**
 * A resolver that looks up each name once, with a time limit. So a name's meaning does not change during the lifetime
 * of a page.
 */
export function rememberNames(resolve: ResolveName): ResolveName {
  const known = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    if (known.size >= rememberedNames) known.clear();
    const found = withinTime(resolve(name));
    known.set(name, found);
    return found;
  };
}

/** No address if none is found in time. */
async function withinTime(found: Promise<readonly string[]>): Promise<readonly string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<readonly string[]>((resolve) => {
    timer = setTimeout(() => resolve([]), browserLimits.resolveMs);
  });
  try {
    return await Promise.race([found.catch(() => []), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Why a URL may not be requested; nothing if it may. This is for a browser on another machine, which no gate filters.
 * It has its own resolver, so a name may have another meaning there, or change a moment later.
 *
 * @param url any URL; other schemes than those of the web need no network, and pass unless it is of the file system
 * @example
 * if (await checkUrl(request.url(), network)) await request.abort('blockedbyclient');
 */
export async function checkUrl(
  url: string,
  network: PrivateNetwork,
  resolve: ResolveName = resolveName,
): Promise<EgressFailure | undefined> {
  if (/^(?:data|blob|about):/i.test(url)) return undefined;
  const endpoint = getEndpoint(url);
  if (endpoint === undefined || isAdminPath(new URL(url).pathname)) return 'blocked';
  return (await findAddresses(endpoint.host, network, resolve)).failure;
}
