/**
 * The process that sends requests, so that it never shares a thread with what it measures. It waits for jobs
 * from its parent and answers each with what happened.
 */
import type { Socket } from 'bun';

/** Requests to send over connections that stay open, on each the next as soon as the last is answered. */
export interface LoadJob {
  readonly port: number;
  /** One whole request, as it goes over the wire. */
  readonly request: string;
  readonly connections: number;
  readonly requests: number;
}

export interface LoadReport {
  readonly milliseconds: number;
  /** Answers with another status than 200. */
  readonly refused: number;
  /** Processor time of the generator as a share of the time that passed: near 1 it is the generator that is measured. */
  readonly busy: number;
}

/** Sends all requests of a job; rejects when a connection breaks. */
export function send({ port, request, connections, requests }: LoadJob): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const open = new Set<Socket<{ received: string }>>();
    let sent = 0;
    let answered = 0;
    let refused = 0;
    let started = 0;
    let processor = process.cpuUsage();

    const next = (socket: Socket<{ received: string }>) => {
      if (sent < requests) {
        sent++;
        socket.write(request);
      }
    };
    const finish = () => {
      const milliseconds = performance.now() - started;
      const { user, system } = process.cpuUsage(processor);
      for (const socket of open) socket.end();
      resolve({ milliseconds, refused, busy: (user + system) / 1000 / milliseconds });
    };
    const begin = () => {
      started = performance.now();
      processor = process.cpuUsage();
      for (const socket of open) next(socket);
    };

    for (let index = 0; index < connections; index++) {
      Bun.connect<{ received: string }>({
        hostname: '127.0.0.1',
        port,
        data: { received: '' },
        socket: {
          open(socket) {
            open.add(socket);
            if (open.size === connections) begin();
          },
          data(socket, chunk) {
            socket.data.received += chunk.toString('latin1');
            const end = answerEnd(socket.data.received);
            if (end === undefined) return;
            if (!socket.data.received.startsWith('HTTP/1.1 200 ')) refused++;
            socket.data.received = socket.data.received.slice(end);
            answered++;
            if (answered === requests) finish();
            else next(socket);
          },
          close() {
            if (answered < requests) reject(new Error('a connection was closed before all was answered'));
          },
          error: (_, error) => reject(error),
        },
      }).catch(reject);
    }
  });
}

/** Where the first answer of some bytes ends; undefined while it is not all there. */
export function answerEnd(received: string): number | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, headEnd)) ?? [];
  if (length === undefined) throw new Error('an answer has no content-length');
  const end = headEnd + 4 + Number(length);
  return received.length < end ? undefined : end;
}

if (import.meta.main) {
  process.on('message', async (job: LoadJob) => {
    try {
      process.send?.({ report: await send(job) });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
}
