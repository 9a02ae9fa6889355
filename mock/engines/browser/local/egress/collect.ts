import type { Socket } from 'node:net';

/**
 * Collects what a socket sends until it can be judged; the socket is paused then, and what came is the judge's.
 *
 * @param judge answers nothing for as long as it needs more
 * @param begun what came before
 * @returns nothing where the socket ended first
 */
export function collect<T>(
  socket: Socket,
  judge: (bytes: Buffer) => T | undefined,
  begun: Buffer = Buffer.alloc(0),
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let bytes = begun;
    const finish = (judged: T | undefined) => {
      socket.off('data', take);
      socket.off('end', over);
      socket.off('close', over);
      socket.pause();
      resolve(judged);
    };
    const look = () => {
      const judged = bytes.length === 0 ? undefined : judge(bytes);
      if (judged !== undefined) finish(judged);
    };
    const take = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      look();
    };
    const over = () => finish(undefined);
    socket.on('data', take);
    socket.once('end', over);
    socket.once('close', over);
    socket.resume();
    if (socket.destroyed) over();
    else look();
  });
}
