export type { Answer, WholeAnswer } from './answer.ts';
export {
  type AnswerCache,
  type AnswerCacheOptions,
  type CacheStats,
  type CacheUse,
  createAnswerCache,
} from './answer-cache.ts';
export { answerKey } from './answer-key.ts';
