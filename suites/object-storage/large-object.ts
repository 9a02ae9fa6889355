import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ConformanceFailure } from '../harness/errors.ts';
import { giveBack } from '../harness/give-back.ts';

/** Bytes that are generated on demand, so that they are never all in memory. */
export interface LargeObject {
  readonly bytes: number;
  /** The MD5 of all bytes, in hexadecimal. */
  readonly md5: string;
  pieces(): Generator<Uint8Array>;
  /** Returns a function that checks consecutive pieces against the object's bytes from an offset on. */
  expecting(from: number): (piece: Uint8Array) => boolean;
}

/** The response of a request, without its body. */
export interface Transfer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
}

export interface TransferRequest {
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** PEM file with the certificate authority of the target. */
  readonly certificate: string | null;
  readonly body?: Pick<LargeObject, 'bytes' | 'pieces'>;
  /** Called with each piece of the answer. */
  readonly onPiece?: (piece: Uint8Array) => void;
}

const blockBytes = 1_000_000;

/** Bytes to transfer before memory is given back. */
const collectedBytes = 32_000_000;

/** An object of whole megabytes. Each begins with its number, so no two are alike. */
export function largeObject(megabytes: number): LargeObject {
  const block = noise();
  const numbered = (number: number) => {
    new DataView(block.buffer).setUint32(0, number);
    return block;
  };
  function* pieces() {
    // Each is a copy: the socket reads it later.
    for (let number = 0; number < megabytes; number++) yield numbered(number).slice();
  }
  const hash = createHash('md5');
  for (let number = 0; number < megabytes; number++) hash.update(numbered(number));
  return {
    bytes: megabytes * blockBytes,
    md5: hash.digest('hex'),
    pieces,
    expecting(from) {
      let at = from;
      return (piece) => {
        let right = true;
        for (let done = 0; done < piece.length; ) {
          const inside = at % blockBytes;
          const count = Math.min(blockBytes - inside, piece.length - done);
          const expected = numbered(Math.floor(at / blockBytes)).subarray(inside, inside + count);
          right &&= Buffer.compare(expected, piece.subarray(done, done + count)) === 0;
          done += count;
          at += count;
        }
        return right;
      };
    },
  };
}

/** Bytes without a pattern, the same each time. */
function noise(): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(blockBytes / 4);
  let state = 1;
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = state;
  }
  return new Uint8Array(words.buffer);
}

/**
 * Sends and receives a body piece by piece. `fetch` can't set the length of a stream, which a PUT needs.
 *
 * @throws ConformanceFailure if the answer is missing or incomplete
 */
export async function transfer(wanted: TransferRequest): Promise<Transfer> {
  const { method, url, headers, certificate, body, onPiece = () => {} } = wanted;
  const secure = new URL(url).protocol === 'https:';
  const sent = body ? { ...headers, 'content-length': String(body.bytes) } : headers;
  const ca = certificate === null ? {} : { ca: readFileSync(certificate) };
  const request = secure
    ? requestHttps(url, { method, headers: sent, agent: false, ...ca })
    : requestHttp(url, { method, headers: sent, agent: false });
  let moved = 0;
  const passed = (piece: Uint8Array) => {
    moved += piece.length;
    if (moved < collectedBytes) return;
    giveBack(moved);
    moved = 0;
  };
  try {
    const answered: Promise<[IncomingMessage]> = once(request, 'response') as never; // what the event brings
    answered.catch(() => {});
    for (const piece of body?.pieces() ?? []) {
      if (request.destroyed) break;
      passed(piece);
      if (!request.write(piece)) await Promise.race([once(request, 'drain'), answered]);
    }
    request.end();
    const [response] = await answered;
    for await (const piece of response) {
      onPiece(piece);
      passed(piece);
    }
    if (!response.complete) throw new Error('the answer ended early');
    return { status: response.statusCode ?? 0, headers: response.headers };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConformanceFailure(`${method} ${new URL(url).pathname}: no answer: ${reason}`, { cause });
  } finally {
    request.destroy();
  }
}
