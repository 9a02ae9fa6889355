import { defineMutants } from '../mutant.ts';

/** Chat completions. */
export const chatMutants = defineMutants([
  {
    id: 'answers-streams-in-one-piece',
    requirement: 'INF-CHAT-7',
    does: 'It answers a chat that is to be streamed as one JSON document.',
    file: 'mock/services/inference/run/chat-run.ts',
    replace: 'streams: input.stream ?? false',
    by: 'streams: false',
  },
]);
