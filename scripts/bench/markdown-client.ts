/**
 * The process that asks for pages, so that it never shares a thread with what it measures. It waits for jobs
 * from its parent and answers each with what happened. Unlike the generator of the other loads it reads
 * answers of unknown length, and says when their first byte came.
 */
import { connect, type Socket } from 'node:net';

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

/** Where an answer stands that is on its way. */
interface Answer {
  asked: number;
  /** What has come of the head, and undefined once it is all there. */
  head: string | undefined;
  /** How much of the body is still to come; undefined when only its end says so. */
  left: number | undefined;
  /** The last bytes that came, of which those of an empty chunk are the end. */
  tail: string;
  /** Whether anything has come of the body. */
  begun: boolean;
}

const lastChunk = '\r\n0\r\n\r\n';

/** Sends all requests of a job; rejects when a connection breaks. */
export function askForPages({ port, request, connections, requests }: PagesJob): Promise<PagesReport> {
  return new Promise((resolve, reject) => {
    const open = new Map<Socket, Answer>();
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

function newAnswer(): Answer {
  return { asked: performance.now(), head: '', left: undefined, tail: '', begun: false };
}

/** Takes the head off what came; answers what is left of it for the body. */
function readHead(answer: Answer, chunk: Buffer, seen: (status: string, type: string) => void): Buffer {
  if (answer.head === undefined) return chunk;
  const before = answer.head.length;
  answer.head += chunk.toString('latin1');
  const end = answer.head.indexOf('\r\n\r\n');
  if (end === -1) return Buffer.alloc(0);
  const head = answer.head.slice(0, end);
  answer.head = undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) answer.left = Number(length);
  seen(head.slice(9, 12), /\r\ncontent-type: *([^\r]*)/i.exec(head)?.[1] ?? '');
  answer.tail = '\r\n'; // An empty body in chunks has nothing before its last chunk.
  return chunk.subarray(end + 4 - before);
}

/** Whether the body is all there. Markdown has no carriage return, so nothing in it looks like the last chunk. */
function isAnswered(answer: Answer, body: Buffer): boolean {
  if (answer.head !== undefined) return false;
  if (answer.left !== undefined) {
    answer.left -= body.length;
    return answer.left <= 0;
  }
  answer.tail = (answer.tail + body.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length);
  return answer.tail === lastChunk;
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
