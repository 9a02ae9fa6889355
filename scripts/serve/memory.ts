/** Measures the memory of a process, and frees it. */
export interface ProcessMemory {
  /** Resident bytes. */
  resident(): number;
  /** Microseconds of CPU time that the process has used so far. */
  worked(): number;
  /** Collects garbage, which pauses everything else. */
  collect(): void;
}

/** How often memory is checked. */
const everyMs = 1000;
/** CPU time per interval below which the server counts as idle. */
const quietMicroseconds = 50_000;
/** Growth in bytes that is worth the pause of a collection. */
const worthBytes = 16 * 1024 * 1024;

/**
 * Frees what large requests leave behind once the server is idle. A push leaves twice its size in memory, and Bun
 * collects only when it needs room.
 *
 * @returns a function that stops the checks
 */
export function giveBackMemory(memory: ProcessMemory | undefined = memoryOfBun()): () => void {
  if (!memory) return () => {};
  let worked = memory.worked();
  let least = memory.resident();
  const look = setInterval(() => {
    const before = worked;
    worked = memory.worked();
    if (worked - before > quietMicroseconds) return;
    const resident = memory.resident();
    least = Math.min(least, resident);
    if (resident - least < worthBytes) return;
    memory.collect();
    least = memory.resident();
    worked = memory.worked();
  }, everyMs);
  look.unref();
  return () => clearInterval(look);
}

/** Node and Deno collect when idle. */
function memoryOfBun(): ProcessMemory | undefined {
  if (typeof Bun === 'undefined') return undefined;
  return {
    resident: () => process.memoryUsage.rss(),
    worked() {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    collect: () => Bun.gc(true),
  };
}
