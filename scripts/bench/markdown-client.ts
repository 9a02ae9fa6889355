/**
 * The process that asks for pages, so that it never shares a thread with what it measures. It waits for jobs
 * from its parent and answers each with what happened. Unlike the generator of the other loads it reads
 * answers of unknown length, and says when their first byte came.
 */
import { connect, type Socket } from 'node:net';
import { isAnswered, newAnswer, type ReadingAnswer, readHead } from './answer-reader.ts';

/** Requests over connections that stay open, on each the next as soon as the last is answered. */
export interface PagesJob {
  readonly port: number;
  /** One whole request, as it goes over the wire. */
  readonly request: string;
  readonly connections: number;
  readonly requests: number;
}

export interface PagesReport {
  readonly milliseconds: number;
  /** Mean milliseconds from a request to the first byte of the body. */
  readonly firstByte: number;
  /** Bytes of all bodies, with what frames them. */
  readonly bytes: number;
  /** What all answers said of their type. */
  readonly types: readonly string[];
  /** Answers with another status than 200. */
  readonly refused: number;
}

/** Sends all requests of a job; rejects when a connection breaks. */
export function askForPages({ port, request, connections, requests }: PagesJob): Promise<PagesReport> {
  return new Promise((resolve, reject) => {
    const open = new Map<Socket, ReadingAnswer>();
    const types = new Set<string>();
    let [sent, answered, refused, bytes, waited, started] = [0, 0, 0, 0, 0, 0];

    const next = (socket: Socket) => {
      if (sent === requests) return;
      sent++;
      open.set(socket, newAnswer());
      socket.write(request);
    };
    const done = () => {
      const milliseconds = performance.now() - started;
      for (const socket of open.keys()) socket.end();
      resolve({ milliseconds, firstByte: waited / requests, bytes, types: [...types], refused });
    };
    const opened = (socket: Socket) => {
      open.set(socket, newAnswer());
      if (open.size < connections) return;
      started = performance.now();
      for (const each of open.keys()) next(each);
    };
    const came = (socket: Socket, chunk: Buffer) => {
      const answer = open.get(socket);
      if (!answer) return;
      const body = readHead(answer, chunk, (status, type) => {
        types.add(type);
        if (status !== '200') refused++;
      });
      if (!answer.begun && body.length > 0) {
        answer.begun = true;
        waited += performance.now() - answer.asked;
      }
      bytes += body.length;
      if (!isAnswered(answer, body)) return;
      answered++;
      if (answered === requests) done();
      else next(socket);
    };
    for (let index = 0; index < connections; index++) {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true });
      socket.on('connect', () => opened(socket));
      socket.on('data', (chunk) => came(socket, chunk as Buffer)); // No encoding is set, so never a string.
      socket.on('close', () => {
        if (answered < requests) reject(new Error('a connection was closed before all was answered'));
      });
      socket.on('error', reject);
    }
  });
}

if (import.meta.main) {
  process.on('message', async (job: PagesJob) => {
    try {
      process.send?.({ report: await askForPages(job) });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
}
