import type { indicLanguages } from '../../../../spec/services/inference/input/text-tasks.ts';

type IndicLanguage = (typeof indicLanguages)[number];

/** Two-letter codes, where a language has one (ISO 639-1), and a substitute for Goan Konkani. */
const shorter: Readonly<Record<string, string>> = {
  asm: 'as',
  ben: 'bn',
  eng: 'en',
  gom: 'kok',
  guj: 'gu',
  hin: 'hi',
  kan: 'kn',
  kas: 'ks',
  mal: 'ml',
  mar: 'mr',
  npi: 'ne',
  ory: 'or',
  pan: 'pa',
  san: 'sa',
  snd: 'sd',
  tam: 'ta',
  tel: 'te',
  urd: 'ur',
};

/** Languages with more than one script here, so that the script has to be named. */
const severalScripts: ReadonlySet<string> = new Set(['kas', 'mni', 'snd']);

/**
 * A language and its script, as other models spell them (BCP 47).
 *
 * @example
 * indicLanguageTag('hin_Deva') // 'hi'
 * indicLanguageTag('kas_Arab') // 'ks-Arab'
 */
export function indicLanguageTag(code: IndicLanguage): string {
  const [language = code, script = ''] = code.split('_');
  const tag = shorter[language] ?? language;
  return severalScripts.has(language) ? `${tag}-${script}` : tag;
}
