import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** A proxy on this machine. */
export interface ForwardProxy {
  readonly url: string;
  /** Number of requests and tunnels that passed. */
  passed(): number;
  close(): void;
}

/** Starts a proxy that maps one host without a real address to a port of this machine, and refuses all others. */
export async function startForwardProxy(host: string, port: number): Promise<ForwardProxy> {
  let passed = 0;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', 'http://nowhere.invalid');
    if (url.hostname !== host) {
      outgoing.writeHead(502).end();
      return;
    }
    passed++;
    const onward = httpRequest(
      {
        host: '127.0.0.1',
        port,
        method: incoming.method,
        path: url.pathname + url.search,
        headers: incoming.headers,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  // Some runtimes use a tunnel for plain HTTP too.
  server.on('connect', (request, socket, head) => {
    if (request.url?.split(':')[0] !== host) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    passed++;
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const side of [onward, socket]) {
      side.on('error', () => {
        onward.destroy();
        socket.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo; // of a server that listens on a port
  return {
    url: `http://127.0.0.1:${own}`,
    passed: () => passed,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
