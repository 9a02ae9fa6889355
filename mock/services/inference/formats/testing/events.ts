import fc from 'fast-check';
import type { FinishReason, GenerationEvent, Usage } from '../../../../engines/models/backend.ts';
import type { AnswerContext } from '../format.ts';

/** A context with sequential ids and a fixed clock. */
export function testContext(model = 'openai/gpt-5'): AnswerContext {
  let count = 0;
  return { model, now: () => 1_750_000_000_500, newId: () => `id${count++}` };
}

/** Events of an engine, then an error if given. */
export async function* getEvents(
  events: readonly GenerationEvent[],
  error?: Error,
): AsyncGenerator<GenerationEvent, void, undefined> {
  yield* events;
  if (error !== undefined) throw error;
}

export const usage: Usage = { inputTokens: 11, outputTokens: 7 };

/** The finish of an answer. */
export const finished = (reason: FinishReason = 'stop', stop?: string): GenerationEvent => ({
  type: 'finish',
  reason,
  ...(stop !== undefined && { stop }),
  usage,
});

export const text = (...pieces: readonly string[]): GenerationEvent[] =>
  pieces.map((piece) => ({ type: 'text', text: piece }));

export const reasoning = (...pieces: readonly string[]): GenerationEvent[] =>
  pieces.map((piece) => ({ type: 'reasoning', text: piece }));

/** A call with its arguments in pieces. */
export const call = (index: number, name: string, ...pieces: readonly string[]): GenerationEvent[] => [
  { type: 'tool-call', index, id: `call_${index}`, name },
  ...pieces.map((json): GenerationEvent => ({ type: 'tool-arguments', index, json })),
];

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 5 });

const argumentPieces = fc
  .tuple(
    fc.dictionary(
      fc.string({ maxLength: 6 }).filter((key) => key !== '__proto__'),
      fc.jsonValue({ maxDepth: 1 }),
      { maxKeys: 3 },
    ),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([value, size]) => JSON.stringify(value).match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []);

const count = fc.nat({ max: 9_999 });

const anyUsage: fc.Arbitrary<Usage> = fc.record(
  { inputTokens: count, outputTokens: count, cachedTokens: count, reasoningTokens: count },
  { requiredKeys: ['inputTokens', 'outputTokens'] },
);

/** An arbitrary answer of an engine: reasoning, text and calls whose pieces are interleaved. */
export const anyEvents: fc.Arbitrary<readonly GenerationEvent[]> = fc
  .record({
    thoughts: pieces,
    words: pieces,
    calls: fc.array(argumentPieces, { maxLength: 3 }),
    inTurns: fc.boolean(),
    reason: fc.constantFrom<FinishReason>('stop', 'length', 'content-filter'),
    usage: anyUsage,
  })
  .map(({ thoughts, words, calls, inTurns, reason, usage }) => {
    const lists = calls.map((json, index) => call(index, `tool_${index}`, ...json));
    const finish: GenerationEvent = {
      type: 'finish',
      reason: calls.length > 0 && reason === 'stop' ? 'tool-calls' : reason,
      usage,
    };
    return [...reasoning(...thoughts), ...text(...words), ...(inTurns ? turns(lists) : lists.flat()), finish];
  });

/** Interleaves lists: the first of each, then the second of each, and so on. */
function turns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
