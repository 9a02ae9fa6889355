import { connect, createServer, type Server, type Socket } from 'node:net';

/** A server with scripted responses that records what it receives. */
export interface RawServer {
  readonly port: number;
  /** The bytes of each connection, in order of arrival. */
  readonly received: string[];
  /** Connections that the other side has neither ended nor reset. */
  readonly open: Set<Socket>;
  stop(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1, or of another address. */
export async function serveRaw(
  answer: (socket: Socket, received: string) => void,
  host = '127.0.0.1',
): Promise<RawServer> {
  const received: string[] = [];
  const open = new Set<Socket>();
  const all = new Set<Socket>();
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    const index = received.push('') - 1;
    open.add(socket);
    all.add(socket);
    socket.on('error', () => {});
    socket.on('end', () => open.delete(socket));
    socket.on('close', () => {
      open.delete(socket);
      all.delete(socket);
    });
    socket.on('data', (chunk) => {
      received[index] += chunk.toString('latin1');
      answer(socket, received[index] ?? '');
    });
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    port: address.port,
    received,
    open,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of all) socket.destroy();
      }),
  };
}

/** A client's side of one connection. */
interface RawClient {
  readonly socket: Socket;
  /** Waits until the received bytes fulfil a condition. */
  until(fulfilled: (text: string) => boolean): Promise<string>;
  /** All bytes until the other side ended or reset the connection. */
  readonly over: Promise<{ readonly text: string; readonly broken: boolean }>;
}

/** Connects to a port of 127.0.0.1 and sends something. */
export function sendRaw(port: number, text: string): RawClient {
  let received = '';
  let broken = false;
  const watchers = new Set<() => void>();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
    socket.write(text, 'latin1'),
  );
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    for (const watch of watchers) watch();
  });
  const over = new Promise<{ text: string; broken: boolean }>((done) => {
    socket.on('error', () => {
      broken = true;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => done({ text: received, broken }));
  });
  return {
    socket,
    over,
    until: (fulfilled) =>
      new Promise((done, fail) => {
        const watch = () => {
          if (!fulfilled(received)) return;
          watchers.delete(watch);
          done(received);
        };
        watchers.add(watch);
        void over.then(() => fail(new Error(`the connection ended after ${JSON.stringify(received)}`)));
        watch();
      }),
  };
}
