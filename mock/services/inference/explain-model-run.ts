import type { Replies } from '../../engines/models/index.ts';
import type { Exchange } from '../../world/journal-entry.ts';

/** Prefixes of operations that run models. */
const runs = /^(?:inference|ai-gateway)\./;

/**
 * Explains why no scripted reply matched a run. The text of a model request identifies its call, or its model if the
 * text is empty.
 */
export function explainModelRun(replies: Replies, exchange: Exchange): readonly string[] {
  const { operation, url, requestBody } = exchange;
  if (operation === null || !runs.test(operation) || requestBody === null) return [];
  return replies.whyUnmatched(({ text, model }) => {
    if (text === '') return url.includes(model) || requestBody.includes(model);
    // As in JSON, without the quotation marks; a cut text ends in an ellipsis.
    return requestBody.includes(JSON.stringify(text.replace(/…$/, '')).slice(1, -1));
  });
}
