import { InterpreterThread } from './interpreter-thread.ts';
import { type Origin, type OriginSettings, originOf } from './origin.ts';

export interface PoolSettings extends OriginSettings {
  /** How many stand ready. */
  readonly warm: number;
  /** Milliseconds without a program after which none stands ready any more. */
  readonly idleMs: number;
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

  /** Reads or makes the snapshot, once; a failure is forgotten, so that it is tried again. */
  origin(): Promise<Origin> {
    this.#origin ??= this.#prepare().catch((error: unknown) => {
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

  async #prepare(): Promise<Origin> {
    const { first, ...origin } = await originOf(this.#settings);
    first?.unref();
    if (first) this.#ready.push(Promise.resolve(first));
    return origin;
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
