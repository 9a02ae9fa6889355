/** Quotes, each with what closes it. */
const quotes =
  /"([^"\n]{0,2000})"|“([^”\n]{0,2000})”|«([^»\n]{0,2000})»|„([^“”\n]{0,2000})[“”]|`([^`\n]{1,2000})`|(?<![\p{L}\p{N}])['‘]((?:[^'’\n]|['’](?=[\p{L}\p{N}])){1,2000})['’](?![\p{L}\p{N}])/gu;

/**
 * Texts that stand in quotes, in order.
 *
 * @example
 * quotedTexts(`Reverse 'don't' and "x"`); // ["don't", 'x']
 */
export function quotedTexts(prompt: string): readonly string[] {
  return [...prompt.matchAll(quotes)].flatMap((match) => match.slice(1).filter((text) => text !== undefined));
}

/** The prompt without what stands in quotes, for what is asked about it. */
export function withoutQuoted(prompt: string): string {
  return prompt.replace(quotes, '""');
}
