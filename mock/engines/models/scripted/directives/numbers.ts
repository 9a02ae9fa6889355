const words =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );

/** What matches a number in digits or, up to twenty, in English words; without groups. */
export const numberPattern = `(?:-?\\d[\\d,]{0,30}(?:\\.\\d{1,20})?|\\b(?:${words.join('|')})\\b)`;

/** What matches a count in digits or words; without groups. */
export const countPattern = `(?:\\d{1,6}|\\b(?:${words.join('|')})\\b)`;

/**
 * The number that a text of {@link numberPattern} names.
 *
 * @example
 * readNumber('1,200.5'); // 1200.5
 * readNumber('Twelve'); // 12
 */
export function readNumber(text: string): number {
  const word = words.indexOf(text.toLowerCase());
  return word >= 0 ? word : Number(text.replaceAll(',', ''));
}
