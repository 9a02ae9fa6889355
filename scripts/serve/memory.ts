/** What there is to know about the memory of a process, and to do about it. */
export interface ProcessMemory {
  /** Resident bytes. */
  resident(): number;
  /** Microseconds of processor time that the process has taken so far. */
  worked(): number;
  /** Throws away what nobody needs any more, which holds everything else up. */
  collect(): void;
}

/** How often the memory is looked at. */
const everyMs = 1000;
/** The processor time in between below which nobody is waiting for anything. */
const quietMicroseconds = 50_000;
/** By how much it has to have grown to be worth the pause of a collection. */
const worthBytes = 16 * 1024 * 1024;

/**
 * Gives back what large requests leave behind once there is nothing else to do: a push leaves as much again as it
 * brings, and Bun only collects that when it needs room.
 *
 * @returns what ends that
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

/** The other runtimes collect by themselves when they have nothing to do. */
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
