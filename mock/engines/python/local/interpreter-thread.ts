import { Worker } from 'node:worker_threads';
import { PythonError } from '../python-error.ts';
import { readWorkerMessage, type StartMessage, type WorkerLimits, type WorkerMessage } from './messages.ts';
import type { PythonFiles } from './python-files.ts';
import { readOutput, sharedOutputBytes } from './shared-output.ts';

/** How a program came to its end, seen from outside. */
export type ThreadEnd =
  | { readonly kind: 'ended'; readonly outcome: string }
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'overflow' }
  /** All that run had too much memory together. */
  | { readonly kind: 'exhausted' }
  /** It was given its time and a grace; `outcome` where it ended within that. */
  | { readonly kind: 'timeout'; readonly outcome?: string };

/** What is given to an interpreter besides the files. */
export interface ThreadSettings {
  readonly limits: WorkerLimits;
  /** Bytes of JavaScript that it may have. */
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
      // Bun takes no notice.
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
   * Starts the interpreter; answers the snapshot where there was none to start from.
   *
   * @throws PythonError when it does not start in time
   */
  start(files: PythonFiles, snapshot: StartMessage['snapshot']): Promise<WorkerMessage> {
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
      const { loader, glue, module, library, abi, runner } = files;
      const [output, interrupt] = [this.#output, this.#interrupt];
      const start: StartMessage = {
        kind: 'start',
        ...{ loader, glue, module, library, abi, runner, snapshot, output, interrupt, limits },
      };
      this.#worker.postMessage(start);
    });
  }

  /** Runs the program to its end, whatever that is; rejects only with the reason of the signal. */
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

  /** Ends the program that it runs, for the memory that there is no more of. */
  exhaust(): void {
    this.#exhaust();
  }

  /** What the program has written so far. */
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
