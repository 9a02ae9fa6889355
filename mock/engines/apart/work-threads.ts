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
}

/** Thrown for work that did not finish: it took too long (`work-time`), or too much memory, or the thread crashed. */
export class WorkError extends TouchstoneError {
  constructor(code: 'work-time' | 'work-memory' | 'work-broken', message: string) {
    super(code, message);
  }
}

/** Milliseconds after which an idle thread ends, and between two checks of the memory. */
const idleMs = 5_000;
const lookMs = 50;

/** Threads that take work off a thread that must not block. They are started on demand. */
export class WorkThreads<Input, Output> {
  readonly #main: URL;
  readonly #limits: WorkLimits;
  /** Idle threads, each with a timer that ends it. */
  readonly #idle: { readonly thread: Worker; readonly timer: NodeJS.Timeout }[] = [];
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  /** @param main the program of a thread, which calls `serveWork` */
  constructor(main: URL, limits: WorkLimits) {
    this.#main = main;
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

  #take(): Worker {
    const { thread, timer } = this.#idle.pop() ?? {};
    clearTimeout(timer);
    if (thread) return thread;
    // Bun ignores the limits.
    const heap = Math.ceil(this.#limits.bytes / 1_048_576);
    return new Worker(this.#main, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heap } });
  }

  #keep(thread: Worker): void {
    thread.unref();
    const timer = setTimeout(() => {
      this.#idle.splice(
        this.#idle.findIndex((idle) => idle.thread === thread),
        1,
      );
      void thread.terminate();
    }, idleMs);
    timer.unref();
    this.#idle.push({ thread, timer });
  }

  async #run(
    thread: Worker,
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
    const answered = (answer: WorkAnswer<Output>) =>
      'output' in answer
        ? resolve(answer.output)
        : reject(new WorkError('work-broken', `it fails: ${answer.problem}`));
    const failed = (error: unknown) => {
      const isMemory =
        error instanceof Error && /ERR_WORKER_OUT_OF_MEMORY|out of memory/i.test(String(error));
      reject(isMemory ? outOfMemory(bytes) : new WorkError('work-broken', `a thread fails: ${error}`));
    };
    const ended = () => reject(new WorkError('work-broken', 'a thread has ended'));
    signal.addEventListener('abort', aborted, { once: true });
    thread.on('message', answered).on('error', failed).on('exit', ended);
    thread.ref();
    thread.postMessage(input, transfer);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', aborted);
      thread.off('message', answered).off('error', failed).off('exit', ended);
    }
  }
}

const outOfMemory = (bytes: number) =>
  new WorkError('work-memory', `it takes more than ${bytes} bytes of memory`);
