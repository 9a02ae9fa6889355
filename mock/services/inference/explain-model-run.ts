import type { Replies } from '../../engines/models/index.ts';
import type { Exchange } from '../../world/journal-entry.ts';

/** Operations that run models begin so. */
const runs = /^(?:inference|ai-gateway)\./;

/**
 * Why none of the replies that models were told to give was the one for a run. Which request to a model came of which
 * call is told by what was asked: by its text, and its model where there is none.
 */
export function explainModelRun(replies: Replies, exchange: Exchange): readonly string[] {
  const { operation, url, requestBody } = exchange;
  if (operation === null || !runs.test(operation) || requestBody === null) return [];
  return replies.whyUnmatched(({ text, model }) => {
    if (text === '') return url.includes(model) || requestBody.includes(model);
    // As JSON writes it, without the quotation marks; what is cut ends in an ellipsis.
    return requestBody.includes(JSON.stringify(text.replace(/…$/, '')).slice(1, -1));
  });
}
