import { lookup } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import type { PublicAddress } from '../engines/address/address-check.ts';
import {
  type Connect,
  type ConnectAnswer,
  type OutgoingPost,
  type ResolveHost,
  WebhookConnectError,
} from '../engines/webhook/destination.ts';

/**
 * Sends a webhook over its own TLS connection to the checked addresses, in order. It tries the next one only if no
 * connection was made, so nothing is sent twice. The certificate must match the host name of the URL. It uses no
 * resolver and no proxy.
 *
 * @throws WebhookConnectError; the signal's reason
 * @example
 * await deliver({ url, body, headers, resolve: resolveHost, connect: webhookConnect });
 */
export const webhookConnect: Connect = async (post) => {
  const failures: string[] = [];
  for (const address of post.addresses) {
    try {
      return await postTo(address, post);
    } catch (error) {
      post.signal.throwIfAborted();
      if (!(error instanceof UnreachableError)) throw asConnectError(error);
      failures.push(`${address.address}: ${error.message}`);
    }
  }
  throw new WebhookConnectError('connection', `no connection to ${post.url.host} (${failures.join('; ')})`);
};

/** No connection was made, so nothing was sent. */
class UnreachableError extends Error {}

/** No proxy from the environment: an option of Node 24 and Deno, which older ones need not know. */
const noProxy: object = { proxyEnv: {} };

/**
 * Codes that the system reports only while connecting. `ETIMEDOUT` is not one of them: a connection can time out later.
 */
const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/**
 * Matches the codes of OpenSSL and of the host name check, such as `CERT_HAS_EXPIRED`, `ERR_TLS_CERT_ALTNAME_INVALID`.
 */
const certificateCode = /CERT|UNABLE_TO_|SIGNATURE/;

function asConnectError(error: unknown): WebhookConnectError {
  const message = error instanceof Error ? error.message : String(error);
  const reason = certificateCode.test(getCode(error)) ? 'certificate' : 'connection';
  return new WebhookConnectError(reason, message, { cause: error });
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Lower-cases header names, so that a caller's `Host` can't appear next to ours. */
function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function postTo({ address, family }: PublicAddress, post: OutgoingPost): Promise<ConnectAnswer> {
  const { url, host, headers, body, ca = [], signal } = post;
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'POST',
      // Connects to the checked address: a second look-up of the name could return another one.
      host: address,
      family,
      port: url.port === '' ? 443 : Number(url.port),
      path: `${url.pathname}${url.search}`,
      headers: {
        ...lowerCased(headers),
        host: url.host,
        'content-length': body.byteLength,
        connection: 'close',
      },
      // RFC 6066 section 3: an address is not a server name. The certificate is then checked against `host`.
      ...(isIP(host) === 0 ? { servername: host } : {}),
      // `ca` replaces the roots of the runtime, so they are added.
      ...(ca.length === 0 ? {} : { ca: [...rootCertificates, ...ca] }),
      // A new connection: a shared one may lead to an address that was checked for another name. No proxy either, which
      // Deno would otherwise take from the environment.
      agent: new Agent({ keepAlive: false, ...noProxy }),
      // Overrides the environment of the process.
      rejectUnauthorized: true,
      signal,
    });
    outgoing.on('error', (error) => {
      reject(unreachable.has(getCode(error)) ? new UnreachableError(error.message, { cause: error }) : error);
    });
    outgoing.on('response', (incoming) => {
      resolve({
        status: incoming.statusCode ?? 0,
        address,
        // The two declarations of the same web stream differ in name only.
        body: Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>,
      });
    });
    outgoing.end(body);
  });
}

/**
 * Resolves all addresses of a name as a connection would: hosts file, then DNS.
 *
 * @throws the error of the system's resolver for a name without an address
 * @example
 * await resolveHost('localhost', signal); // ['127.0.0.1', '::1']
 */
export const resolveHost: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
