import type { ChatUsage } from '../../../../../spec/services/inference/formats/usage.ts';
import type { Usage } from '../../../../engines/models/backend.ts';

/**
 * Tokens as the chat-completions and native formats count them.
 *
 * @param neurons what the run costs, where the answer tells it
 *
 * @example
 * chatUsage({ inputTokens: 2, outputTokens: 3 }) // { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 }
 */
export function chatUsage(usage: Usage, neurons?: number): ChatUsage {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage;
  const told: ChatUsage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
  if (cachedTokens !== undefined) told.prompt_tokens_details = { cached_tokens: cachedTokens };
  if (reasoningTokens !== undefined) told.completion_tokens_details = { reasoning_tokens: reasoningTokens };
  if (neurons !== undefined) told.neurons = neurons;
  return told;
}
