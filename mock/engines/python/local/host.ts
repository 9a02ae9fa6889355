import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  PythonError,
  type PythonOptions,
  type PythonOutcome,
  type PythonRefusal,
  type PythonStatus,
} from '../python-engine.ts';
import { closedCommand } from './closed-process.ts';
import { endedWithAll } from './outcome.ts';
import { pyodideFolder } from './pyodide-files.ts';

/** A request to a host; the reply has the same number. */
export type HostRequest =
  | {
      readonly kind: 'run';
      readonly id: number;
      readonly code: string;
      readonly timeoutMs: number | undefined;
    }
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'status'; readonly id: number };

/** A message of a host: that it is ready, or a reply. */
export type HostReply =
  | { readonly kind: 'up' }
  /** The outcome is JSON: Deno's channels refuse values that are nested a hundred levels deep. */
  | { readonly kind: 'outcome'; readonly id: number; readonly outcome: string }
  | { readonly kind: 'status'; readonly id: number; readonly status: PythonStatus }
  | {
      readonly kind: 'refused';
      readonly id: number;
      readonly refusal: PythonRefusal;
      readonly message: string;
    }
  /** A thread cannot be stopped, or little memory is left: the host accepts no more requests. */
  | { readonly kind: 'spent' };

interface Waiting {
  readonly since: number;
  readonly requestKind: HostRequest['kind'];
  readonly resolve: (reply: HostReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A process with interpreters: it has few permissions, and not the environment of this one. */
export class PythonHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;
  #retired = false;
  #isUp = false;
  #isKilled = false;

  /** @param snapshot file of the snapshot from which interpreters start */
  constructor(options: PythonOptions, snapshot?: string) {
    const kept = snapshot ? [snapshot] : [];
    const main = join(import.meta.dirname, 'host-main.ts');
    const given = [JSON.stringify(options), pyodideFolder(), ...kept];
    const { program, args, env } = closedCommand(main, given, { reads: kept });
    this.#child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#child.on('message', (reply: HostReply) => {
      if (reply.kind === 'spent') return this.retire();
      if (reply.kind === 'up') {
        this.#isUp = true;
        return undefined;
      }
      const waiting = this.#waiting.get(reply.id);
      this.#settle(reply.id);
      waiting?.resolve(reply);
      return undefined;
    });
    const gone = () => {
      this.#retired = true;
      const isClosed = this.#isKilled;
      for (const [id, { resolve, reject, requestKind, since }] of [...this.#waiting]) {
        this.#settle(id);
        if (isClosed) reject(new PythonError('closed', 'Python was closed'));
        else if (this.#isUp && requestKind === 'run')
          resolve({ kind: 'outcome', id, outcome: JSON.stringify(endedWithAll(since)) });
        else reject(new PythonError('no-python', 'the process that runs Python has ended'));
      }
    };
    this.#child.on('error', gone).on('exit', gone);
    this.#rest();
  }

  /** The id of the process; undefined if it did not start. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether it accepts no more requests. */
  get retired(): boolean {
    return this.#retired;
  }

  async run(
    code: string,
    timeoutMs: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PythonOutcome> {
    const reply = await this.#send((id) => ({ kind: 'run', id, code, timeoutMs }), signal);
    if (reply.kind === 'refused') throw new PythonError(reply.refusal, reply.message);
    if (reply.kind !== 'outcome') throw new TypeError(`expected an outcome, not ${reply.kind}`);
    return JSON.parse(reply.outcome);
  }

  async status(): Promise<PythonStatus> {
    const reply = await this.#send((id) => ({ kind: 'status', id }), undefined);
    if (reply.kind !== 'status') throw new TypeError(`expected the status, not ${reply.kind}`);
    return reply.status;
  }

  /** Accepts no more requests, and ends after the running ones. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting.size === 0) this.kill();
  }

  kill(): void {
    this.#isKilled = true;
    this.#child.kill('SIGKILL');
  }

  #send(request: (id: number) => HostRequest, signal: AbortSignal | undefined): Promise<HostReply> {
    signal?.throwIfAborted();
    this.#ids += 1;
    const id = this.#ids;
    return new Promise<HostReply>((resolve, reject) => {
      const abort = () => {
        this.#child.send({ kind: 'abort', id } satisfies HostRequest);
        this.#settle(id);
        reject(signal?.reason);
      };
      const done = () => signal?.removeEventListener('abort', abort);
      const message = request(id);
      this.#waiting.set(id, {
        since: performance.now(),
        requestKind: message.kind,
        resolve: (reply) => {
          done();
          resolve(reply);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      signal?.addEventListener('abort', abort, { once: true });
      this.#child.ref();
      this.#child.channel?.ref?.();
      this.#child.send(message);
    });
  }

  #settle(id: number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    if (this.#retired) this.kill();
    else this.#rest();
  }

  /** Lets this process exit while the host is idle; the host then exits too. Bun's channel has no `unref`. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref?.();
  }
}
