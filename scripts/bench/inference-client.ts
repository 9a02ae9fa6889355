/**
 * The process that asks for chat completions, so that it never shares a thread with what it measures. It waits
 * for jobs from its parent and answers each with what happened.
 */
import type { Socket } from 'bun';
import { isAnswered, newAnswer, type ReadingAnswer, readHead } from './answer-reader.ts';

/** Chats over connections that stay open, on each the next as soon as the last is answered. */
export interface ChatJob {
  readonly port: number;
  readonly path: string;
  readonly model: string;
  readonly authorization: string;
  readonly stream: boolean;
  readonly connections: number;
  readonly requests: number;
  /** The number of the first request; the next ones count on from there. */
  readonly from: number;
}

export interface ChatReport {
  readonly milliseconds: number;
  /** Mean milliseconds from a request to the first byte of the body. */
  readonly firstByte: number;
  /** Bytes of all bodies, with what frames them. */
  readonly bytes: number;
  /** Answers with another status than 200. */
  readonly refused: number;
  /** Processor time of this process as a share of the time that passed: near 1 it is this that is measured. */
  readonly busy: number;
}

interface Asking {
  answer: ReadingAnswer;
}

/** The chat of a number; all of them are equally long. */
export function chatBody({ model, stream }: Pick<ChatJob, 'model' | 'stream'>, number: number): string {
  const content = `Hello, who are you? This is question ${String(number).padStart(7, '0')}.`;
  return JSON.stringify({ model, stream, messages: [{ role: 'user', content }] });
}

/** One whole request, as it goes over the wire. */
export function chatRequest(
  job: Pick<ChatJob, 'port' | 'path' | 'model' | 'authorization' | 'stream'>,
  number: number,
): string {
  const body = chatBody(job, number);
  return [
    `POST ${job.path} HTTP/1.1`,
    `Host: 127.0.0.1:${job.port}`,
    `Authorization: ${job.authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends all chats of a job; rejects when a connection breaks. */
export function askForChats(job: ChatJob): Promise<ChatReport> {
  const { port, connections, requests, from } = job;
  return new Promise((resolve, reject) => {
    const open = new Set<Socket<Asking>>();
    let [sent, answered, refused, bytes, waited, started] = [0, 0, 0, 0, 0, 0];
    let processor = process.cpuUsage();

    const next = (socket: Socket<Asking>) => {
      if (sent === requests) return;
      socket.data.answer = newAnswer();
      socket.write(chatRequest(job, from + sent++));
    };
    const begin = () => {
      started = performance.now();
      processor = process.cpuUsage();
      for (const socket of open) next(socket);
    };
    const done = () => {
      const milliseconds = performance.now() - started;
      const { user, system } = process.cpuUsage(processor);
      for (const socket of open) socket.end();
      const busy = (user + system) / 1000 / milliseconds;
      resolve({ milliseconds, firstByte: waited / requests, bytes, refused, busy });
    };
    const came = (socket: Socket<Asking>, chunk: Buffer) => {
      const { answer } = socket.data;
      const body = readHead(answer, chunk, (status) => {
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
      Bun.connect<Asking>({
        hostname: '127.0.0.1',
        port,
        data: { answer: newAnswer() },
        socket: {
          open(socket) {
            open.add(socket);
            if (open.size === connections) begin();
          },
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

if (import.meta.main) {
  process.on('message', async (job: ChatJob) => {
    try {
      process.send?.({ report: await askForChats(job) });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
}
