import process from 'node:process';
import { type Transferable, Worker } from 'node:worker_threads';
import { TouchstoneError } from '../../../spec/touchstone-error.ts';
import type { WorkAnswer } from './serve-work.ts';

/** Limits of work in threads. */
export interface WorkLimits {
  /** Number of concurrent pieces; more have to wait. */
  readonly atOnce: number;
  /** Time limit of a piece, in milliseconds. */
  readonly ms: number;
  /** Bytes that the process may grow by in the meantime. */
  readonly bytes: number;
  /** Milliseconds after which an idle thread ends. Default 5 seconds. */
  readonly idleMs?: number;
}

/** A thread, or a process that does the same. */
export interface WorkPlace {
  postMessage(input: unknown, transfer: readonly Transferable[]): void;
  terminate(): unknown;
  ref(): void;
  unref(): void;
  on(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
  off(event: 'message' | 'error' | 'exit', listener: (value: unknown) => void): unknown;
}

/** Thrown for work that did not finish: it took too long (`work-time`), or too much memory, or the thread crashed. */
export class WorkError extends TouchstoneError {
  constructor(code: 'work-time' | 'work-memory' | 'work-broken', message: string) {
    super(code, message);
  }
}

/** Milliseconds between two checks of the memory. */
const lookMs = 50;

/** Threads that take work off a thread that must not block. They are started on demand. */
export class WorkThreads<Input, Output> {
  readonly #start: () => WorkPlace;
  readonly #limits: WorkLimits;
  /** Idle threads, each with a timer that ends it. */
  readonly #idle: { readonly thread: WorkPlace; readonly timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param start the program of a thread, which calls `serveWork`; or what starts something that answers like one */
  constructor(start: URL | (() => WorkPlace), limits: WorkLimits) {
    this.#start = typeof start === 'function' ? start : () => startThread(start, limits);
    this.#limits = limits;
  }

  /**
   * Processes one piece of work.
   *
   * @param input sent to the thread, so it must be plain data
   * @param transfer the parts of it to transfer to the thread
   * @throws WorkError; the reason of the signal once it is aborted
   */
  async do(input: Input, signal: AbortSignal, transfer: readonly Transferable[] = []): Promise<Output> {
    signal.throwIfAborted();
    if (this.#running < this.#limits.atOnce) this.#running++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      signal.throwIfAborted();
      const thread = this.#take();
      try {
        const output = await this.#run(thread, input, signal, transfer);
        this.#keep(thread);
        return output;
      } catch (error) {
        void thread.terminate();
        throw error;
      }
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  #take(): WorkPlace {
    const { thread, timer } = this.#idle.pop() ?? {};
    clearTimeout(timer);
    if (thread) return thread;
    const started = this.#start();
    // It may end while it is idle.
    started.on('exit', () => this.#drop(started));
    started.on('error', () => this.#drop(started));
    return started;
  }

  #keep(thread: WorkPlace): void {
    thread.unref();
    const timer = setTimeout(() => {
      this.#drop(thread);
      void thread.terminate();
    }, this.#limits.idleMs ?? 5_000);
    timer.unref();
    this.#idle.push({ thread, timer });
  }

  #drop(thread: WorkPlace): void {
    const place = this.#idle.findIndex((idle) => idle.thread === thread);
    if (place !== -1) this.#idle.splice(place, 1);
  }

  async #run(
    thread: WorkPlace,
    input: Input,
    signal: AbortSignal,
    transfer: readonly Transferable[],
  ): Promise<Output> {
    const { ms, bytes } = this.#limits;
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const before = process.memoryUsage.rss();
    const timer = setTimeout(
      () => reject(new WorkError('work-time', `it takes longer than ${ms / 1000} seconds`)),
      ms,
    );
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > bytes) reject(outOfMemory(bytes));
    }, lookMs);
    const aborted = () => reject(signal.reason);
    const answered = (message: unknown) => {
      // `serveWork` has sent it.
      const answer = message as WorkAnswer<Output>;
      if ('output' in answer) resolve(answer.output);
      else reject(new WorkError('work-broken', `it fails: ${answer.problem}`));
    };
    const failed = (error: unknown) => {
      const isMemory =
        error instanceof Error && /ERR_WORKER_OUT_OF_MEMORY|out of memory/i.test(String(error));
      reject(isMemory ? outOfMemory(bytes) : new WorkError('work-broken', `a thread fails: ${error}`));
    };
    const ended = () => reject(new WorkError('work-broken', 'a thread has ended'));
    signal.addEventListener('abort', aborted, { once: true });
    thread.on('message', answered);
    thread.on('error', failed);
    thread.on('exit', ended);
    thread.ref();
    thread.postMessage(input, transfer);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', aborted);
      thread.off('message', answered);
      thread.off('error', failed);
      thread.off('exit', ended);
    }
  }
}

function startThread(main: URL, { bytes }: WorkLimits): Worker {
  // Bun ignores the limits.
  return new Worker(main, {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(bytes / 1_048_576) },
  });
}

const outOfMemory = (bytes: number) =>
  new WorkError('work-memory', `it takes more than ${bytes} bytes of memory`);
