/** Words that say little about the topic of a text. */
const plain = new Set(
  (
    'a about all also am an and any are as at be but by call can could did do does each for from get give had has have ' +
    'he her him his how i if in into is it its just many me much my name no not now of on once one or our please right ' +
    'say she so some tell than that the their them then there these they this to tool up us use want was we were what ' +
    'when where which who why will with would you your'
  ).split(' '),
);

/**
 * The significant words of a text, in lower case and without common endings.
 *
 * @example
 * significantWords('The cats are sleeping in getWeather'); // ['cat', 'sleep', 'weather']
 */
export function significantWords(text: string): string[] {
  return toWords(text)
    .filter((word) => !plain.has(word))
    .map(getStem);
}

/** The words of a text or an identifier, in lower case: `userName` and `user_name` have two. */
export function toWords(text: string): string[] {
  const spaced = text.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ').toLowerCase();
  return spaced.match(/\p{Script=Han}|[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
}

function getStem(word: string): string {
  return word.length < 5 ? word.replace(/(?<=[^s]{2})s$/, '') : word.replace(/(?:ings?|ed|es|s|ly)$/, '');
}
