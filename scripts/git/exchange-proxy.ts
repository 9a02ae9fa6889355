import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A request of a Git client and its answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Headers of the request that change its meaning. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bodies in base64. */
  readonly request: string;
  readonly status: number;
  readonly answer: string;
}

/** A recording proxy between a client and a server. */
export interface ExchangeProxy {
  readonly url: string;
  /** Returns the exchanges since the last call. */
  take(): Exchange[];
  close(): Promise<void>;
}

const kept = ['content-type', 'content-encoding', 'git-protocol'] as const;

/** Starts a proxy for small exchanges: it holds each body in memory. */
export async function startExchangeProxy(target: string): Promise<ExchangeProxy> {
  let exchanges: Exchange[] = [];
  const pass = async (incoming: IncomingMessage) => {
    const request = await buffer(incoming);
    const { method = 'GET', url: path = '/' } = incoming;
    const headers: Record<string, string> = {};
    for (const name of kept) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const answer = await fetch(target + path, { method, headers, body: method === 'GET' ? null : request });
    const body = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    exchanges.push({
      ...{ method, path, headers, request: request.toString('base64') },
      ...{ status, answer: body.toString('base64') },
    });
    return { status, type: answer.headers.get('content-type') ?? 'text/plain', body };
  };
  const server = createServer((incoming, outgoing) => {
    pass(incoming).then(
      ({ status, type, body }) => outgoing.writeHead(status, { 'content-type': type }).end(body),
      (error) => outgoing.writeHead(502).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('the proxy is not listening on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    take() {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
