import { createServer, type Server, type Socket } from 'node:net';
import { isLoopbackHost } from '../../../address/address-check.ts';
import type { PrivateNetwork } from '../../browser-engine.ts';
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
import { mayReachMachine } from './machine-access.ts';

interface GateOptions {
  /** Replaces the system's resolver. */
  readonly resolve?: ResolveName | undefined;
  /** Replaces the network: connects to one of some checked addresses. */
  readonly connect?: typeof connectAny | undefined;
  /** Port of this machine that is always blocked. */
  readonly closedPort?: (() => number | undefined) | undefined;
}

/** Maximum number of endpoints whose failure is kept; a page can use any number of them. */
const rememberedFailures = 1000;

const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** A parsed request. */
interface ReadRequest {
  readonly head: MessageHead;
  readonly method: string;
  readonly path: string;
}

/** What a client requests: a tunnel to an endpoint, or a single request there. */
interface ClientRequest {
  readonly kind: 'tunnel' | 'request';
  readonly endpoint: Endpoint;
  /** The request, if it can be read. */
  readonly request: ReadRequest | undefined;
  /** The bytes to send. */
  readonly first: Buffer;
}

/**
 * Opens a gate: a proxy for HTTP and, by `CONNECT`, for all other TCP traffic of a browser. It connects to the
 * addresses it has checked and resolves no name twice, so that no name can change in between.
 *
 * A request that is blocked or fails gets no response at all, since a response would be shown as the page. A tunnel is
 * refused with 403 or 502. {@link EgressGate.getFailure} returns the reason.
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
  let wasUsed = false;

  function keep(socket: Socket): void {
    sockets.add(socket);
    // Every failing socket also closes; the code that uses it handles that.
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  }

  async function reach({ host, port }: Endpoint): Promise<Socket | EgressFailure> {
    if (network === undefined) return 'blocked';
    const { addresses, failure } = await findAddresses(host, network, names);
    if (failure !== undefined) return failure;
    // A connection back to the gate would loop forever.
    const isClosed = port === ownPort || port === closedPort();
    if (isClosed && addresses.some((address) => !isElsewhere(address))) return 'blocked';
    return connect(addresses, port, closing.signal);
  }

  /** The bytes to send first, once a request to this machine is found to be allowed; nothing if it is not. */
  async function authorize(client: Socket, wanted: ClientRequest): Promise<Buffer | undefined> {
    if (wanted.kind === 'request')
      return (await mayReach(wanted.endpoint, wanted.request)) ? wanted.first : undefined;
    client.write(established);
    const opening = await openTunnel(client, wanted.first);
    const may = opening !== undefined && (await mayReach(wanted.endpoint, opening.request));
    return may ? opening.bytes : undefined;
  }

  function mayReach(endpoint: Endpoint, head: ReadRequest | undefined): Promise<boolean> {
    const request: LocalRequest = { endpoint, head };
    return mayReachMachine(request, head?.head, isOfPage);
  }

  async function serve(client: Socket, wanted: ClientRequest): Promise<void> {
    const { kind, endpoint, request } = wanted;
    let { first } = wanted;
    // Targets that only pages of this machine may reach are requested only by them.
    const judges = network === 'loopback' && isLoopbackHost(endpoint.host);
    const isAdmin = isForAdmin(request);
    if (judges || isAdmin) {
      const judged = isAdmin ? undefined : await authorize(client, wanted);
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
    const wanted = read?.state === 'head' ? readWanted(read) : undefined;
    if (wanted === undefined) client.destroy();
    else await serve(client, wanted);
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    wasUsed = true;
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
    wasUsed: () => wasUsed,
    close: () => {
      closing.abort();
      const closed = new Promise<void>((done) => server.close(() => done()));
      for (const socket of sockets) socket.destroy();
      return closed;
    },
  };
}

/** Keeps the reason why the last connection to each endpoint failed. */
function rememberFailures() {
  const failures = new Map<string, EgressFailure>();
  const getKey = ({ host, port }: Endpoint) => `${host}:${port}`;
  return {
    /** @param failure absent if the connection succeeded */
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
 * Whether a request is for the admin interface of a mock, this one or another. That interface trusts clients on its
 * machine, which this browser is for any user who renders a page.
 */
function isForAdmin(request: ReadRequest | undefined): boolean {
  return request !== undefined && isAdminPath(request.path);
}

/** Starts listening; @returns the port */
async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  // An unused gate must not keep the program running.
  server.unref();
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The first bytes in a tunnel, and the request in them if it is readable: not for TLS. */
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

/** The first bytes a client sends in a tunnel; nothing if they are for the admin interface, or do not arrive. */
async function openTunnel(client: Socket, first: Buffer): Promise<Opening | undefined> {
  const opening = await collect(client, readOpening, first);
  return isForAdmin(opening?.request) ? undefined : opening;
}

function readWanted({
  head,
  rest,
}: {
  readonly head: MessageHead;
  readonly rest: Buffer;
}): ClientRequest | undefined {
  const [method = '', target = '', version = '', ...more] = head.firstLine.split(' ');
  if (!/^HTTP\/1\.[01]$/.test(version) || more.length > 0) return undefined;
  if (method === 'CONNECT') {
    const endpoint = endpointOfAuthority(target);
    return endpoint && { kind: 'tunnel', endpoint, request: undefined, first: rest };
  }
  // The rest of the target is passed on as written: the parser would change parts of it.
  const match = /^http:\/\/[^/?#]+(.*)$/i.exec(target);
  const endpoint = match === null ? undefined : getEndpoint(target);
  if (endpoint === undefined) return undefined;
  const written = match?.[1] ?? '';
  const path = written.startsWith('/') ? written : `/${written}`;
  const sent = writeHead({ firstLine: `${method} ${path} ${version}`, lines: forOneMessage(head.lines) });
  return { kind: 'request', endpoint, request: { head, method, path }, first: Buffer.concat([sent, rest]) };
}

/** Whether an address is certainly not a loopback or wildcard address of this machine. */
function isElsewhere(address: string): boolean {
  return !/^(?:127\.|0\.|::$|::1$|::ffff:)/i.test(address);
}

/**
 * Collects a socket's bytes until they can be judged. Then the socket is paused, and the bytes go to the judge.
 *
 * @param judge returns nothing while it needs more
 * @param begun the bytes received before
 * @returns nothing if the socket ended first
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
