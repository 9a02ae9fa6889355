import type { Conversation } from '../conversation.ts';
import type { Random } from '../random.ts';

/** An answer that the words of the user ask for. */
export interface Directed {
  readonly text: string;
  /** Whether the text has to stand alone, as the user wants it. */
  readonly exact: boolean;
}

/** Answers one kind of wish, and nothing else. */
export type Directive = (conversation: Conversation, random: Random) => Directed | undefined;
