/** Words of a text and which of them carry its meaning. */

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?/gu;

/** All words of a text as they are written. A text of Han or Kana has one word for each run of it. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/**
 * The words that carry meaning, in the order of their first use, once each, as they are written.
 *
 * @example
 * contentWords('What is the capital of France?'); // ['capital', 'France']
 */
export function contentWords(text: string): string[] {
  const seen = new Set<string>();
  const telling: string[] = [];
  for (const each of wordsOf(text)) {
    const key = each.toLowerCase();
    if (stopWords.has(key) || seen.has(key)) continue;
    seen.add(key);
    telling.push(each);
  }
  return telling;
}

/**
 * What inflected forms of an English word have in common; not always a word itself.
 *
 * @example
 * stem('cities') === stem('city') && stem('searching') === stem('search'); // true
 */
export function stem(each: string): string {
  let root = each.toLowerCase().replace(/['’]s$/, '');
  if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`;
  else if (root.length > 4 && /(?:s|x|z|ch|sh)es$/.test(root)) root = root.slice(0, -2);
  else if (root.length > 3 && /[^su]s$/.test(root)) root = root.slice(0, -1);
  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3);
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2);
  if (root.length > 3 && /([^aeiouls])\1$/.test(root)) root = root.slice(0, -1);
  return root.length > 3 && root.endsWith('e') ? root.slice(0, -1) : root;
}

/** The stems of the words that carry meaning. */
export function contentStems(text: string): Set<string> {
  return new Set(contentWords(text).map(stem));
}

/**
 * The words of an identifier.
 *
 * @example
 * identifierWords('getCurrent_weather2'); // ['get', 'current', 'weather', '2']
 */
export function identifierWords(identifier: string): string[] {
  return identifier
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((each) => each !== '')
    .map((each) => each.toLowerCase());
}

export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about all am an and any are as at be been but by can could did do does for from get give had has have he ' +
    'her hers hey hi him his how i if in into is it its just know let like make me mine more most my no not of ' +
    'off on one or our out over own please really shall she should so some tell than thank thanks that the their ' +
    'them then there these they this those to too under up us use using very want was we were what when where ' +
    "which who whom whose why will with would yes you your yours what's it's i'm don't can't let's i'd i'll " +
    'der die das den dem des ein eine einen einem einer und oder ist sind war was wie wer wo ich du er sie es wir ' +
    'ihr mir mich dir dich mit von zu im am auf für bitte nicht ' +
    'le la les un une des du de et ou est sont que qui quoi je tu il elle nous vous dans avec pour sur ' +
    'el los las una uno y o es son qué que cuál como cómo en con por para '
  )
    .split(' ')
    .filter((each) => each !== ''),
);
