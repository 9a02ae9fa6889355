import type { RankingInput } from '../../../../spec/services/inference/input/text-tasks.ts';
import type { Ranking } from '../../../engines/models/backend.ts';
import { engineModel, getInput, type TaskAnswer, type TaskCall } from './task.ts';
import { estimatedUsage } from './texts.ts';

/** The relevance of each context to the query, best first: Cloudflare OpenAPI document. */
export function rerank(call: TaskCall, signal: AbortSignal): Promise<TaskAnswer> {
  const { query, contexts, top_k } = getInput<RankingInput>(call);
  return rankContexts(call, { query, documents: contexts.map(({ text }) => text) }, signal, top_k);
}

/**
 * The index of each context in the request, and its score, best first; equal scores in the order of the request.
 *
 * @param most number of contexts to return
 */
export async function rankContexts(
  { model, backend }: TaskCall,
  request: Ranking,
  signal: AbortSignal,
  most: number | undefined = undefined,
): Promise<TaskAnswer> {
  const scores = await backend.rank(engineModel(model), request, signal);
  const response = scores
    .map((score, id) => ({ id, score }))
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
  return {
    kind: 'json',
    result: { response },
    usage: estimatedUsage([request.query, ...request.documents]),
  };
}
