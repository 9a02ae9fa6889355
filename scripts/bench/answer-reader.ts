/** Where an answer stands that is on its way. */
export interface ReadingAnswer {
  readonly asked: number;
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

/** An answer of which nothing has come yet. */
export function newAnswer(): ReadingAnswer {
  return { asked: performance.now(), head: '', left: undefined, tail: '', begun: false };
}

/** Takes the head off what came; answers what is left of it for the body. */
export function readHead(
  answer: ReadingAnswer,
  chunk: Buffer,
  seen: (status: string, type: string) => void,
): Buffer {
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
 * Whether the body is all there. No body that is asked for has a carriage return (Markdown, JSON, events), so
 * nothing in it looks like the last chunk.
 */
export function isAnswered(answer: ReadingAnswer, body: Buffer): boolean {
  if (answer.head !== undefined) return false;
  if (answer.left !== undefined) {
    answer.left -= body.length;
    return answer.left <= 0;
  }
  answer.tail = (answer.tail + body.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length);
  return answer.tail === lastChunk;
}
