import type { ChatChunk } from '../../../../../spec/services/inference/formats/chat-completions/answer.ts';
import { hashText } from '../../../../engines/models/scripted/random.ts';
import { getTokens } from '../../../../engines/models/scripted/tokens.ts';

type Logprobs = NonNullable<ChatChunk['choices'][number]['logprobs']>;

/** Words that stand beside a token as what the model might have said. */
const others = [' the', ' a', '.', ',', ' and', ' of', ' to', ' in', ' is', ' it'] as const;

/**
 * How sure a model was of each token of a text. No model that answers here tells it, so it is made up: the same for the
 * same token, and each of the others less likely than the one before.
 *
 * @param top how many tokens are told for each place, that of the text first
 */
export function toLogprobs(text: string, top: number): Logprobs {
  const content = getTokens(text).map((token) => {
    // From -1 to 0.
    const first = entry(token, -(hashText(token) % 1000) / 1000);
    const beside = others.filter((other) => other !== token);
    const listed = Array.from({ length: top }, (_, place) =>
      place === 0 ? first : entry(beside[(place - 1) % beside.length] ?? '', first.logprob - place),
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
