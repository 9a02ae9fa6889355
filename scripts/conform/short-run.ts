/**
 * Variables for a process of Bun that lives for some seconds, as `bun run conform` has them too: no code of the
 * engine's last compiler, which would not repay its work, and memory that is given back only once it was free for ten
 * seconds, and not in holes, since most of it is needed again.
 */
export const shortRun = {
  BUN_JSC_useFTLJIT: '0',
  MIMALLOC_PURGE_DELAY: '10000',
  MIMALLOC_PURGE_HOLES: '0',
} as const;
