import { type ChildProcess, spawn } from 'node:child_process';
import type { PythonOutcome, PythonStatus } from '../../python-engine.ts';
import { PythonError } from '../../python-error.ts';
import type { PythonOptions } from '../../python-options.ts';
import { closedCommand, hostProgram } from './host-command.ts';
import type { HostReply, HostRequest } from './host-messages.ts';

interface Waiting {
  readonly resolve: (reply: HostReply) => void;
  readonly reject: (error: unknown) => void;
}

/** A process with interpreters in it, which knows nothing of the environment of this one and may do little. */
export class PythonHost {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;
  #retired = false;

  constructor(options: PythonOptions) {
    const { program, args } = closedCommand(hostProgram, JSON.stringify(options));
    this.#child = spawn(program, args, { env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#child.on('message', (reply: HostReply) => {
      if (reply.kind === 'spent') return this.retire();
      const waiting = this.#waiting.get(reply.id);
      this.#settle(reply.id);
      waiting?.resolve(reply);
    });
    const gone = () => {
      this.#retired = true;
      for (const [id, { reject }] of [...this.#waiting]) {
        this.#settle(id);
        reject(new PythonError('no-python', 'the process that runs Python has ended'));
      }
    };
    this.#child.on('error', gone).on('exit', gone);
    this.#rest();
  }

  /** Whether it takes no more programs. */
  get retired(): boolean {
    return this.#retired;
  }

  async run(
    code: string,
    timeoutMs: number | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PythonOutcome> {
    const reply = await this.#ask((id) => ({ kind: 'run', id, code, timeoutMs }), signal);
    if (reply.kind === 'refused') throw new PythonError(reply.refusal, reply.message);
    if (reply.kind !== 'outcome') throw new TypeError(`an outcome was asked for, not ${reply.kind}`);
    return reply.outcome;
  }

  async status(): Promise<PythonStatus> {
    const reply = await this.#ask((id) => ({ kind: 'status', id }), undefined);
    if (reply.kind !== 'status') throw new TypeError(`the status was asked for, not ${reply.kind}`);
    return reply.status;
  }

  /** Lets it end what it runs, and then ends it. */
  retire(): void {
    this.#retired = true;
    if (this.#waiting.size === 0) this.kill();
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #ask(request: (id: number) => HostRequest, signal: AbortSignal | undefined): Promise<HostReply> {
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
      this.#waiting.set(id, {
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
      this.#child.send(request(id));
    });
  }

  #settle(id: number): void {
    this.#waiting.delete(id);
    if (this.#waiting.size > 0) return;
    if (this.#retired) this.kill();
    else this.#rest();
  }

  /** Lets this process end while the host has nothing to do; the host then ends as well. Bun's channel has no `unref`. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref?.();
  }
}
