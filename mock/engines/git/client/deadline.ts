import { RemoteError } from './remote-error.ts';

/** How long another server may take: for all of it, and between two pieces of what it sends. */
export interface RemoteTimes {
  readonly idleMs: number;
  readonly totalMs: number;
}

/** Ends what is done with another server once that takes too long, or once the caller has enough. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #times: RemoteTimes;
  readonly #caller: AbortSignal | undefined;
  readonly #total: ReturnType<typeof setTimeout>;
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(times: RemoteTimes, caller?: AbortSignal) {
    this.#times = times;
    this.#caller = caller;
    this.#total = setTimeout(() => this.#tooLong(times.totalMs), times.totalMs);
    if (caller?.aborted) this.#stop();
    else caller?.addEventListener('abort', this.#stop, { once: true });
    this.touch();
  }

  /** Aborted with what is to be thrown. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Says that something came. */
  touch(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => this.#tooLong(this.#times.idleMs), this.#times.idleMs);
  }

  /** Waits for what another server does, no longer than it may take; @throws RemoteError for whatever goes wrong */
  async wait<T>(work: Promise<T>): Promise<T> {
    let letGo = () => {};
    const aborted = new Promise<never>((_, reject) => {
      letGo = () => reject(this.signal.reason);
      if (this.signal.aborted) letGo();
      else this.signal.addEventListener('abort', letGo, { once: true });
    });
    try {
      const done = await Promise.race([work, aborted]);
      this.touch();
      return done;
    } catch (cause) {
      if (this.signal.aborted) throw this.signal.reason;
      throw new RemoteError('unavailable', 'the remote server can not be reached', { cause });
    } finally {
      this.signal.removeEventListener('abort', letGo);
    }
  }

  /** To be called when nothing is waited for any more; what is still on its way is let go of. */
  end(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#idle);
    this.#caller?.removeEventListener('abort', this.#stop);
    this.#controller.abort();
  }

  readonly #stop = () => this.#controller.abort(this.#caller?.reason);

  #tooLong(ms: number): void {
    this.#controller.abort(
      new RemoteError('unavailable', `the remote server did not answer within ${ms / 1_000} seconds`),
    );
  }
}
