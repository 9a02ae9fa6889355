import type { Usage } from '../../../engines/models/backend.ts';
import { estimateTokens } from '../../../engines/models/count-tokens.ts';

/** Tokens of the texts read and of the text written, if the backend didn't count them. */
export function estimatedUsage(read: readonly string[], written = ''): Usage {
  const inputTokens = read.reduce((sum, text) => sum + estimateTokens(text), 0);
  return { inputTokens, outputTokens: estimateTokens(written) };
}

/** One text or several, as a list. */
export function listOf(texts: string | readonly string[] | undefined): readonly string[] {
  if (texts === undefined) return [];
  return typeof texts === 'string' ? [texts] : texts;
}
