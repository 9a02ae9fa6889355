import { InterpreterThread, type ThreadSettings, takeSnapshot } from './interpreter-thread.ts';
import { type PyodideFiles, readPyodide } from './pyodide-files.ts';
import { readSnapshot } from './snapshot.ts';

/** The files from which all interpreters start. */
interface Origin {
  readonly files: PyodideFiles;
  readonly snapshot: SharedArrayBuffer;
}

export interface PoolSettings extends ThreadSettings {
  /** Folder of the package `pyodide`. */
  readonly folder: string;
  /** File of a snapshot; without one, it is made. */
  readonly kept?: string | undefined;
  /** Number of ready interpreters. */
  readonly warm: number;
  /** Idle milliseconds before ready interpreters are stopped. */
  readonly idleMs: number;
}

/**
 * Milliseconds from taking an interpreter to starting the next one: most programs have ended by then, and Deno blocks
 * for 40 ms while it starts a thread.
 */
const refillMs = 30;

/** Ready interpreters; each is used once, and then soon replaced. */
export class InterpreterPool {
  readonly #settings: PoolSettings;
  #origin: Promise<Origin> | undefined;
  /** Started or starting, the oldest first. */
  readonly #ready: Promise<InterpreterThread>[] = [];
  #later: ReturnType<typeof setTimeout> | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(settings: PoolSettings) {
    this.#settings = settings;
  }

  /** An interpreter for one program; the caller stops it. */
  async take(): Promise<InterpreterThread> {
    clearTimeout(this.#idle);
    await this.#originOnce();
    const thread = this.#ready.shift() ?? this.#start();
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#refill(), refillMs);
    this.#idle = setTimeout(() => void this.#release(), this.#settings.idleMs);
    this.#idle.unref?.();
    return thread;
  }

  /** Reads or makes the snapshot, once; after a failure the next call tries again. */
  #originOnce(): Promise<Origin> {
    this.#origin ??= this.#prepare().catch((error: unknown) => {
      this.#origin = undefined;
      throw error;
    });
    return this.#origin;
  }

  /** Starts the ready interpreters. */
  async warmUp(): Promise<void> {
    await this.#originOnce();
    this.#refill();
    await Promise.all(this.#ready);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#later);
    await this.#release();
  }

  async #prepare(): Promise<Origin> {
    const { folder, kept } = this.#settings;
    const files = await readPyodide(folder);
    const read = kept === undefined ? undefined : await readSnapshot(kept);
    return { files, snapshot: read ?? (await takeSnapshot(files, this.#settings)) };
  }

  #refill(): void {
    while (!this.#closed && this.#ready.length < this.#settings.warm) {
      const started = this.#start();
      this.#ready.push(started);
      // An interpreter that failed to start is not returned; the next program starts another.
      started.catch(() => {
        const at = this.#ready.indexOf(started);
        if (at >= 0) this.#ready.splice(at, 1);
      });
    }
  }

  async #start(): Promise<InterpreterThread> {
    const { files, snapshot } = await this.#originOnce();
    const thread = new InterpreterThread(this.#settings);
    await thread.start(files, snapshot);
    thread.unref();
    return thread;
  }

  async #release(): Promise<void> {
    const threads = await Promise.allSettled(this.#ready.splice(0));
    await Promise.all(threads.map((made) => (made.status === 'fulfilled' ? made.value.stop() : undefined)));
  }
}
