/** A host and a port that something wants to be connected to. */
export interface Endpoint {
  /** In lower case, without brackets and without a trailing dot; IPv4 addresses in dotted decimal. */
  readonly host: string;
  readonly port: number;
}

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'ws:': 80, 'https:': 443, 'wss:': 443 };

/** The endpoint that a URL names; nothing where it is no URL of the web. */
export function endpointOf(url: string): Endpoint | undefined {
  const parsed = URL.parse(url);
  const standard = defaultPorts[parsed?.protocol ?? ''];
  if (parsed === null || standard === undefined) return undefined;
  const host = hostOf(parsed);
  return host === undefined ? undefined : { host, port: parsed.port === '' ? standard : Number(parsed.port) };
}

/** The endpoint that `host:port` names, as `CONNECT` has it (RFC 9110 section 9.3.6). */
export function endpointOfAuthority(authority: string): Endpoint | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):(\d{1,5})$/i.exec(authority);
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) return undefined;
  const parsed = URL.parse(`http://${match[1]}/`);
  const host = parsed === null ? undefined : hostOf(parsed);
  return host === undefined ? undefined : { host, port };
}

/** The URL parser has brought every notation of an IPv4 address (2130706433, 0x7f.1) to the usual one by now. */
function hostOf({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return host === '' || host.startsWith('.') || host.endsWith('.') || host.includes('..') ? undefined : host;
}
