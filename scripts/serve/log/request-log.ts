import type { AnsweredRequest } from '../../../mock/world/journal-reader.ts';
import { requestLogLimits as limits } from '../../../spec/services/touchstone/request-log.ts';
import type { LogFormat } from './log-format.ts';

/** What a log needs. */
export interface RequestLogParts {
  readonly format: LogFormat;
  /** Number of characters after which a write ends; unlimited by default. */
  readonly characters?: number | undefined;
  /** Whether requests with this status are printed. */
  wants(status: number): boolean;
  /**
   * Writes text; resolves once it is out. Nothing else is written before.
   *
   * @returns false when nobody reads any more
   */
  write(text: string): Promise<boolean>;
}

/**
 * Prints requests without slowing down their answers: they wait in a short queue, are formatted a few at a time, and
 * are only counted while the queue is full.
 */
export class RequestLog {
  readonly #parts: RequestLogParts;
  /** Requests, and numbers of dropped ones in between. */
  readonly #waiting: (AnsweredRequest | number)[] = [];
  /** Requests that were dropped since the last one that waits. */
  #dropped = 0;
  #state: 'new' | 'running' | 'ending' | 'over' = 'new';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> | undefined;

  constructor(parts: RequestLogParts) {
    this.#parts = parts;
  }

  /** Adds a request; printed once the log has started. */
  add(request: AnsweredRequest): void {
    if (this.#state === 'over' || !this.#parts.wants(request.status)) return;
    if (this.#waiting.length >= limits.waiting) {
      this.#dropped++;
      return;
    }
    this.#countDropped();
    this.#waiting.push(request);
    this.#plan();
  }

  /** Starts to print. */
  start(): void {
    this.#state = 'running';
    this.#plan();
  }

  /** Prints all that waits, unless nobody reads it in time. */
  async end(): Promise<void> {
    if (this.#state === 'running') this.#state = 'ending';
    clearTimeout(this.#timer);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, limits.endMs);
    await Promise.race([this.#finish(), late]);
    clearTimeout(timer);
    this.#state = 'over';
  }

  async #finish(): Promise<void> {
    await this.#writing;
    while (this.#state === 'ending' && (this.#waiting.length > 0 || this.#dropped > 0))
      await this.#print(Number.POSITIVE_INFINITY);
  }

  #countDropped(): void {
    if (this.#dropped > 0) this.#waiting.push(this.#dropped);
    this.#dropped = 0;
  }

  #plan(): void {
    if (this.#state !== 'running' || this.#timer !== undefined || this.#writing) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#print(limits.workMs).then(() => {
        this.#writing = undefined;
        if (this.#waiting.length > 0) this.#plan();
      });
    }, limits.intervalMs);
  }

  /** Prints what waits, as far as the time allows. */
  async #print(workMs: number): Promise<void> {
    const { format, characters = Number.POSITIVE_INFINITY, write } = this.#parts;
    const end = performance.now() + workMs;
    let text = '';
    let count = 0;
    for (const one of this.#waiting) {
      text += typeof one === 'number' ? format.dropped(one) : this.#format(one);
      count++;
      if (text.length >= characters || performance.now() >= end) break;
    }
    this.#waiting.splice(0, count);
    if (this.#waiting.length === 0 && this.#dropped > 0) {
      text += format.dropped(this.#dropped);
      this.#dropped = 0;
    }
    if (text === '' || this.#state === 'over' || (await write(text))) return;
    this.#state = 'over';
    this.#waiting.length = 0;
  }

  /** A request whose explanation fails is only counted: the server must not end with its log. */
  #format(request: AnsweredRequest): string {
    const { format } = this.#parts;
    try {
      return format.request(request.summary());
    } catch {
      return format.dropped(1);
    }
  }
}
