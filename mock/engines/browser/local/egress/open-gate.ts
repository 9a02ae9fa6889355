import { createServer, type Server, type Socket } from 'node:net';
import { isLoopbackHost } from '../../../address/address-check.ts';
import type { PrivateNetwork } from '../../browser-engine.ts';
import { mayAsk } from './askers.ts';
import { connectAny, relayAnswer, relayBytes } from './connect-any.ts';
import type { EgressFailure, EgressGate, IsOfPage, LocalRequest } from './egress-gate.ts';
import {
  type Endpoint,
  endpointOfAuthority,
  findAddresses,
  getEndpoint,
  isAdminPath,
  type ResolveName,
  rememberNames,
  resolveName,
} from './find-addresses.ts';
import { forOneMessage, type MessageHead, readHead, writeHead } from './http-message.ts';

interface GateOptions {
  /** Stands for the system's resolver. */
  readonly resolve?: ResolveName | undefined;
  /** Stands for the network: connects to one of some addresses that were checked. */
  readonly connect?: typeof connectAny | undefined;
  /** Port of this machine that nothing is asked for at, whatever may be reached. */
  readonly closedPort?: (() => number | undefined) | undefined;
}

/** Endpoints whose failure is remembered at once; a page can think of any number of them. */
const rememberedFailures = 1000;

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** A request that could be read. */
interface ReadRequest {
  readonly head: MessageHead;
  readonly method: string;
  readonly path: string;
}

/** What a client of the gate wants: a tunnel to an endpoint, or one request made there. */
interface Wish {
  readonly kind: 'tunnel' | 'request';
  readonly endpoint: Endpoint;
  /** The request, where it can be read. */
  readonly request: ReadRequest | undefined;
  /** What to send there. */
  readonly first: Buffer;
}

/**
 * Opens a gate: a proxy for HTTP and, by `CONNECT`, for everything else that a browser sends over TCP. It connects
 * to addresses that it has checked and asks for none a second time, so that no name can mean something else by then.
 *
 * A request that may not or can't be made gets no answer at all: an answer would be shown as the page. A tunnel is
 * refused with 403 or 502. {@link EgressGate.getFailure} says why.
 *
 * @example
 * const gate = await openGate();
 * const context = await browser.createBrowserContext({
 *   proxyServer: gate.proxyUrl,
 *   proxyBypassList: ['<-loopback>'],
 * });
 * gate.admit('refused');
 */
export async function openGate({
  resolve = resolveName,
  connect = connectAny,
  closedPort = () => undefined,
}: GateOptions = {}): Promise<EgressGate> {
  const names = rememberNames(resolve);
  const { note, getFailure } = rememberFailures();
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  let network: PrivateNetwork | undefined;
  let isOfPage: IsOfPage = async () => false;
  let ownPort = 0;
  let wasAsked = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    // Every socket that fails also closes; what that means is for those who know what it was for.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  }

  async function reach({ host, port }: Endpoint): Promise<Socket | EgressFailure> {
    if (network === undefined) return 'blocked';
    const { addresses, failure } = await findAddresses(host, network, names);
    if (failure !== undefined) return failure;
    // A way that leads back here would have no end.
    const isClosed = port === ownPort || port === closedPort();
    if (isClosed && addresses.some((address) => !isElsewhere(address))) return 'blocked';
    return connect(addresses, port, closing.signal);
  }

  /** What to send first, once whoever asks for this machine was found to be allowed to; nothing where it is not. */
  async function judgeAsker(client: Socket, wish: Wish): Promise<Buffer | undefined> {
    if (wish.kind === 'request')
      return (await mayReach(wish.endpoint, wish.request)) ? wish.first : undefined;
    client.write(established);
    const opening = await openTunnel(client, wish.first);
    const may = opening !== undefined && (await mayReach(wish.endpoint, opening.request));
    return may ? opening.bytes : undefined;
  }

  function mayReach(endpoint: Endpoint, head: ReadRequest | undefined): Promise<boolean> {
    const request: LocalRequest = { endpoint, head };
    return mayAsk(request, head?.head, isOfPage);
  }

  async function serve(client: Socket, wish: Wish): Promise<void> {
    const { kind, endpoint, request } = wish;
    let { first } = wish;
    // Whoever may be asked by pages of this machine alone is asked by them alone.
    const judges = network === 'loopback' && isLoopbackHost(endpoint.host);
    const isAdmin = isForAdmin(request);
    if (judges || isAdmin) {
      const judged = isAdmin ? undefined : await judgeAsker(client, wish);
      if (judged === undefined) {
        note(endpoint, 'blocked');
        client.destroy();
        return;
      }
      first = judged;
    }
    const upstream = await reach(endpoint);
    if (typeof upstream === 'string') {
      note(endpoint, upstream);
      if (kind === 'request' || judges) client.destroy();
      else client.end(`HTTP/1.1 ${upstream === 'blocked' ? '403 Forbidden' : '502 Bad Gateway'}\r\n\r\n`);
      return;
    }
    keep(upstream);
    if (client.destroyed || closing.signal.aborted) {
      upstream.destroy();
      client.destroy();
      return;
    }
    note(endpoint, undefined);
    const way = { client, upstream, first, failed: (failure: EgressFailure) => note(endpoint, failure) };
    if (kind === 'request') return relayAnswer(way);
    if (judges) return relayBytes(way);
    client.write(established);
    const opening = await openTunnel(client, first);
    if (opening !== undefined) return relayBytes({ ...way, first: opening.bytes });
    upstream.destroy();
    client.destroy();
  }

  async function receive(client: Socket): Promise<void> {
    const read = await collect(client, (bytes) => {
      const so = readHead(bytes);
      return so.state === 'more' ? undefined : so;
    });
    const wish = read?.state === 'head' ? readWish(read) : undefined;
    if (wish === undefined) client.destroy();
    else await serve(client, wish);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    wasAsked = true;
    keep(client);
    receive(client).catch(() => client.destroy());
  });
  ownPort = await listenOnLoopback(server);

  return {
    proxyUrl: `http://127.0.0.1:${ownPort}`,
    admit: (admitted) => {
      network = admitted;
    },
    identifyBy: (identify) => {
      isOfPage = identify;
    },
    getFailure,
    wasAsked: () => wasAsked,
    close: () => {
      closing.abort();
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

/** Remembers why the last connection to each endpoint failed. */
function rememberFailures() {
  const failures = new Map<string, EgressFailure>();
  const getKey = ({ host, port }: Endpoint) => `${host}:${port}`;
  return {
    /** @param failure left out where the connection did not fail */
    note(endpoint: Endpoint, failure: EgressFailure | undefined): void {
      const key = getKey(endpoint);
      failures.delete(key);
      if (failure === undefined) return;
      if (failures.size >= rememberedFailures) failures.clear();
      failures.set(key, failure);
    },
    getFailure(url: string): EgressFailure | undefined {
      const endpoint = getEndpoint(url);
      return endpoint && failures.get(getKey(endpoint));
    },
  };
}

/**
 * Whether a request is for the admin interface of a mock, this one or another: it answers whoever is on its machine,
 * as this browser is, whoever has a page rendered.
 */
function isForAdmin(request: ReadRequest | undefined): boolean {
  return request !== undefined && isAdminPath(request.path);
}

/** Begins to listen; @returns the port */
async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  // A gate that nothing goes through is no reason for a program to go on.
  server.unref();
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The first bytes in a tunnel, and the request that they are where they can be read: not in TLS. */
interface Opening {
  readonly bytes: Buffer;
  readonly request: ReadRequest | undefined;
}

function readOpening(bytes: Buffer): Opening | undefined {
  const first = bytes[0] ?? 0;
  const isReadable = first >= 0x41 && first <= 0x5a;
  const read = isReadable ? readHead(bytes) : undefined;
  if (read?.state === 'more') return undefined;
  if (read?.state !== 'head') return { bytes, request: undefined };
  const [method = '', path = ''] = read.head.firstLine.split(' ');
  return { bytes, request: { head: read.head, method, path } };
}

/** What a client sends first in a tunnel; nothing where that is for the admin interface, or does not come. */
async function openTunnel(client: Socket, first: Buffer): Promise<Opening | undefined> {
  const opening = await collect(client, readOpening, first);
  return isForAdmin(opening?.request) ? undefined : opening;
}

function readWish({ head, rest }: { readonly head: MessageHead; readonly rest: Buffer }): Wish | undefined {
  const [method = '', target = '', version = '', ...more] = head.firstLine.split(' ');
  if (!/^HTTP\/1\.[01]$/.test(version) || more.length > 0) return undefined;
  if (method === 'CONNECT') {
    const endpoint = endpointOfAuthority(target);
    return endpoint && { kind: 'tunnel', endpoint, request: undefined, first: rest };
  }
  // The rest of the target goes on as it was written: the parser would write some of it otherwise.
  const match = /^http:\/\/[^/?#]+(.*)$/i.exec(target);
  const endpoint = match === null ? undefined : getEndpoint(target);
  if (endpoint === undefined) return undefined;
  const written = match?.[1] ?? '';
  const path = written.startsWith('/') ? written : `/${written}`;
  const sent = writeHead({ firstLine: `${method} ${path} ${version}`, lines: forOneMessage(head.lines) });
  return { kind: 'request', endpoint, request: { head, method, path }, first: Buffer.concat([sent, rest]) };
}

/** Whether an address is surely not one of this machine's loopback or wildcard addresses. */
function isElsewhere(address: string): boolean {
  return !/^(?:127\.|0\.|::$|::1$|::ffff:)/i.test(address);
}

/**
 * Collects what a socket sends until it can be judged; the socket is paused then, and what came is the judge's.
 *
 * @param judge answers nothing for as long as it needs more
 * @param begun what came before
 * @returns nothing where the socket ended first
 */
function collect<T>(
  socket: Socket,
  judge: (bytes: Buffer) => T | undefined,
  begun: Buffer = Buffer.alloc(0),
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let bytes = begun;
    const finish = (judged: T | undefined) => {
      socket.off('data', take);
      socket.off('end', over);
      socket.off('close', over);
      socket.pause();
      resolve(judged);
    };
    const look = () => {
      const judged = bytes.length === 0 ? undefined : judge(bytes);
      if (judged !== undefined) finish(judged);
    };
    const take = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      look();
    };
    const over = () => finish(undefined);
    socket.on('data', take);
    socket.once('end', over);
    socket.once('close', over);
    socket.resume();
    if (socket.destroyed) over();
    else look();
  });
}
