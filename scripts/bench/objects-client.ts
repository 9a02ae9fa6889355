/**
 * The process that puts and gets objects, so that it never shares a thread with the server. It receives jobs from its
 * parent and answers each with a report.
 */
import type { Socket } from 'bun';

/** Requests over persistent connections, one at a time on each. */
export interface ObjectsJob {
  readonly port: number;
  readonly method: 'GET' | 'PUT';
  /** Path of each connection's object: `#` stands for the number of the connection. */
  readonly path: string;
  /** Header lines besides `Host` and `Content-Length`. */
  readonly headers: readonly string[];
  /** Bytes of an uploaded body. */
  readonly bodyBytes: number;
  readonly connections: number;
  readonly requests: number;
}

export interface ObjectsReport {
  readonly milliseconds: number;
  /** Answers with another status than 200. */
  readonly refused: number;
  /** Bytes of all bodies received, with their framing. */
  readonly bytes: number;
}

/** The end of a chunked body; uploaded bodies don't contain it. */
const lastChunk = '\r\n0\r\n\r\n';

/** Bytes of a body to write to a connection at once. */
const pieceBytes = 262_144;

interface Exchange {
  readonly path: string;
  /** The rest of the request to send: its head, then a number of body bytes. */
  head: Uint8Array;
  bodyLeft: number;
  /** The part of the answer's head received so far. */
  received: string;
  /** Bytes left of the answer's body: undefined before its head, infinite for chunks. */
  left: number | undefined;
  /** The last bytes of chunks. */
  tail: string;
}

const encoder = new TextEncoder();
const piece = Uint8Array.from({ length: pieceBytes }, (_, at) => (at * 131 + (at >> 8)) % 256);

/** Sends all requests of a job; rejects when a connection breaks. */
export function sendObjects(job: ObjectsJob): Promise<ObjectsReport> {
  const { port, connections, requests } = job;
  return new Promise((resolve, reject) => {
    const open = new Set<Socket<Exchange>>();
    let [sent, answered, refused, bytes, started] = [0, 0, 0, 0, 0];

    const next = (socket: Socket<Exchange>) => {
      if (sent === requests) return;
      sent++;
      const { data } = socket;
      data.head = getHead(job, data.path);
      data.bodyLeft = job.bodyBytes;
      data.received = '';
      data.left = undefined;
      data.tail = '';
      write(socket);
    };
    const came = (socket: Socket<Exchange>, chunk: Buffer) => {
      const { data } = socket;
      const before = data.left;
      if (before === undefined) {
        const head = data.received + chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) {
          data.received = head;
          return;
        }
        if (!head.startsWith('HTTP/1.1 200 ')) refused++;
        const here = head.length - end - 4;
        bytes += here;
        data.left = getLength(head.slice(0, end)) - here;
      } else {
        bytes += chunk.length;
        data.left = before - chunk.length;
      }
      if (data.left === Number.POSITIVE_INFINITY) {
        data.tail = (data.tail + chunk.subarray(-lastChunk.length).toString('latin1')).slice(
          -lastChunk.length,
        );
        if (data.tail !== lastChunk) return;
      } else if (data.left > 0) return;
      answered++;
      if (answered < requests) return next(socket);
      const milliseconds = performance.now() - started;
      for (const each of open) each.end();
      resolve({ milliseconds, refused, bytes });
    };
    for (let index = 0; index < connections; index++) {
      const path = job.path.replace('#', String(index));
      Bun.connect<Exchange>({
        hostname: '127.0.0.1',
        port,
        data: { path, head: new Uint8Array(0), bodyLeft: 0, received: '', left: undefined, tail: '' },
        socket: {
          open(socket) {
            open.add(socket);
            if (open.size < connections) return;
            started = performance.now();
            for (const each of open) next(each);
          },
          drain: write,
          data: came,
          close() {
            if (answered < requests) reject(new Error('a connection was closed before all was answered'));
          },
          error: (_, error) => reject(error),
        },
      }).catch(reject);
    }
  });
}

/** Sends as much as the connection accepts; the rest follows later. */
function write(socket: Socket<Exchange>): void {
  const { data } = socket;
  // A small object fits in one piece: head and body.
  if (data.head.length > 0 && data.bodyLeft > 0 && data.bodyLeft <= pieceBytes) {
    data.head = Buffer.concat([data.head, piece.subarray(0, data.bodyLeft)]);
    data.bodyLeft = 0;
  }
  if (data.head.length > 0) {
    data.head = data.head.subarray(socket.write(data.head));
    if (data.head.length > 0) return;
  }
  while (data.bodyLeft > 0) {
    const taken = socket.write(piece.subarray(0, Math.min(pieceBytes, data.bodyLeft)));
    data.bodyLeft -= taken;
    if (taken < pieceBytes) return;
  }
}

function getHead({ method, headers, port, bodyBytes }: ObjectsJob, path: string): Uint8Array {
  const length = method === 'PUT' ? [`Content-Length: ${bodyBytes}`] : [];
  const lines = [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...headers, ...length, '', ''];
  return encoder.encode(lines.join('\r\n'));
}

function getLength(head: string): number {
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
  return length === undefined ? Number.POSITIVE_INFINITY : Number(length);
}

if (import.meta.main) {
  process.on('message', async (job: ObjectsJob) => {
    try {
      process.send?.({ report: await sendObjects(job) });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
}
