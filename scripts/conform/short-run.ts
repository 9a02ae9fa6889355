/**
 * Environment for a Bun process that lives for seconds, the same as `bun run conform` sets. It turns off the last
 * compiler tier, which would not pay off. Memory is returned only after ten seconds of disuse, and not in fragments,
 * since most of it is needed again.
 */
export const shortRun = {
  BUN_JSC_useFTLJIT: '0',
  MIMALLOC_PURGE_DELAY: '10000',
  MIMALLOC_PURGE_HOLES: '0',
} as const;
