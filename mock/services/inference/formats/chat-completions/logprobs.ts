import type { ChatChunk } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import { getTokens } from '../../../../engines/models/scripted/tokens.ts';
import { hashText } from '../../../../engines/seeded/random.ts';

type Logprobs = NonNullable<ChatChunk['choices'][number]['logprobs']>;

/** Alternative tokens. */
const others = [' the', ' a', '.', ',', ' and', ' of', ' to', ' in', ' is', ' it'] as const;

/**
 * The log probabilities of a text's tokens. No backend provides them, so they are made up: the same for the same token,
 * and each alternative less likely than the one before.
 *
 * @param top number of tokens to list for each position, the text's own first
 */
export function toLogprobs(text: string, top: number): Logprobs {
  const content = getTokens(text).map((token) => {
    // From -1 to 0.
    const first = entry(token, -(hashText(token) % 1000) / 1000);
    const likely = others.filter((other) => other !== token);
    const listed = Array.from({ length: top }, (_, place) =>
      place === 0 ? first : entry(likely[(place - 1) % likely.length] ?? '', first.logprob - place),
    );
    return { ...first, top_logprobs: listed };
  });
  return { content, refusal: null };
}

const entry = (token: string, logprob: number) => ({
  token,
  logprob,
  bytes: [...new TextEncoder().encode(token)],
});
