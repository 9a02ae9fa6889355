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

/** Finds all addresses of a name; it answers none, or throws, for a name that has none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/** The addresses a host may be reached at, all of them checked; or why it may not or can't be. */
type FoundAddresses =
  | { readonly addresses: readonly string[]; readonly failure?: undefined }
  | { readonly failure: 'blocked' | 'unresolved'; readonly addresses?: undefined };

const blocked: FoundAddresses = { failure: 'blocked' };

const unresolved: FoundAddresses = { failure: 'unresolved' };

/**
 * Finds where a host is and whether it may be reached there. One forbidden address among several is enough to
 * refuse, because which of them a connection takes is chance. Who connects to what is answered, and asks no
 * resolver again, can't be led elsewhere by a name that means something new by then.
 *
 * Names of this machine are not asked for: their addresses are fixed (RFC 6761 section 6.3).
 *
 * @param host in lower case, as {@link getEndpoint} gives it
 */
export async function findAddresses(
  host: string,
  network: PrivateNetwork,
  resolve: ResolveName,
): Promise<FoundAddresses> {
  if (isMetadataName(host)) return blocked;
  const local = isLoopbackHost(host);
  const literal = ipaddr.isValid(host);
  // Spares the resolver, and tells it nothing.
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

/** Whether an address is in a notation that every program reads the same way, and bound to no zone. */
function isPlain(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return true;
  return ipaddr.IPv6.isValid(address) && !address.includes('%');
}

/** A host and a port that something wants to be connected to. */
export interface Endpoint {
  /** In lower case, without brackets and without a trailing dot; IPv4 addresses in dotted decimal. */
  readonly host: string;
  readonly port: number;
}

/** Whether a path is one of the admin interface, however many slashes it begins with. */
export function isAdminPath(path: string): boolean {
  return `${path.replace(/^\/+/, '/')}/`.toLowerCase().startsWith(adminPath);
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** The endpoint that a URL names; nothing where it is no URL of the web. */
export function getEndpoint(url: string): Endpoint | undefined {
  const parsed = URL.parse(url);
  const standard = defaultPorts[parsed?.protocol ?? ''];
  if (parsed === null || standard === undefined) return undefined;
  const host = getHost(parsed);
  return host === undefined ? undefined : { host, port: parsed.port === '' ? standard : Number(parsed.port) };
}

/** The endpoint that `host:port` names, as `CONNECT` has it (RFC 9110 section 9.3.6). */
export function endpointOfAuthority(authority: string): Endpoint | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(authority);
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) return undefined;
  const parsed = URL.parse(`http://${match[1]}/`);
  const host = parsed === null ? undefined : getHost(parsed);
  return host === undefined ? undefined : { host, port };
}

/** The URL parser has brought every notation of an IPv4 address (2130706433, 0x7f.1) to the usual one by now. */
function getHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return host === '' || host.startsWith('.') || host.endsWith('.') || host.includes('..') ? undefined : host;
}

/** Finds the addresses of a name as the system does, hosts file included. */
export const resolveName: ResolveName = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Names that are remembered at once; a page that asks for more has them asked for again. */
const rememberedNames = 1000;

/**
 * A resolver that asks for each name once, and not for longer than it may. What a page is told of a name is then
 * the same for as long as the page lives.
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

/** No address where none is found in time. */
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
 * Why a URL may not be asked for; nothing where it may. This is for a browser that no gate stands before, because it
 * runs on another machine: it asks a resolver of its own, so a name can mean something else there, or a moment later.
 *
 * @param url any URL; one that is not of the web needs no network, unless it is of the file system
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
