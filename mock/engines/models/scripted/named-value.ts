/** Values that a text gives in so many words. */

const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
const capitalised = "(?:St\\. )?\\p{Lu}[\\p{L}\\p{M}'’-]{0,40}";
const proper = `${capitalised}(?: (?:(?:de|la|of|the|am|an der|upon|do|del) )?${capitalised}){0,3}`;
/** Capitalised words that are no names after `in` or `for`. */
const noNames =
  /^(?:I|I'm|JSON|Celsius|Fahrenheit|English|German|French|Spanish|Italian|The|A|An|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/**
 * What a text says a name has for value: `city: Paris`, `the city is Paris`, `the city of Paris`, `Titel = "X"`.
 *
 * @example
 * namedValue('The colour is dark red, mostly.', 'colour'); // ['dark red']
 */
export function namedValue(text: string, name: string): string[] {
  if (name.length < 2 || name.length > 60) return [];
  const spelled = name.split(' ').map(escapePattern).join('[ _-]?');
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])["'\`]?${spelled}["'\`]?\\s*(?::|=|\\bis\\b|\\bare\\b|\\bwas\\b|\\bof\\b|\\bcalled\\b|\\bnamed\\b|\\bto\\b)\\s*(?:"([^"\\n]{1,400})"|'([^'\\n]{1,400})'|“([^”\\n]{1,400})”|([^\\s.,;!?"'][^.,;!?\\n]{0,120}))`,
    'giu',
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    // `What is the name of the city?` gives no value.
    if (match[4] !== undefined && text[match.index + match[0].length] === '?') return [];
    const value =
      match[1] ??
      match[2] ??
      match[3] ??
      match[4]?.replace(/\s+(?:and|with|but|who|which|that|in)\s.*$/iu, '');
    return value === undefined || value.trim() === '' ? [] : [value.trim()];
  });
}

/**
 * Names of places (or anything with a capital) after prepositions, and what is joined to them by `and`.
 *
 * @param prepositions alternatives of a regular expression
 * @example
 * placesNamed('Compare the weather in New York and Paris', 'in'); // ['New York', 'Paris']
 */
export function placesNamed(text: string, prepositions: string): string[] {
  const listed = new RegExp(
    `(?<![\\p{L}])(?:${prepositions})\\s+(?:the (?:city|town|country) of\\s+)?(${proper}(?:,? (?:and|or|und|et|y|vs\\.?)(?: in)? ${proper}|, ${proper}){0,8})`,
    'gu',
  );
  const found = [...text.matchAll(listed)].flatMap((match) =>
    (match[1] ?? '').split(/,? (?:and|or|und|et|y|vs\.?)(?: in)? |, /),
  );
  const names = found
    .map((each) => each.replace(/(?:['’]s|[.'’-]+)$/u, ''))
    .filter((each) => each !== '' && !noNames.test(each));
  if (names.length > 0) return [...new Set(names)];
  // `Paris weather`, `berlin in lower case`
  const lower =
    /(?<![\p{L}])(?:in|for|at|near)\s+(?!the\b|a\b|an\b|my\b|your\b|this\b|that\b|json\b|me\b|one\b|\d)([\p{Ll}]{3,40})\s*(?:[?.!,]|$|\b(?:today|tomorrow|now|right)\b)/gu;
  const plain = [...text.matchAll(lower)].flatMap((match) => match[1] ?? []);
  const capitals = [...text.matchAll(new RegExp(`(?<=[\\p{Ll},] )(${proper})`, 'gu'))]
    .flatMap((match) => match[1] ?? [])
    .filter((each) => !noNames.test(each));
  return [...new Set([...plain, ...capitals])];
}

/**
 * Items that a text lists behind one of the words: `ingredients: flour, eggs and milk`.
 *
 * @example
 * spelledItems('The ingredients are flour, eggs and milk.', ['ingredients']); // ['flour', 'eggs', 'milk']
 */
export function spelledItems(text: string, words: readonly string[]): string[] {
  for (const word of words) {
    if (word.length < 3) continue;
    const pattern = new RegExp(
      `(?<![\\p{L}])${escapePattern(word)}\\s*(?::|=|\\bare\\b|\\bincluding\\b|\\bsuch as\\b)\\s*([^.!?\\n]{1,400})`,
      'iu',
    );
    const list = pattern.exec(text)?.[1];
    if (list === undefined) continue;
    const items = list
      .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|und|et|y)\s+/)
      .map((item) => item.trim().replace(/^["'“[]+|["'”\]]+$/g, ''));
    if (items.length > 1) return items.filter((item) => item !== '').slice(0, 50);
  }
  return [];
}
