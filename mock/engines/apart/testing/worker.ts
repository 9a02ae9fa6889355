import process from 'node:process';
import { serveWork } from '../serve-work.ts';

/** Work that fails in each way. */
serveWork(async (what: string) => {
  switch (what) {
    case 'spin':
      for (;;);
    case 'fill': {
      const filled: Uint8Array[] = [];
      for (;;) filled.push(new Uint8Array(1_000_000).fill(1));
    }
    case 'throw':
      throw new Error('thrown on purpose');
    case 'exit':
      return process.exit();
    default:
      return 'answered';
  }
});
