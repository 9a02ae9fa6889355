import { defineMutants, mutant } from '../mutant.ts';

/** Runs through gateways, except retries: the selected gateway, logs, limits and refusals. */
export const passageMutants = defineMutants([
  mutant('GW-RUN-1', 'logs-only-what-asks-for-it', {
    file: 'mock/services/ai-gateway/pass/gateway-run.ts',
    replace: '?? gateway.collect_logs',
    by: '?? false',
  }),
  mutant('GW-RUN-2', 'has-no-ear-for-the-cache-of-the-gateway', {
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: 'const gatewayTtl = gateway.cache_ttl;',
    by: 'const gatewayTtl = 0;',
  }),
  mutant('GW-RUN-3', 'looks-at-the-rate-without-counting', {
    file: 'mock/services/ai-gateway/pass/request-limits.ts',
    replace: '.take(key, rule)',
    by: '.check(key, rule)',
  }),
  mutant('GW-RUN-4', 'blocks-answers-alone', {
    file: 'mock/services/ai-gateway/pass/guard.ts',
    replace: "if (found.verdict === 'block')",
    by: "if (found.verdict === 'block' && phase === 'response')",
  }),
  mutant('GW-HDR-1', 'sends-all-through-the-default-gateway', {
    file: 'mock/services/ai-gateway/pass/create-gateway-pass.ts',
    replace: 'named ?? defaultGatewayId',
    by: 'defaultGatewayId',
  }),
  mutant('GW-HDR-2', 'asks-third-parties-without-a-gateway', {
    file: 'mock/services/ai-gateway/pass/create-gateway-pass.ts',
    replace: 'if (named === undefined && hosted) {',
    by: 'if (named === undefined && !hosted) return undefined;\n    if (named === undefined && hosted) {',
  }),
  mutant('GW-HDR-4', 'caches-only-where-the-gateway-does', {
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: "headers['cf-aig-cache-ttl']",
    by: "gateway.cache_ttl ? headers['cf-aig-cache-ttl'] : undefined",
  }),
  mutant('GW-HDR-6', 'mixes-the-body-into-own-keys', {
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: "'key', own]",
    by: "'key', own, body]",
  }),
  mutant('GW-HDR-7', 'logs-what-wants-no-log', {
    file: 'mock/services/ai-gateway/pass/gateway-run.ts',
    replace: '?? gateway.collect_logs',
    by: '|| gateway.collect_logs',
  }),
  mutant('GW-HDR-8', 'takes-any-log-header-for-no', {
    file: 'mock/services/ai-gateway/pass/gateway-run.ts',
    replace: "headers['cf-aig-collect-log'] ??",
    by: "headers['cf-aig-collect-log'] === undefined &&",
  }),
  mutant('GW-HDR-20', 'keeps-no-numbers-of-metadata', {
    file: 'spec/services/ai-gateway/headers.ts',
    replace: "typeof value === 'number' || ",
    by: '',
  }),
  mutant('GW-RATE-5', 'counts-unified-billing-one-short', {
    file: 'mock/services/ai-gateway/pass/request-limits.ts',
    replace: 'fixed(limit, seconds * 1000)',
    by: 'fixed(limit - 1, seconds * 1000)',
  }),
  mutant('GW-RATE-5', 'counts-unified-billing-by-account', {
    file: 'mock/services/ai-gateway/pass/request-limits.ts',
    replace: 'const key = `unified',
    by: 'const gateway = account; const key = `unified',
  }),
  mutant('GW-SPEND-5', 'takes-nineteen-spend-rules', {
    file: 'spec/services/ai-gateway/rate-limits.ts',
    replace: '.max(limits.spendRules)',
    by: '.max(limits.spendRules - 1)',
  }),
  mutant('GW-ERR-8', 'lets-unified-billing-stand-in', {
    file: 'mock/services/ai-gateway/pass/billing-step.ts',
    replace: "gateway.byok_only || headers['cf-aig-no-wholesale']",
    by: 'gateway.byok_only',
  }),
  mutant('GW-ERR-9', 'takes-401-for-a-failure-of-the-provider', {
    file: 'mock/services/ai-gateway/pass/attempts.ts',
    replace: 'error.status === 401 || error.status === 403',
    by: 'error.status === 403',
  }),
]);

/** Cached answers of gateways. */
export const cacheMutants = defineMutants([
  mutant('GW-HDR-5', 'keeps-answers-for-ever', {
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: 'cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1000',
    by: 'cacheSeconds({ skip, ttl, keyed, gatewayTtl }) * 1e6',
  }),
  mutant('GW-HDR-3', 'has-no-ear-for-skipping-the-cache', {
    file: 'mock/services/ai-gateway/pass/kept-answers.ts',
    replace: "headers['cf-aig-skip-cache'] ?? false",
    by: 'false',
  }),
]);

/** Retries of a failing provider, and its timeout. */
export const retryMutants = defineMutants([
  mutant('GW-HDR-9', 'waits-for-the-last-attempt', {
    file: 'mock/engines/retry/retry.ts',
    replace: 'attempt(limited, number), options',
    by: 'attempt(limited, number), number < policy.attempts ? options : { policy, sleep, signal, shouldRetry }',
  }),
  mutant('GW-HDR-10', 'tries-once-more', {
    file: 'mock/services/ai-gateway/pass/attempts.ts',
    replace: 'attempts,\n    delayMs',
    by: 'attempts: attempts + 1,\n    delayMs',
  }),
  mutant('GW-HDR-11', 'refuses-five-attempts', {
    file: 'spec/services/ai-gateway/headers.ts',
    replace: 'limits.maxAttempts.max)',
    by: 'limits.maxAttempts.max - 1)',
  }),
  mutant('GW-HDR-12', 'takes-six-attempts', {
    file: 'spec/services/ai-gateway/headers.ts',
    replace: 'limits.maxAttempts.max)',
    by: 'limits.maxAttempts.max + 1)',
  }),
  mutant('GW-HDR-13', 'tries-again-too-soon', {
    file: 'mock/engines/retry/retry.ts',
    replace: 'sleep(wait, signal)',
    by: 'sleep(wait * 0.9, signal)',
  }),
  mutant('GW-HDR-14', 'holds-the-header-to-the-bound-of-the-setting', {
    file: 'spec/services/ai-gateway/headers.ts',
    replace: 'limits.retryDelayMs.max)',
    by: 'limits.retryDelaySettingMs)',
  }),
  mutant('GW-HDR-15', 'backs-off-without-end', {
    file: 'mock/services/ai-gateway/pass/attempts.ts',
    replace: 'maxDelayMs: limits.retryDelayMs.max,',
    by: '',
  }),
  mutant('GW-HDR-16', 'doubles-a-constant-wait', {
    file: 'mock/engines/retry/retry.ts',
    replace: "backoff === 'constant' ? 1",
    by: "backoff === 'constant' ? Math.min(attempt, 2)",
  }),
  mutant('GW-HDR-17', 'grows-by-two-delays', {
    file: 'mock/engines/retry/retry.ts',
    replace: "backoff === 'linear' ? attempt",
    by: "backoff === 'linear' ? 2 * attempt - 1",
  }),
  mutant('GW-HDR-18', 'trebles-the-wait', {
    file: 'mock/engines/retry/retry.ts',
    replace: '2 ** (attempt - 1)',
    by: '3 ** (attempt - 1)',
  }),
  mutant('GW-HDR-44', 'knows-no-linear-backoff', {
    file: 'spec/services/ai-gateway/headers.ts',
    replace: 'z.enum(backoffs).optional()',
    by: "z.enum(['constant', 'exponential']).optional()",
  }),
]);
