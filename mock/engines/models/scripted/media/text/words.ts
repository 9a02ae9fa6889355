/** Words that say little about what a text is about: the commonest of a few languages. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'the a an and or but if then else of to in on at by for from with without into onto over under as is are was ' +
    'were be been being am do does did have has had having will would shall should can could may might must not ' +
    'no nor so than that this these those there here it its he she they we you i me my your his her their our us ' +
    'them him who whom whose which what when where why how all any each both some such only own same very just ' +
    'about up down out off again once ' +
    'der die das den dem des ein eine einen einem einer und oder aber ist sind war waren sein nicht mit von zu im ' +
    'auf für als auch es ich du er sie wir ihr ' +
    'le la les un une des du de et ou mais est sont dans sur pour par avec ne pas que qui ce cette il elle nous vous ' +
    'el los las una unos y o pero es son en con para por del al que se su lo no'
  ).split(' '),
);

/** Whether a word, in small letters, says little. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** Runs of letters, marks and digits, with apostrophes inside. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;

/** Letters of scripts that put no space between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** What a text consists of, in small letters and compatibility form. */
export interface Terms {
  /** Words of scripts that have spaces between them. */
  readonly words: readonly string[];
  /** Runs of letters of scripts that have none. */
  readonly runs: readonly string[];
  /** Everything else that is visible: signs, emoji. */
  readonly signs: readonly string[];
}

/**
 * Splits a text. `Intl.Segmenter` would know more about words of unspaced scripts, but not the same on every
 * runtime.
 */
export function splitTerms(text: string): Terms {
  const plain = text.normalize('NFKC').toLowerCase();
  const runs = plain.match(unspaced) ?? [];
  const spaced = runs.length === 0 ? plain : plain.replace(unspaced, ' ');
  const words = spaced.match(wordPattern) ?? [];
  const signs = spaced.replace(wordPattern, ' ').match(/\S/gu) ?? [];
  return { words, runs, signs };
}
