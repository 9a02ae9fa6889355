import { isRegExp } from '../../../../spec/value-kinds.ts';
import { ModelError } from '../model-error.ts';
import type { IncomingRequest } from './incoming-request.ts';
import { compileMatch, type ReplyMatch } from './match.ts';
import { canAnswer, type Reply } from './reply.ts';

/** A reply with its use count. */
export interface ReplyRecord {
  /** `reply-1`, `reply-2`, and so on, in the order of adding. */
  readonly id: string;
  readonly reply: Reply;
  readonly used: number;
  /** Number of remaining uses. */
  readonly left: number;
}

interface Entry {
  readonly id: string;
  readonly reply: Reply;
  readonly matches: (incoming: IncomingRequest) => boolean;
  used: number;
  left: number;
}

/**
 * Replies in their order of precedence: sets added later come before earlier ones, and within a set, order is kept.
 * Nothing else counts; a more specific match has no precedence. Used-up replies are skipped.
 */
export class ReplyBook {
  readonly #entries: Entry[] = [];
  #lastId = 0;

  /**
   * Adds a set of replies before all others.
   *
   * @returns their ids
   * @throws ModelError `bad-input` for an invalid match; then nothing is added
   */
  add(replies: readonly Reply[]): readonly string[] {
    const entries = this.#compile(replies);
    this.#entries.unshift(...entries);
    return entries.map(({ id }) => id);
  }

  /** The same after all others. */
  addLast(replies: readonly Reply[]): readonly string[] {
    const entries = this.#compile(replies);
    this.#entries.push(...entries);
    return entries.map(({ id }) => id);
  }

  #compile(replies: readonly Reply[]): Entry[] {
    const compiled = replies.map((reply) => ({
      reply,
      matches: typeof reply.match === 'function' ? reply.match : compileMatch(reply.match ?? {}),
      left: getTimes(reply),
    }));
    return compiled.map((entry) => ({ ...entry, id: `reply-${++this.#lastId}`, used: 0 }));
  }

  /** Removes a reply; returns whether it existed. */
  remove(id: string): boolean {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index === -1) return false;
    this.#entries.splice(index, 1);
    return true;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** Resets everything, including the counter of ids. */
  reset(): void {
    this.clear();
    this.#lastId = 0;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** All replies, including used-up ones, in order of precedence. */
  list(): readonly ReplyRecord[] {
    return this.#entries.map(({ id, reply, used, left }) => ({ id, reply, used, left }));
  }

  /**
   * The reply for a request, which then counts as used; undefined if there is none.
   *
   * @throws ModelError `scripted` when a matching function of the script throws
   */
  take(incoming: IncomingRequest): Reply | undefined {
    const entry = this.#entries.find(
      ({ id, reply, matches, left }) =>
        left > 0 &&
        (typeof reply.reply === 'function' || canAnswer(reply.reply, incoming.task)) &&
        runScript(reply.name ?? id, () => matches(incoming)),
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
  throw new ModelError('bad-input', `The number of uses of a reply must be a whole number, not ${times}.`);
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

/** Maximum number of kept requests. */
const NEWEST = 20;
/** Maximum length of a kept text. */
const MAX_TEXT = 500;

/** A request without a matching reply, in the terms of a match; long texts are shortened. */
export type UnmatchedRequest = Omit<IncomingRequest, 'generation'>;

export interface Unmatched {
  /** Total number of them. */
  readonly count: number;
  /** The last of them, newest first. */
  readonly newest: readonly UnmatchedRequest[];
}

interface Noted {
  readonly incoming: () => IncomingRequest;
  readonly replies: readonly ReplyRecord[];
}

/** The requests without a matching reply, for debugging a script. */
export class UnmatchedRequests {
  #count = 0;
  /** Oldest first. */
  readonly #incoming: Noted[] = [];

  /**
   * @param asked returns the match terms of the request; lazy
   * @param replies the existing replies, none of which matched
   */
  note(incoming: () => IncomingRequest, replies: readonly ReplyRecord[] = []): void {
    this.#count++;
    this.#incoming.push({ incoming, replies });
    if (this.#incoming.length > NEWEST) this.#incoming.shift();
  }

  list(): Unmatched {
    return {
      count: this.#count,
      newest: this.#incoming.toReversed().map(({ incoming }) => getRequest(incoming())),
    };
  }

  /**
   * Why no reply matched the newest request that fits the filter; nothing without such a request, or without replies.
   */
  explain(isMeant: (request: UnmatchedRequest) => boolean): readonly string[] {
    const noted = this.#incoming.findLast(({ incoming }) => isMeant(getRequest(incoming())));
    return noted ? explainMatch(noted.replies, noted.incoming()) : [];
  }

  clear(): void {
    this.#count = 0;
    this.#incoming.length = 0;
  }
}

function getRequest({
  generation: _,
  text,
  system,
  toolResults,
  ...incoming
}: IncomingRequest): UnmatchedRequest {
  return {
    ...incoming,
    text: cut(text),
    system: cut(system),
    toolResults: toolResults.slice(0, NEWEST).map((result) => ({ ...result, text: cut(result.text) })),
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}

/** Maximum number of listed replies, those with the fewest differences. */
const mostReplies = 3;
/** Maximum length of a shown value. */
const mostCharacters = 100;

/**
 * Why none of these replies matched a request, one line for each of the closest: the members of its match that differ,
 * with the request's values.
 *
 * @example
 * explainMatch(book.list(), asked);
 * // ['reply "weather" did not match: text is "Hello", not "weather"']
 */
export function explainMatch(records: readonly ReplyRecord[], incoming: IncomingRequest): string[] {
  return records
    .map((record) => ({ record, faults: getFaults(record, incoming) }))
    .sort((a, b) => a.faults.length - b.faults.length)
    .slice(0, mostReplies)
    .map(({ record: { id, reply }, faults }) => {
      return `reply ${shown(reply.name ?? id)} did not match: ${faults.join(', ')}`;
    });
}

function getFaults({ reply, left, used }: ReplyRecord, incoming: IncomingRequest): string[] {
  const faults: string[] = [];
  if (left === 0) faults.push(`it is used up, after ${used} of ${used}`);
  if (typeof reply.reply !== 'function' && !canAnswer(reply.reply, incoming.task)) {
    faults.push(`it has no answer for the task ${incoming.task}`);
  }
  const { match = {} } = reply;
  if (typeof match === 'function') return faults.length > 0 ? faults : ['its function says no'];
  for (const [member, wanted] of Object.entries(match)) {
    // One member of a match is a match.
    if (wanted === undefined || compileMatch({ [member]: wanted } as ReplyMatch)(incoming)) continue;
    faults.push(`${member} is ${shown(getMember(member, incoming))}, not ${shown(wanted)}`);
  }
  return faults;
}

/** The part of a request that corresponds to this member of a match. */
function getMember(member: string, incoming: IncomingRequest): unknown {
  switch (member) {
    case 'tool':
      return incoming.tools;
    case 'toolResult':
      return incoming.toolResults;
    default:
      // The other members have the same names.
      return incoming[member as 'task' | 'model' | 'text' | 'system' | 'turn' | 'format'];
  }
}

function shown(value: unknown): string {
  const text = isRegExp(value) ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
