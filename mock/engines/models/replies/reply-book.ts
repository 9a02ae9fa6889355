import { ModelError } from '../model-error.ts';
import type { Asked } from './asked.ts';
import { compileMatch } from './match.ts';
import { canAnswer, type Reply } from './reply.ts';

/** A reply with how often it was used. */
export interface ReplyRecord {
  /** `reply-1`, `reply-2`, and so on, in the order of adding. */
  readonly id: string;
  readonly reply: Reply;
  readonly used: number;
  /** Requests it will still answer. */
  readonly left: number;
}

interface Entry {
  readonly id: string;
  readonly reply: Reply;
  readonly matches: (asked: Asked) => boolean;
  used: number;
  left: number;
}

/**
 * Replies in their order of precedence: a set that was added later stands before those that were added
 * earlier, and inside of a set the written order holds. Nothing else counts; a reply that matches more
 * closely has no precedence. One that is used up is passed over.
 */
export class ReplyBook {
  readonly #entries: Entry[] = [];
  #lastId = 0;

  /**
   * Adds a set of replies before all others.
   *
   * @returns their ids
   * @throws ModelError `bad-input` for a match that cannot be, and then nothing is added
   */
  add(replies: readonly Reply[]): readonly string[] {
    const compiled = replies.map((reply) => ({
      reply,
      matches: typeof reply.match === 'function' ? reply.match : compileMatch(reply.match ?? {}),
      left: timesOf(reply),
    }));
    const entries = compiled.map((entry): Entry => ({ ...entry, id: `reply-${++this.#lastId}`, used: 0 }));
    this.#entries.unshift(...entries);
    return entries.map(({ id }) => id);
  }

  /** Takes a reply out. Gives whether there was one. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index === -1) return false;
    this.#entries.splice(index, 1);
    return true;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Forgets everything, how many there have been among it. */
  reset(): void {
    this.clear();
    this.#lastId = 0;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** All replies, the used-up ones among them, in order of precedence. */
  list(): readonly ReplyRecord[] {
    return this.#entries.map(({ id, reply, used, left }) => ({ id, reply, used, left }));
  }

  /**
   * The reply for a request, which counts as used from now on; undefined when there is none.
   *
   * @throws ModelError `scripted` when a matching function of the script throws
   */
  take(asked: Asked): Reply | undefined {
    const entry = this.#entries.find(
      ({ id, reply, matches, left }) =>
        left > 0 &&
        (typeof reply.reply === 'function' || canAnswer(reply.reply, asked.task)) &&
        runScript(reply.name ?? id, () => matches(asked)),
    );
    if (entry === undefined) return undefined;
    entry.used++;
    entry.left--;
    return entry.reply;
  }
}

function timesOf(reply: Reply): number {
  const { times = 'always' } = reply;
  if (times === 'always') return Number.POSITIVE_INFINITY;
  if (times === 'once') return 1;
  if (Number.isInteger(times) && times > 0) return times;
  throw new ModelError('bad-input', `A reply is for a whole number of times, not for ${times}.`);
}

function runScript<T>(name: string, script: () => T): T {
  try {
    return script();
  } catch (cause) {
    if (cause instanceof ModelError) throw cause;
    throw new ModelError('scripted', `The matching function of the reply "${name}" threw: ${cause}`, {
      cause,
    });
  }
}
