import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/**
 * The messages of a browser over two pipes, each ended by a zero byte. A pipe has no port that others on the machine
 * could connect to, and a browser whose pipe is closed ends by itself, even when its parent was killed.
 */
export function pipeTransport(write: Writable, read: Readable): ConnectionTransport & { end(): void } {
  let parts: Buffer[] = [];
  let ended = false;

  const take = (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      parts.push(rest.subarray(0, end));
      const message = Buffer.concat(parts).toString('utf8');
      parts = [];
      rest = rest.subarray(end + 1);
      // One turn each, so that what waits for an answer goes on before the next event is told.
      setImmediate(() => {
        if (!ended) transport.onmessage?.(message);
      });
    }
    if (rest.length > 0) parts.push(rest);
  };

  const end = () => {
    if (ended) return;
    ended = true;
    parts = [];
    read.off('data', take);
    transport.onclose?.();
  };

  // What is sent in one go is written in one go: each write wakes the browser.
  let waiting = '';
  const flush = () => {
    const messages = waiting;
    waiting = '';
    if (!ended) write.write(messages);
  };

  const transport: ConnectionTransport & { end(): void } = {
    send(message) {
      if (waiting === '') queueMicrotask(flush);
      waiting += `${message}\0`;
    },
    close: end,
    end,
  };
  read.on('data', take);
  read.once('close', end);
  // A browser that dies breaks both pipes; that it is gone is told by its end.
  read.on('error', end);
  write.on('error', end);
  return transport;
}
