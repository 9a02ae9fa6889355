import type { GenerationEvent } from '../backend.ts';
import type { Answers, Asking } from './generate.ts';

/** Answers that are remembered at most, and characters of a conversation that is. */
const most = { answers: 512, characters: 4096 } as const;

/**
 * The same answers, of which the last few hundred are not made again: tests ask the same things over and over.
 * Long conversations and those with pictures or files are answered anew each time.
 *
 * @example
 * const answers = rememberAnswers(eventsOf);
 * answers(asking) === answers(asking); // true
 */
export function rememberAnswers(make: Answers): Answers {
  let newer = new Map<string, readonly GenerationEvent[]>();
  let older = newer;
  return (asking) => {
    const key = keyOf(asking);
    if (key === undefined) return make(asking);
    const known = newer.get(key);
    if (known) return known;
    // Half of them are forgotten at a time, which costs nothing, unless they were asked for since.
    if (newer.size >= most.answers / 2) {
      older = newer;
      newer = new Map();
    }
    const answer = older.get(key) ?? make(asking);
    newer.set(key, answer);
    return answer;
  };
}

/** All that decides about an answer, as a text; undefined for what is not remembered. */
function keyOf({ seed, model, request, reading }: Asking): string | undefined {
  let characters = 0;
  for (const { parts } of request.messages) {
    if (!Array.isArray(parts)) return undefined;
    for (const part of parts) {
      if (part?.type !== 'text' || typeof part.text !== 'string') return undefined;
      characters += part.text.length;
    }
  }
  if (characters > most.characters) return undefined;
  const key = JSON.stringify([seed, model.id, reading, request]);
  // Tools and schemas count too.
  return key.length > most.characters * 2 ? undefined : key;
}
