import { METHODS } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../api/app.ts';
import { SocketPeer } from './socket-peer.ts';

/** The statuses of `node:http` for requests it can't parse. */
const statuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** The part of a server that is needed here. */
interface Listening {
  on(event: 'clientError', heed: (error: NodeJS.ErrnoException, socket: Socket) => void): unknown;
}

/**
 * Answers requests whose method the parser of `node:http` does not know. It knows a fixed list, and closes the
 * connection of others with 400. The body is not read, and the connection ends with the answer.
 */
export function answerUnknownMethods(server: Listening, fetch: App['fetch'], scheme: string): void {
  server.on('clientError', (error, socket) => {
    const { code = '' } = error;
    const rawPacket = 'rawPacket' in error ? error.rawPacket : undefined;
    if (!socket.writable) return void socket.destroy();
    // Deno has one code for everything it can't parse.
    const request = /^HPE_(?:INVALID_METHOD|ERROR)$/.test(code) ? getRequest(rawPacket, scheme) : undefined;
    if (request === undefined) {
      socket.end(`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
      return;
    }
    fetch(request.sent, new SocketPeer(() => socket.remoteAddress, { url: request.target }))
      .then(async (response) => socket.end(await written(response)))
      .catch(() => socket.destroy());
  });
}

function getRequest(packet: unknown, scheme: string): { sent: Request; target: string } | undefined {
  if (!(packet instanceof Uint8Array)) return undefined;
  const text = new TextDecoder('latin1').decode(packet);
  const [, method = '', target = '', head] =
    /^([!#$%&'*+.^_`|~\w-]+) (\/\S*) HTTP\/1\.[01]\r\n(.*?)\r\n\r\n/s.exec(text) ?? [];
  // A known method was parsed fine: the error is in a request behind it.
  if (head === undefined || METHODS.includes(method)) return undefined;
  try {
    const headers = new Headers(
      head
        .split('\r\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const request = new Request(`${scheme}://${headers.get('host') ?? ''}${target}`, { headers });
    // Bun would turn an unknown method into GET, and every runtime turns `get` into GET, though it is a different
    // method.
    return { sent: Object.defineProperty(request, 'method', { value: method }), target };
  } catch {
    return undefined;
  }
}

async function written({ status, statusText, headers, body }: Response): Promise<Uint8Array> {
  const bytes = new Uint8Array(await new Response(body).arrayBuffer());
  const kept = [...headers].filter(
    ([name]) => !/^(?:connection|content-length|transfer-encoding)$/.test(name),
  );
  const lines = [...kept, ['content-length', String(bytes.length)], ['connection', 'close']].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = new TextEncoder().encode(`HTTP/1.1 ${status} ${statusText}\r\n${lines.join('')}\r\n`);
  return Buffer.concat([head, bytes]);
}
