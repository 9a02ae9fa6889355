const units = 'one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const scales: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

const ordinalUnits = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ');
const ordinals: ReadonlyMap<string, number> = new Map([
  ...ordinalUnits.map((word, index) => [word, index + 1] as const),
  ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
    .split(' ')
    .map((word, index) => [word, index + 10] as const),
  ...tens.map((word, index) => [word.replace(/y$/, 'ieth'), (index + 2) * 10] as const),
  ['hundredth', 100],
  ['thousandth', 1000],
]);

const small = `(?:(?:${tens.join('|')})(?:[-\\s](?:${units.join('|')}))?|${teens.join('|')}|${units.join('|')}|zero)`;
const hundreds = `(?:(?:a|${small})\\s+hundred(?:(?:\\s+and)?\\s+${small}(?!\\s+(?:hundred|thousand|million|billion)))?|${small})`;
const scale = `(?:${Object.keys(scales).join('|')})`;
const spelled = new RegExp(
  `\\b(?:${hundreds}(?:\\s+${scale}(?:(?:\\s+and|,)?\\s+${hundreds})?)*|a\\s+${scale})\\b`,
  'gi',
);
const digitsAndScale = new RegExp(`\\b(\\d+(?:\\.\\d+)?)\\s+(${scale})\\b`, 'gi');
// Alone, `first` and `second` are more often words than numbers.
const ordinal = new RegExp(
  `\\b(?:(${tens.join('|')})[-\\s](${ordinalUnits.join('|')})|(${[...ordinals.keys()].slice(2).join('|')}))\\b`,
  'gi',
);

/**
 * What a prompt says, as one line of plain signs with its numbers in digits: the families of tasks look for their
 * patterns in this.
 *
 * @example
 * normalText('What’s twenty-five plus “one hundred and two”?'); // `what's 25 plus "102"?`
 */
export function normalText(prompt: string): string {
  return prompt
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[−–]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/[$€£](?=\d)/g, '')
    .replace(ordinal, (_, ten?: string, unit?: string, whole?: string) => {
      const number =
        whole === undefined
          ? (tens.indexOf(ten ?? '') + 2) * 10 + ordinalUnits.indexOf(unit ?? '') + 1
          : (ordinals.get(whole) ?? 0);
      return `${number}th`;
    })
    .replace(spelled, (words) => String(numberOfWords(words)))
    .replace(
      /\b(\d+) point ((?:\d )*\d)\b/g,
      (_, whole: string, part: string) => `${whole}.${part.replaceAll(' ', '')}`,
    )
    .replace(digitsAndScale, (whole, digits: string, name: string) => {
      const value = Number(digits) * (scales[name] ?? 1);
      return Number.isSafeInteger(value) ? String(value) : whole;
    });
}

function numberOfWords(words: string): number {
  let total = 0;
  let current = 0;
  for (const word of words.split(/[\s,-]+/)) {
    const factor = scales[word];
    if (factor !== undefined) {
      total += Math.max(current, 1) * factor;
      current = 0;
    } else if (word === 'hundred') current = Math.max(current, 1) * 100;
    else current += smallNumber(word);
  }
  return total + current;
}

function smallNumber(word: string): number {
  if (units.includes(word)) return units.indexOf(word) + 1;
  if (teens.includes(word)) return teens.indexOf(word) + 10;
  return tens.includes(word) ? (tens.indexOf(word) + 2) * 10 : 0;
}
