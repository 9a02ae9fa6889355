import process from 'node:process';

/** Size of a body that is worth a garbage collection. */
const largeBytes = 8_000_000;

/** Resident bytes below which a process has room for the garbage of several such bodies. */
const roomyBytes = 250_000_000;

/**
 * Collects the garbage of a large body, where the runtime allows it. Engines notice late how many bytes a few small
 * objects hold, so a run would hold several copies of several such bodies.
 *
 * @param bytes size of the body
 */
export function giveBack(bytes: number): void {
  if (bytes < largeBytes || !('Bun' in globalThis) || process.memoryUsage.rss() < roomyBytes) return;
  const { Bun: bun } = globalThis as unknown as { Bun: { gc(atOnce: boolean): void } }; // seen in the line above
  bun.gc(true);
}
