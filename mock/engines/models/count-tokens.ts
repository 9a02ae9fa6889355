/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * Counts about as tokenisers do for English: four characters a token.
 *
 * @example
 * estimateTokens('Hello, world') // 3
 */
export const estimateTokens: CountTokens = (text) => Math.ceil(text.length / 4);
