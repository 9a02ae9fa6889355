import type { Segment } from './segments.ts';

/**
 * Captions as WebVTT: one cue for each segment.
 *
 * @example
 * webVtt([{ start: 0, end: 1.5, text: 'Good morning', words: [] }])
 * // 'WEBVTT\n\n00:00.000 --> 00:01.500\nGood morning\n\n'
 */
export function webVtt(segments: readonly Segment[]): string {
  const cues = segments.map(
    ({ start, end, text }) => `${timestamp(start)} --> ${timestamp(end)}\n${escaped(text)}\n\n`,
  );
  return `WEBVTT\n\n${cues.join('')}`;
}

/** Hours stand there only where there are some. */
function timestamp(seconds: number): string {
  const total = Math.round(seconds * 1000);
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0');
  const hours = total >= 3_600_000 ? `${digits(total / 3_600_000, 2)}:` : '';
  return `${hours}${digits((total / 60_000) % 60, 2)}:${digits((total / 1000) % 60, 2)}.${digits(total % 1000, 3)}`;
}

/** Tags and escapes begin with the first two, and `-->` would be read as times. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
