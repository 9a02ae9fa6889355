/**
 * The process that sends requests, so that it never shares a thread with the server. It receives jobs from its parent
 * and answers each with a report.
 */
import type { Socket } from 'bun';

/** Requests over persistent connections, one at a time on each. */
export interface LoadJob {
  readonly port: number;
  /** One whole request, as sent. */
  readonly request: string;
  readonly connections: number;
  readonly requests: number;
  /** Replaces `#######` in the request with numbers from this one on, so that no two are alike. */
  readonly from?: number;
}

export interface LoadReport {
  readonly milliseconds: number;
  /** Mean milliseconds from a request to the first byte of the body. */
  readonly firstByte: number;
  /** Bytes of all bodies, with their framing. */
  readonly bytes: number;
  /** The different `content-type` headers of the answers. */
  readonly types: readonly string[];
  /** Answers with another status than 200. */
  readonly refused: number;
  /** Processor time of this process as a share of the elapsed time: near 1, the generator is the bottleneck. */
  readonly busy: number;
}

/** An answer being read. */
interface Answer {
  readonly asked: number;
  /** The head so far; undefined once it is complete. */
  head: string | undefined;
  /** Bytes left of the body; undefined for chunks. */
  left: number | undefined;
  /** The last bytes received. */
  tail: string;
  begun: boolean;
}

const lastChunk = '\r\n0\r\n\r\n';
const newAnswer = (): Answer => ({
  asked: performance.now(),
  head: '',
  left: undefined,
  tail: '',
  begun: false,
});

/** The request with a number. */
export const numbered = (request: string, number: number): string =>
  request.replace('#######', String(number).padStart(7, '0'));

/** Sends all requests of a job; rejects when a connection breaks. */
export function send({ port, request, connections, requests, from }: LoadJob): Promise<LoadReport> {
  return new Promise((resolve, reject) => {
    const open = new Set<Socket<{ answer: Answer }>>();
    const types = new Set<string>();
    let [sent, answered, refused, bytes, waited, started] = [0, 0, 0, 0, 0, 0];
    let processor = process.cpuUsage();

    const next = (socket: Socket<{ answer: Answer }>) => {
      if (sent === requests) return;
      socket.data.answer = newAnswer();
      socket.write(from === undefined ? request : numbered(request, from + sent));
      sent++;
    };
    const begin = () => {
      started = performance.now();
      processor = process.cpuUsage();
      for (const socket of open) next(socket);
    };
    const finish = () => {
      const milliseconds = performance.now() - started;
      const { user, system } = process.cpuUsage(processor);
      for (const socket of open) socket.end();
      const busy = (user + system) / 1000 / milliseconds;
      resolve({ milliseconds, firstByte: waited / requests, bytes, types: [...types], refused, busy });
    };
    const came = (socket: Socket<{ answer: Answer }>, chunk: Buffer) => {
      const { answer } = socket.data;
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
      if (answered === requests) finish();
      else next(socket);
    };

    for (let index = 0; index < connections; index++) {
      Bun.connect<{ answer: Answer }>({
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

/** Removes the head from the bytes received; returns the rest, which belongs to the body. */
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

/**
 * Whether the body is complete. No chunked body has a carriage return (Markdown, events), so nothing in it looks like
 * the last chunk.
 */
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
  process.on('message', async (job: LoadJob) => {
    try {
      process.send?.({ report: await send(job) });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
}
