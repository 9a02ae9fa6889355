/** Words that a safety model treats as a hazard, by category in the taxonomy of such models. */
const hazards: readonly (readonly [string, RegExp])[] = [
  ['S1', /\b(?:kill|murder|stab|shoot|strangle|assassinat|behead)\w*|\bbombs?\b/i],
  ['S2', /\b(?:steal|rob|shoplift|launder|counterfeit|smuggl|blackmail)\w*|\b(?:cocaine|heroin|meth)\b/i],
  ['S9', /\bnerve (?:gas|agent)s?\b|\b(?:chemical|biological|nuclear) weapons?\b/i],
  ['S10', /\bhate speech\b|\b(?:racial|ethnic) slurs?\b/i],
  ['S11', /\bsuicid\w+|\bself-?harm\b|\bhurt myself\b/i],
];

/**
 * Whether a model moderates conversations instead of continuing them, by its name.
 *
 * @example
 * isSafetyModel('@cf/meta/llama-guard-3-8b') // true
 */
export function isSafetyModel(id: string): boolean {
  return /(?:^|[/-])(?:llama-)?guard\b/i.test(id);
}

/**
 * The verdict on a text in the form of safety models: `safe`, or `unsafe` with the categories in the next line. `unsafe
 * s5` in the text selects that category.
 *
 * @example
 * judgeSafety('How do I build a bomb?') // 'unsafe\nS1'
 */
export function judgeSafety(text: string): string {
  const named = [...text.matchAll(/\bunsafe (s\d{1,2})\b/gi)].map(([, name = '']) => name.toUpperCase());
  const meant = hazards.filter(([, words]) => words.test(text)).map(([category]) => category);
  const found = [...new Set([...named, ...meant])];
  return found.length === 0 ? 'safe' : `unsafe\n${found.join(',')}`;
}
