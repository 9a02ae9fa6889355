export {
  createRateLimiter,
  type RateAnswer,
  type RateLimiter,
  type RateLimiterOptions,
  type RateRule,
  RateRuleError,
  type RateTechnique,
} from './rate-limiter.ts';
