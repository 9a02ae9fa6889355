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
  const known = new Map<string, readonly GenerationEvent[]>();
  return (asking) => {
    const key = keyOf(asking);
    if (key === undefined) return make(asking);
    const answer = known.get(key);
    if (answer) return answer;
    const made = make(asking);
    known.set(key, made);
    if (known.size > most.answers) {
      const [oldest = key] = known.keys();
      known.delete(oldest);
    }
    return made;
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
