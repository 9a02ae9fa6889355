import type { Generation, GenerationEvent } from '../backend.ts';
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
  let newer = new Map<string, Answer>();
  let older = newer;
  // What is asked for by the very same value needs no key to be found by.
  const again = new WeakMap<Generation, { readonly asking: Asking; readonly answer: Answer }>();

  const find = (key: string, asking: Asking): Answer => {
    const known = newer.get(key);
    if (known) {
      again.set(asking.request, { asking, answer: known });
      return known;
    }
    // Half of them are forgotten at a time, which costs nothing, unless they were asked for since.
    if (newer.size >= most.answers / 2) {
      older = newer;
      newer = new Map();
    }
    const answer = older.get(key) ?? make(asking);
    newer.set(key, answer);
    return answer;
  };

  return (asking) => {
    const last = again.get(asking.request);
    if (last && isAlike(last.asking, asking)) return last.answer;
    const key = keyOf(asking);
    return key === undefined ? make(asking) : find(key, asking);
  };
}

type Answer = readonly GenerationEvent[];

/** Whether the same request is asked of the same model in the same way. */
const isAlike = (one: Asking, other: Asking): boolean =>
  one.seed === other.seed && one.model.id === other.model.id && one.reading === other.reading;

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
