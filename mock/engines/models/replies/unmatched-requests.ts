import type { Asked } from './asked.ts';
import { explainMatch } from './explain-match.ts';
import type { ReplyRecord } from './reply-book.ts';

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
    return { count: this.#count, newest: this.#asked.toReversed().map(({ asked }) => requestOf(asked())) };
  }

  /** Why no reply matched the newest request that is meant; nothing where there was none, or no reply at all. */
  explain(isMeant: (request: UnmatchedRequest) => boolean): readonly string[] {
    const noted = this.#asked.findLast(({ asked }) => isMeant(requestOf(asked())));
    return noted ? explainMatch(noted.replies, noted.asked()) : [];
  }

  clear(): void {
    this.#count = 0;
    this.#asked.length = 0;
  }
}

function requestOf({ generation: _, text, system, toolResults, ...asked }: Asked): UnmatchedRequest {
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
