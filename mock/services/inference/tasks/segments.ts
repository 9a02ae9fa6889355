import type { Transcript } from '../../../engines/models/backend.ts';

/** A stretch of speech; times are seconds. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words: Transcript['words'];
}

/** Words of a segment that ends with no sentence, and seconds that it lasts. */
const most = { words: 16, seconds: 10 } as const;

/**
 * A transcript in segments: one for each sentence, or less of a long one.
 *
 * @example
 * segmentsOf(transcript) // [{ start: 0, end: 0.72, text: 'Good morning.', words: […] }]
 */
export function segmentsOf({ text, words, duration }: Transcript): readonly Segment[] {
  if (words.length === 0) return text === '' ? [] : [{ start: 0, end: round(duration), text, words: [] }];
  const segments: Segment[] = [];
  let begun: Transcript['words'][number][] = [];
  const end = () => {
    const [first, last] = [begun[0], begun.at(-1)];
    if (!first || !last) return;
    const said = begun.map(({ word }) => word).join(' ');
    segments.push({ start: round(first.start), end: round(last.end), text: said, words: begun });
    begun = [];
  };
  for (const word of words) {
    begun.push(word);
    const lasting = word.end - (begun[0]?.start ?? 0);
    const isLast = /[.!?…。！？]["'”»)]?$/u.test(word.word);
    if (isLast || begun.length >= most.words || lasting >= most.seconds) end();
  }
  end();
  return segments;
}

/** Times to the millisecond. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
