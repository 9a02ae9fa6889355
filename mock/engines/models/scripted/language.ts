/** Languages that answers are written in. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru', 'ja', 'zh'] as const;
export type Language = (typeof languages)[number];

/** How far into a text its language is looked for. */
const sampleLength = 2000;

/**
 * The language to answer a text in: the one it asks for (`in German`, `auf Deutsch`), else the one it is
 * written in, else English.
 *
 * @example
 * answerLanguage('Wie ist das Wetter in Berlin?'); // 'de'
 */
export function answerLanguage(text: string): Language {
  const sample = text.slice(0, sampleLength);
  const asked = namesLanguage.test(sample) && askedFor.find(([, pattern]) => pattern.test(sample));
  return asked ? asked[0] : writtenIn(sample);
}

function writtenIn(sample: string): Language {
  const script = scriptOf(sample);
  if (script !== undefined) return script;
  const words = sample.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const counts: Record<Alphabetic, number> = { en: 0, de: 0, fr: 0, es: 0, it: 0, pt: 0, nl: 0 };
  for (const word of words) {
    const spoken = languagesOf.get(word);
    if (spoken) for (const language of spoken) counts[language]++;
  }
  let best: Alphabetic = 'en';
  for (const language of alphabetic) if (counts[language] > counts[best]) best = language;
  return best;
}

/** The language of another script than ours, where more of the text is written in it than in ours. */
function scriptOf(sample: string): Language | undefined {
  if (!/[\u0400-\u04ff\u3041-\u30ff\u4e00-\u9fff]/.test(sample)) return undefined;
  const count = (pattern: RegExp) => sample.match(pattern)?.length ?? 0;
  const latin = count(/[a-z\u00c0-\u024f]/gi);
  // One of these characters says as much as three letters.
  const kana = count(/[\u3041-\u30ff]/g);
  const han = count(/[\u4e00-\u9fff]/g);
  if (3 * (kana + han) > latin) return kana > 0 ? 'ja' : 'zh';
  const cyrillic = count(/[\u0400-\u04ff]/g);
  return cyrillic > 1 && cyrillic > latin ? 'ru' : undefined;
}

const answering = 'answer|reply|respond|write|speak|say|explain|tell';

/** What languages are called in English, and how they are asked for in themselves and in each other. */
const names: readonly (readonly [Language, string, string])[] = [
  ['en', 'english', 'auf englisch|en anglais|en inglés|in inglese|em inglês'],
  ['de', 'german', 'auf deutsch'],
  ['fr', 'french', 'en français'],
  ['es', 'spanish', 'en español'],
  ['it', 'italian', 'in italiano'],
  ['pt', 'portuguese', 'em português'],
  ['nl', 'dutch', 'in het nederlands'],
  ['ru', 'russian', 'на русском|по-русски'],
  ['ja', 'japanese', '日本語で'],
  ['zh', 'chinese', '用中文'],
];

const askedFor: readonly (readonly [Language, RegExp])[] = names.map(([language, name, own]) => [
  language,
  new RegExp(`\\b(?:${answering})\\b[^.?!\\n]{0,60}\\bin ${name}\\b|(?:^|[\\s,])(?:${own})`, 'i'),
]);

/** Most texts name no language at all, so that no other pattern has to be tried on them. */
const namesLanguage = new RegExp(names.map(([, name, own]) => `${name}|${own}`).join('|'), 'i');

type Alphabetic = Exclude<Language, 'ru' | 'ja' | 'zh'>;

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const commonWords: Readonly<Record<Alphabetic, ReadonlySet<string>>> = {
  en: set(
    'the is are was what how who where when why which does can could would you your my me a an of to in and for with this that it i please hello tell as or not no do at by from on if so',
  ),
  de: set(
    'der die das ist sind war was wie wer wo wann warum welche kannst können du dein mein mir mich ein eine einen und für mit dies dass es ich bitte hallo nicht auf im von zu den dem heißt wetter gibt',
  ),
  fr: set(
    "le la les est sont était que quoi comment qui où quand pourquoi quel quelle peux pouvez tu vous ton mon ma moi un une des et pour avec ce cette il je bonjour pas sur dans du de s'il c'est qu'est est-ce au",
  ),
  es: set(
    'el la los las es son era qué que cómo quién dónde cuándo cuál puedes tú tu mi me un una y para con este esta yo hola no en del de por favor está hay',
  ),
  it: set(
    'il lo la gli è sono era che cosa come chi dove quando perché quale puoi tu tuo mio mi un una e per con questo questa io ciao non nel del di favore della',
  ),
  pt: set(
    'o os as é são era que como quem onde quando qual pode você seu meu minha me um uma e para com este esta eu olá não no na do da de por favor está',
  ),
  nl: set(
    'de het is zijn was wat hoe wie waar wanneer waarom welke kan kun je jij jouw mijn mij een en voor met dit dat ik hallo niet op van alsjeblieft te',
  ),
};

const alphabetic = Object.keys(commonWords) as Alphabetic[]; // Object.keys forgets what the keys are.

/** The languages that a common word belongs to. */
const languagesOf: ReadonlyMap<string, readonly Alphabetic[]> = new Map(
  [...new Set(alphabetic.flatMap((language) => [...commonWords[language]]))].map((word) => [
    word,
    alphabetic.filter((language) => commonWords[language].has(word)),
  ]),
);
