import { browserLimits } from '../../../../spec/engine-limits.ts';
import { BrowserError } from '../browser-error.ts';

/**
 * Bytes that the driver gave, on memory of their own.
 *
 * @throws BrowserError `capture` where there are more than a page may give back
 */
export function resultBytes(what: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  refuseLargeResult(what, bytes.byteLength);
  // The driver may give a piece of memory that it shares with others, which could not be transferred.
  const shared = bytes.byteLength !== bytes.buffer.byteLength || !(bytes.buffer instanceof ArrayBuffer);
  return shared ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer as ArrayBuffer);
}

/** @throws BrowserError `capture` where a page would give back more than it may */
export function refuseLargeResult(what: string, bytes: number): void {
  if (bytes > browserLimits.resultBytes)
    throw new BrowserError(
      'capture',
      `${what} of ${bytes} bytes is larger than ${browserLimits.resultBytes}`,
    );
}
