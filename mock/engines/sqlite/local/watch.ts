import process from 'node:process';
import { sqliteLimits } from '../../../../spec/engine-limits.ts';

const parent = process.ppid;

/** Kills this process when it has too much memory, or its parent is gone. */
setInterval(() => {
  if (process.memoryUsage.rss() > sqliteLimits.processBytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, 100);
