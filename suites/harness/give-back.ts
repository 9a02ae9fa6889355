import process from 'node:process';

/** Bytes of a body that are worth the time that a collection takes. */
const largeBytes = 8_000_000;

/** Resident bytes of a process that has room for what a few such bodies leave behind. */
const roomyBytes = 250_000_000;

/**
 * Has the runtime collect what a large body leaves behind, where it can be told to. Engines learn late how many bytes
 * hang on a few small objects, and a run would hold several such bodies at once, each in several copies.
 *
 * @param bytes of the body
 */
export function giveBack(bytes: number): void {
  if (bytes < largeBytes || !('Bun' in globalThis) || process.memoryUsage.rss() < roomyBytes) return;
  const { Bun: bun } = globalThis as unknown as { Bun: { gc(atOnce: boolean): void } }; // seen in the line above
  bun.gc(true);
}
