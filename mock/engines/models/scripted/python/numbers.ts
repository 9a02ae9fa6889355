/** A whole number in digits, with or without groups of three. */
export const whole = '(?:\\d{1,3}(?:,\\d{3})+|\\d+)';

/** Any number in digits: `-3`, `1,200.5`, `.5`, `1e9`. */
export const anyNumber = `-?(?:${whole}(?:\\.\\d+)?|\\.\\d+)(?:e[+-]?\\d+)?`;

/**
 * A number of a prompt as Python writes it: without groups, and without the zeros in front that Python refuses.
 *
 * @example
 * pythonNumber('1,200'); // '1200'
 * pythonNumber('007.50'); // '7.50'
 */
export function pythonNumber(text: string): string {
  return text.replaceAll(',', '').replace(/^(-?)0+(?=\d)/, '$1');
}

const separator = String.raw`(?:\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|or|vs\.?|&)\s+|\s+)`;
const loose = String.raw`-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?(?![\w/]|:\d|-\d)`;
const spread = new RegExp(`(?<![\\w./]|\\d:)${loose}(?:${separator}${loose})+`, 'g');
const grouped = `-?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?`;
const groupedList = new RegExp(
  `(?<![\\w./]|\\d:)${grouped}(?:(?:\\s*;\\s*|,\\s+(?:and\\s+)?|\\s+(?:and|or)\\s+)${grouped})+`,
  'g',
);

/**
 * The numbers that a text lists, as Python writes them; the longest list of several. A comma without a space
 * parts numbers too, unless the list has commas with spaces and this one stands in groups of three.
 *
 * @example
 * listedNumbers('the mean of 3, 5 and 8'); // ['3', '5', '8']
 * listedNumbers('[1,2,3]'); // ['1', '2', '3']
 */
export function listedNumbers(text: string): readonly string[] {
  const inGroups = longest(text.match(groupedList) ?? []);
  if (inGroups !== undefined && /\d,\d{3}/.test(inGroups) && /[,;]\s|\band\b|\bor\b/.test(inGroups))
    return (inGroups.match(new RegExp(grouped, 'g')) ?? []).map(pythonNumber);
  const list = longest(text.match(spread) ?? []);
  return (list?.match(new RegExp(loose, 'g')) ?? []).map(pythonNumber);
}

function longest(lists: readonly string[]): string | undefined {
  const lengthOf = (list: string) => list.match(/\d+/g)?.length ?? 0;
  return lists.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

const nth = new RegExp(`(?<![\\w.])(${whole})(?:st|nd|rd|th)\\b`);

/** Which one is asked for: `10` of `the 10th`, `1` of `the first`. */
export function nthOf(text: string): string | undefined {
  const spelled = /\b(first|second)\b(?! \d)/.exec(text)?.[1];
  const found = nth.exec(text)?.[1];
  if (found !== undefined) return pythonNumber(found);
  if (spelled === undefined) return undefined;
  return spelled === 'first' ? '1' : '2';
}
