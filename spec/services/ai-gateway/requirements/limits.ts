import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Retries, timeouts and limits. */
export const limitRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway', certainty: 'documented' },
    {
      'GW-RETRY-1': 'A gateway with `retry_max_attempts` retries a run whose provider fails.',
      'GW-RETRY-2': 'A gateway accepts a `retry_delay` of 5000.',
      'GW-RETRY-3': 'A gateway refuses a `retry_delay` of more than 5000.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway request handling', certainty: 'documented' },
    {
      'GW-RETRY-4': 'The timeout of a request ends with the first byte.',
      'GW-RETRY-5': 'The gateway does not retry a run with refused credentials.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-RETRY-6': 'The gateway does not retry a run with refused input.',
      'GW-RETRY-7': 'A run that succeeds after retries gets the answer of the attempt that succeeded.',
      'GW-RETRY-8': 'A run whose attempts all fail gets the last failure.',
      'GW-RETRY-9': 'A timeout applies to each attempt and ends it.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway rate limiting', certainty: 'documented' },
    {
      'GW-RATE-1': 'A gateway accepts `rate_limiting_limit` runs in `rate_limiting_interval` seconds.',
      'GW-RATE-2': 'The technique `fixed` counts anew from each interval of the clock.',
      'GW-RATE-3': 'The technique `sliding` counts the runs of the preceding seconds.',
      'GW-RATE-4': 'A limit of 0 turns the rate limit of a gateway off.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway limits', certainty: 'documented', feature: 'billing' },
    { 'GW-RATE-5': 'Unified billing accepts 200 requests in 60 seconds for each gateway.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-RATE-6': 'A run beyond the rate limit of its gateway gets status 429 and code 2003.',
      'GW-RATE-7': 'The message beyond a rate limit reads `Rate limited`.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed', feature: 'spend-limits' },
    {
      'GW-SPEND-1': 'A run beyond a spend rule gets status 429 and code 2045.',
      'GW-SPEND-2': 'The message beyond a spend rule names the rule, its limit, its window and the model.',
      'GW-SPEND-3': 'A spend rule is enforced one request late.',
      'GW-SPEND-4': 'The cache answers a user beyond a spend rule.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway spend limits', certainty: 'documented', feature: 'spend-limits' },
    { 'GW-SPEND-5': 'A gateway accepts 20 spend rules and refuses 21.' },
  ),
]);

/** What the gateway caches and returns from its cache. */
export const cacheRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway caching', certainty: 'documented' },
    {
      'GW-CACHE-1': 'The cache does not answer a run whose input differs from the cached one.',
      'GW-CACHE-2': 'On a gateway that does not cache, a `cf-aig-cache-key` caches the answer for 5 minutes.',
      'GW-CACHE-3': 'The gateway does not cache a stream.',
      'GW-CACHE-4': 'The gateway caches the answers of image models.',
      'GW-CACHE-5': 'The gateway does not cache a request of more than 25 MB.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-CACHE-6': 'The cache answers a run with other metadata.',
      'GW-CACHE-7': 'A cached answer is byte for byte the first answer.',
      'GW-CACHE-8': 'The log entry of a cached answer has `cached` true and costs nothing.',
      'GW-CACHE-9': 'A change of a gateway with invalidation on update keeps its cached answers.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-CACHE-10': 'The gateway does not cache a refusal.',
      'GW-CACHE-11': 'One gateway does not return the cached answer of another.',
      'GW-CACHE-12': 'One endpoint does not return the cached answer of another.',
      'GW-CACHE-13': 'One account does not get the cached answer of another.',
      'GW-CACHE-14': 'The gateway does not cache a run with `cf-aig-skip-cache` true.',
      'GW-CACHE-15': 'A `cf-aig-cache-ttl` of 0 turns the cache of its gateway off.',
    },
  ),
]);
/** Prepaid credits and invoices of an account. A target that claims `top-ups` lets tests buy credits. */
export const fundsRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway: billing', certainty: 'documented', feature: 'top-ups' },
    {
      'GW-FUND-1': 'The credit balance has the balance, the charges and the settings of automatic top-ups.',
      'GW-FUND-2': 'A top-up adds its cents to the balance.',
      'GW-FUND-4': 'A GET by id returns the status of a top-up.',
      'GW-FUND-5': 'A list of invoices by `type` has only the invoices of that type.',
      'GW-FUND-6': 'The preview of an invoice totals its lines.',
      'GW-FUND-7': 'Usage is grouped by day or by hour.',
      'GW-FUND-8': 'The server refuses a usage history without `value_grouping_window`.',
      'GW-FUND-9': 'An API token can read the settings of automatic top-ups.',
      'GW-FUND-10': 'An API token that turns automatic top-ups on gets status 403.',
      'GW-FUND-11': 'An API token that turns automatic top-ups off gets status 403.',
      'GW-FUND-12': 'An API token that sets a spending limit gets status 403.',
      'GW-FUND-13': 'A DELETE removes the spending limit of an account, which then is not enabled.',
      'GW-FUND-3': 'The server refuses a top-up whose `amount` is below 1000.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from cloudflare-typescript, AI Gateway: billing',
      certainty: 'inferred',
      feature: 'top-ups',
    },
    {
      'GW-FUND-14': 'The list of invoices has a top-up as paid.',
      'GW-FUND-16': 'The usage of a day includes the cost of its runs, in cents.',
      'GW-FUND-17': 'The preview of the invoice includes the cost of runs with unified billing.',
    },
  ),
]);
