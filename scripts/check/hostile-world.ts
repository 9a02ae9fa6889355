import { createSocket } from 'node:dgram';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserEngine, PrivateNetwork } from '../../mock/engines/browser/index.ts';
import {
  type BrowserPool,
  createBrowserPool,
  type Place,
} from '../../mock/engines/browser/local/browser-pool.ts';
import { connectAny } from '../../mock/engines/browser/local/egress/connect-any.ts';
import { openGate } from '../../mock/engines/browser/local/egress/open-gate.ts';
import { visitsWith } from '../../mock/engines/browser/local/visiting.ts';
import { serveHostileSite } from './hostile-site.ts';

/** Things that no page may read or touch, and a browser that treats the pages as public ones. */
export interface HostileWorld {
  /** Values for `{{name}}` in pages and addresses. */
  readonly values: Readonly<Record<string, string>>;
  /** Forbidden connections and datagrams that arrived, one per line. */
  readonly leaks: string[];
  /** Content of the file that no page may read. */
  readonly secret: string;
  /** A browser with access to a network. */
  visitor(network: PrivateNetwork): BrowserEngine['visit'];
  /** URL of the last visit. */
  place(): Place | undefined;
  stop(): Promise<void>;
}

/** The apparent address of the hostile site. */
const publicAddress = '1.2.3.4';

/** Opens canaries on every address of this machine, the hostile site, and a browser. */
export async function openHostileWorld(): Promise<HostileWorld> {
  const leaks: string[] = [];
  const canary = await serveCanary((line) => leaks.push(line));
  const datagrams = await receiveDatagrams((line) => leaks.push(line));
  const secret = `secret-${crypto.randomUUID()}`;
  const file = join(tmpdir(), `touchstone-${crypto.randomUUID()}.txt`);
  await writeFile(file, secret);
  const values: Record<string, string> = {
    canary: String(canary.port),
    udp: String(datagrams.port),
    lan: ownAddress(),
    file,
    other: 'http://other.test',
  };
  const site = await serveHostileSite(values);
  values['site'] = String(site.port);

  const pool = createBrowserPool({
    openGate: () => {
      let asked = 0;
      return openGate({
        resolve: async (name) => {
          if (name === 'rebind.test' && asked++ > 0) return ['127.0.0.1'];
          return (
            hostAddresses[name] ??
            (/(?:^|\.)(?:public|other|rebind)\.test$/.test(name) ? [publicAddress] : [])
          );
        },
        connect: (addresses, port, signal) => {
          if (addresses.every((address) => address === publicAddress))
            return connectAny(['127.0.0.1'], site.port, signal);
          if (port !== site.port) leaks.push(`connection to ${addresses} port ${port}`);
          return connectAny(addresses, port, signal);
        },
      });
    },
  });
  let last: Place | undefined;
  const watched: BrowserPool = {
    ...pool,
    take: async (signal) => {
      last = await pool.take(signal);
      return last;
    },
  };
  return {
    values,
    leaks,
    secret,
    visitor: (network) => visitsWith(watched, network),
    place: () => last,
    stop: async () => {
      await pool.close();
      await Promise.all([site.stop(), canary.stop(), datagrams.stop(), rm(file)]);
    },
  };
}

/** Names that resolve to the private network and to cloud metadata, as an attacker would set them. */
const hostAddresses: Readonly<Record<string, string[]>> = {
  'inside.test': ['127.0.0.1'],
  'mixed.test': [publicAddress, '127.0.0.1'],
  'cloud.test': ['169.254.169.254'],
};

async function serveCanary(leak: (line: string) => void): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    leak('connection to the canary');
    socket.once('data', (bytes) => leak(`to the canary: ${bytes.toString('latin1', 0, 60)}`));
    socket.end('HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/html\r\n\r\nCANARY');
  });
  await new Promise<void>((done) => server.listen(0, done));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the canary has no port');
  return {
    port: address.port,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function receiveDatagrams(
  leak: (line: string) => void,
): Promise<{ port: number; stop(): Promise<void> }> {
  const socket = createSocket('udp4', (message) => leak(`datagram of ${message.length} bytes`));
  await new Promise<void>((done) => socket.bind(0, done));
  return { port: socket.address().port, stop: () => new Promise((done) => socket.close(() => done())) };
}

/** The address of this machine in its network, or loopback without one. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
}
