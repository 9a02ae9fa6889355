import { Worker } from 'node:worker_threads';
import { PythonError } from '../python-engine.ts';
import {
  readOutput,
  readWorkerMessage,
  type StartMessage,
  sharedOutputBytes,
  type WorkerLimits,
  type WorkerMessage,
} from './messages.ts';
import type { PyodideFiles } from './pyodide-files.ts';
import { readRunner } from './snapshot.ts';

/** How a program ended, from outside. */
export type ThreadEnd =
  | { readonly kind: 'ended'; readonly outcome: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'overflow' }
  /** All programs together used too much memory. */
  | { readonly kind: 'exhausted' }
  /** It timed out; `outcome` is set if it ended within the grace period. */
  | { readonly kind: 'timeout'; readonly outcome?: string };

/** The limits of a thread. */
export interface ThreadSettings {
  readonly limits: WorkerLimits;
  /** Bytes of its JavaScript heap. */
  readonly heapBytes: number;
  readonly startMs: number;
  readonly graceMs: number;
}

type Listener = (message: WorkerMessage) => void;

/** A thread with one interpreter, good for one program. */
export class InterpreterThread {
  readonly #worker: Worker;
  readonly #settings: ThreadSettings;
  readonly #output: SharedArrayBuffer;
  readonly #interrupt = new SharedArrayBuffer(1);
  #listener: Listener = () => {};
  #exhaust = () => {};

  constructor(settings: ThreadSettings) {
    this.#settings = settings;
    this.#output = new SharedArrayBuffer(sharedOutputBytes(settings.limits.outputBytes));
    this.#worker = new Worker(new URL('./worker/main.ts', import.meta.url), {
      env: {},
      // Bun ignores them.
      resourceLimits: {
        maxOldGenerationSizeMb: settings.heapBytes / 1_048_576,
        maxYoungGenerationSizeMb: 32,
      },
    });
    this.#worker.on('message', (value: unknown) => {
      const message = readWorkerMessage(value);
      if (message) this.#listener(message);
    });
    this.#worker.on('error', (error) => this.#listener({ kind: 'broken', reason: String(error) }));
    this.#worker.on('exit', () => this.#listener({ kind: 'broken', reason: 'the thread has ended' }));
  }

  /**
   * Starts the interpreter from a snapshot, or has it make one.
   *
   * @throws PythonError if it does not start in time
   */
  start(files: PyodideFiles, snapshot: SharedArrayBuffer | undefined): Promise<WorkerMessage> {
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer);
        this.#listener = () => {};
        void this.stop();
        reject(new PythonError('no-python', `Python does not start: ${reason}`));
      };
      const { startMs, limits } = this.#settings;
      const timer = setTimeout(() => fail(`it takes more than ${startMs} ms`), startMs);
      this.#listener = (message) => {
        if (message.kind === 'failed' || message.kind === 'broken') fail(message.reason);
        else if (message.kind === 'ready' || message.kind === 'snapshot') {
          clearTimeout(timer);
          this.#listener = () => {};
          resolve(message);
        }
      };
      const [output, interrupt] = [this.#output, this.#interrupt];
      const runner = snapshot ? '' : readRunner();
      const start: StartMessage = { kind: 'start', files, runner, snapshot, output, interrupt, limits };
      this.#worker.postMessage(start);
    });
  }

  /** Runs the program to its end; rejects only with the reason of the signal. */
  run(code: string, timeoutMs: number, signal: AbortSignal | undefined): Promise<ThreadEnd> {
    return new Promise((resolve, reject) => {
      let interrupted = false;
      const settle = (act: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', aborted);
        this.#listener = () => {};
        this.#exhaust = () => {};
        act();
      };
      const end = (how: ThreadEnd) => settle(() => resolve(how));
      this.#exhaust = () => end({ kind: 'exhausted' });
      const aborted = () => settle(() => reject(signal?.reason));
      const outOfTime = () => {
        if (interrupted) return end({ kind: 'timeout' });
        interrupted = true;
        new Uint8Array(this.#interrupt)[0] = 2;
        timer = setTimeout(outOfTime, this.#settings.graceMs);
      };
      let timer = setTimeout(outOfTime, timeoutMs);
      this.#listener = (message) => {
        if (message.kind === 'ended')
          end(interrupted ? { kind: 'timeout', outcome: message.outcome } : message);
        else if (message.kind === 'broken' || message.kind === 'overflow') end(message);
      };
      signal?.addEventListener('abort', aborted, { once: true });
      this.#worker.ref();
      this.#worker.postMessage({ kind: 'run', code });
    });
  }

  /** Ends its program because memory has run out. */
  exhaust(): void {
    this.#exhaust();
  }

  /** The program's output so far. */
  get output(): { readonly stdout: string; readonly stderr: string } {
    return readOutput(this.#output);
  }

  /** Lets the process end while this one waits for a program. */
  unref(): void {
    this.#worker.unref();
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/**
 * Starts an interpreter without a snapshot, which takes seconds, and takes a snapshot of it.
 *
 * @throws PythonError if it does not start
 */
export async function takeSnapshot(
  files: PyodideFiles,
  settings: ThreadSettings,
): Promise<SharedArrayBuffer> {
  const thread = new InterpreterThread(settings);
  try {
    const made = await thread.start(files, undefined);
    if (made.kind !== 'snapshot') throw new TypeError(`expected a snapshot, not ${made.kind}`);
    return made.snapshot;
  } finally {
    await thread.stop();
  }
}
