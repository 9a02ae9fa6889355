import { isRegExp } from '../../../../spec/value-kinds.ts';
import { ModelError } from '../model-error.ts';
import type { Asked } from './asked.ts';
import { compileMatch, type ReplyMatch } from './match.ts';
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
      left: getTimes(reply),
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

function getTimes(reply: Reply): number {
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

/** How many of the requests are remembered. */
const NEWEST = 20;
/** How much of a text is remembered. */
const MAX_TEXT = 500;

/** A request that no reply matched, in the terms of a match; long texts are cut. */
export type UnmatchedRequest = Omit<Asked, 'generation'>;

export interface Unmatched {
  /** How many there were. */
  readonly count: number;
  /** The last of them, newest first. */
  readonly newest: readonly UnmatchedRequest[];
}

interface Noted {
  readonly asked: () => Asked;
  readonly replies: readonly ReplyRecord[];
}

/** The requests that no reply matched: what to look at when a script does not do what it should. */
export class UnmatchedRequests {
  #count = 0;
  /** Oldest first. */
  readonly #asked: Noted[] = [];

  /**
   * @param asked tells what was asked for, once somebody looks
   * @param replies those that there were, none of which matched
   */
  note(asked: () => Asked, replies: readonly ReplyRecord[] = []): void {
    this.#count++;
    this.#asked.push({ asked, replies });
    if (this.#asked.length > NEWEST) this.#asked.shift();
  }

  list(): Unmatched {
    return { count: this.#count, newest: this.#asked.toReversed().map(({ asked }) => getRequest(asked())) };
  }

  /** Why no reply matched the newest request that is meant; nothing where there was none, or no reply at all. */
  explain(isMeant: (request: UnmatchedRequest) => boolean): readonly string[] {
    const noted = this.#asked.findLast(({ asked }) => isMeant(getRequest(asked())));
    return noted ? explainMatch(noted.replies, noted.asked()) : [];
  }

  clear(): void {
    this.#count = 0;
    this.#asked.length = 0;
  }
}

function getRequest({ generation: _, text, system, toolResults, ...asked }: Asked): UnmatchedRequest {
  return {
    ...asked,
    text: cut(text),
    system: cut(system),
    toolResults: toolResults.slice(0, NEWEST).map((result) => ({ ...result, text: cut(result.text) })),
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** Replies that are told of: those of which the least is wrong. */
const mostReplies = 3;
/** Characters of a value that are shown. */
const mostCharacters = 100;

/**
 * Why none of these replies was the one for a request, a line for each of those that come nearest: which members of
 * its match differ, and what was asked instead.
 *
 * @example
 * explainMatch(book.list(), asked);
 * // ['reply "weather" did not match: text is "Hello", not "weather"']
 */
export function explainMatch(records: readonly ReplyRecord[], asked: Asked): string[] {
  return records
    .map((record) => ({ record, faults: getFaults(record, asked) }))
    .sort((a, b) => a.faults.length - b.faults.length)
    .slice(0, mostReplies)
    .map(({ record: { id, reply }, faults }) => {
      return `reply ${shown(reply.name ?? id)} did not match: ${faults.join(', ')}`;
    });
}

function getFaults({ reply, left, used }: ReplyRecord, asked: Asked): string[] {
  const faults: string[] = [];
  if (left === 0) faults.push(`it is used up, after ${used} of ${used}`);
  if (typeof reply.reply !== 'function' && !canAnswer(reply.reply, asked.task)) {
    faults.push(`it has no answer for the task ${asked.task}`);
  }
  const { match = {} } = reply;
  if (typeof match === 'function') return faults.length > 0 ? faults : ['its function says no'];
  for (const [member, wanted] of Object.entries(match)) {
    // One member of a match is a match.
    if (wanted === undefined || compileMatch({ [member]: wanted } as ReplyMatch)(asked)) continue;
    faults.push(`${member} is ${shown(askedFor(member, asked))}, not ${shown(wanted)}`);
  }
  return faults;
}

/** What a request has where a match has this member. */
function askedFor(member: string, asked: Asked): unknown {
  switch (member) {
    case 'tool':
      return asked.tools;
    case 'toolResult':
      return asked.toolResults;
    default:
      // The other members have the same names.
      return asked[member as 'task' | 'model' | 'text' | 'system' | 'turn' | 'format'];
  }
}

function shown(value: unknown): string {
  const text = isRegExp(value) ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
