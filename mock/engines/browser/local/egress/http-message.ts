import { browserLimits } from '../../../../../spec/engine-limits.ts';

/** The first line and the headers of a message, unmodified; bytes above 127 are read as latin1. */
export interface MessageHead {
  readonly firstLine: string;
  /** Header lines, each with its continuation lines. */
  readonly lines: readonly string[];
}

/** The state of the bytes so far: a head and the rest after it, incomplete, or invalid. */
type ReadHead =
  | { readonly state: 'head'; readonly head: MessageHead; readonly rest: Buffer }
  | { readonly state: 'more' }
  | { readonly state: 'invalid' };

/** Splits the head off the bytes of a message. Skips an empty line before it (RFC 9112 section 2.2). */
export function readHead(bytes: Buffer): ReadHead {
  let start = 0;
  while (bytes[start] === 13 || bytes[start] === 10) start++;
  const end = endOfHead(bytes, start);
  if (end === undefined)
    return bytes.length > browserLimits.headBytes ? { state: 'invalid' } : { state: 'more' };
  if (end > browserLimits.headBytes) return { state: 'invalid' };
  const text = bytes.toString('latin1', start, end);
  const [firstLine = '', ...others] = text.split(/\r?\n/).filter((line) => line !== '');
  const lines: string[] = [];
  for (const line of others) {
    if (/^[ \t]/.test(line) && lines.length > 0) lines.push(`${lines.pop()}\r\n${line}`);
    else lines.push(line);
  }
  return { state: 'head', head: { firstLine, lines }, rest: bytes.subarray(end) };
}

/** End of the first empty line; lines may end in a line feed alone. */
function endOfHead(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(10, start); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return undefined;
}

/** Headers for one connection (RFC 9110 section 7.6.1), and those for a proxy. */
const ofTheConnection: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'upgrade',
];

/** Headers that `Connection` can't remove: without them the other side would read another message. */
const kept: ReadonlySet<string> = new Set(['content-length', 'host', 'transfer-encoding', 'trailer', 'te']);

/**
 * Header lines without those for one connection, and with `Connection: close`. The body and its framing headers stay
 * unchanged.
 */
export function forOneMessage(lines: readonly string[]): string[] {
  const listed = lines
    .filter((line) => getName(line) === 'connection')
    .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !kept.has(name));
  const gone = new Set([...ofTheConnection, ...listed]);
  return [...lines.filter((line) => !gone.has(getName(line))), 'Connection: close'];
}

export function writeHead({ firstLine, lines }: MessageHead): Buffer {
  return Buffer.from(`${[firstLine, ...lines].join('\r\n')}\r\n\r\n`, 'latin1');
}

function getName(line: string): string {
  return line
    .slice(0, Math.max(line.indexOf(':'), 0))
    .trimEnd()
    .toLowerCase();
}

/** Headers by lower-case name; the last value of a repeated one. */
export function getHeaders(head: MessageHead | undefined): ReadonlyMap<string, string> {
  const lines = head?.lines ?? [];
  return new Map(lines.map((line) => [getName(line), line.slice(line.indexOf(':') + 1).trim()]));
}
