/** What each function of the scripted media takes beside the model and the request. */
export interface MediaOptions {
  /** Same seed, model and request: same answer, byte for byte, on every runtime. Any number; its low 32 bits count. */
  readonly seed: number;
  /** Tokens of a text for usage and `maxTokens`; absent for one for each four characters begun. */
  readonly countTokens?: (text: string) => number;
}

/** Tokens of a text as the options count them. */
export function tokensOf(options: MediaOptions, text: string): number {
  return options.countTokens === undefined ? Math.ceil(text.length / 4) : options.countTokens(text);
}
