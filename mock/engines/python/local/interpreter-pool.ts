import { InterpreterThread, type ThreadSettings } from './interpreter-thread.ts';
import type { Snapshot } from './messages.ts';
import { type PythonFiles, readPythonFiles } from './python-files.ts';

/** What interpreters start from: the files, and the memory of one that has started. */
interface Origin {
  readonly files: PythonFiles;
  readonly snapshot: Snapshot;
  readonly product: string;
}

export interface PoolSettings extends ThreadSettings {
  /** How many stand ready. */
  readonly warm: number;
  /** Milliseconds without a program after which none stands ready any more. */
  readonly idleMs: number;
  /** Where the package `pyodide` is. */
  readonly folder: string;
}

/**
 * Milliseconds until another one is started in the place of one that was taken: most programs have ended by then, and
 * Deno stands still for forty while it starts a thread.
 */
const refillMs = 30;

/** Interpreters that stand ready; each is handed out once, and another one is started soon after. */
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

  /** An interpreter for one program; whoever takes it stops it. */
  async take(): Promise<InterpreterThread> {
    clearTimeout(this.#idle);
    await this.origin();
    const thread = this.#ready.shift() ?? this.#start();
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#refill(), refillMs);
    this.#idle = setTimeout(() => void this.#release(), this.#settings.idleMs);
    this.#idle.unref?.();
    return thread;
  }

  /** Makes the snapshot, once; a failure is forgotten, so that it is tried again. */
  origin(): Promise<Origin> {
    this.#origin ??= makeOrigin(this.#settings).catch((error: unknown) => {
      this.#origin = undefined;
      throw error;
    });
    return this.#origin;
  }

  /** Starts what is to stand ready. */
  async warmUp(): Promise<void> {
    await this.origin();
    this.#refill();
    await Promise.all(this.#ready);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    clearTimeout(this.#later);
    await this.#release();
  }

  #refill(): void {
    while (!this.#closed && this.#ready.length < this.#settings.warm) {
      const started = this.#start();
      this.#ready.push(started);
      // One that did not start must not be handed out; who comes next starts another.
      started.catch(() => {
        const at = this.#ready.indexOf(started);
        if (at >= 0) this.#ready.splice(at, 1);
      });
    }
  }

  async #start(): Promise<InterpreterThread> {
    const { files, snapshot } = await this.origin();
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

async function makeOrigin(settings: PoolSettings): Promise<Origin> {
  const files = await readPythonFiles(settings.folder);
  const thread = new InterpreterThread(settings);
  try {
    const made = await thread.start(files, undefined);
    if (made.kind !== 'snapshot') throw new TypeError(`a snapshot was asked for, not ${made.kind}`);
    return { files, snapshot: made.snapshot, product: made.product };
  } finally {
    await thread.stop();
  }
}
