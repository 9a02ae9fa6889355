/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * Counts approximately as tokenizers do for English: four characters per token.
 *
 * @example
 * estimateTokens('Hello, world') // 3
 */
export const estimateTokens: CountTokens = (text) => Math.ceil(text.length / 4);
