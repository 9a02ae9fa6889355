import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';
/** Attempts, times and limits. */
export const limitRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway', certainty: 'documented' },
    {
      'GW-RETRY-1': 'A gateway with `retry_max_attempts` repeats a run whose provider fails.',
      'GW-RETRY-2': 'A gateway takes a `retry_delay` of 5000.',
      'GW-RETRY-3': 'A gateway refuses a `retry_delay` of more than 5000.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway request handling', certainty: 'documented' },
    {
      'GW-RETRY-4': 'The timeout of a request does not count what comes after the first byte.',
      'GW-RETRY-5': 'A run whose credentials are refused is not repeated.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-RETRY-6': 'A run whose input is refused is not repeated.',
      'GW-RETRY-7': 'A run that is repeated until it succeeds is answered as one that succeeded.',
      'GW-RETRY-8': 'A run whose attempts all fail is answered with the last failure.',
      'GW-RETRY-9': 'A timeout counts for each attempt, and each is ended by it.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway rate limiting', certainty: 'documented' },
    {
      'GW-RATE-1': 'A gateway takes `rate_limiting_limit` runs in `rate_limiting_interval` seconds.',
      'GW-RATE-2': 'The technique `fixed` begins anew with each interval of the clock.',
      'GW-RATE-3': 'The technique `sliding` counts what happened in the seconds before.',
      'GW-RATE-4': 'A gateway with a limit of 0 has none.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway limits', certainty: 'documented', feature: 'billing' },
    { 'GW-RATE-5': 'Unified billing takes 200 requests in 60 seconds for each gateway.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-RATE-6': 'A run beyond the rate limit of its gateway is answered with status 429 and code 2003.',
      'GW-RATE-7': 'The message beyond a rate limit reads `Rate limited`.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed', feature: 'spend-limits' },
    {
      'GW-SPEND-1': 'A run beyond a spend rule is answered with status 429 and code 2045.',
      'GW-SPEND-2': 'The message beyond a spend rule names the rule, its limit, its window and the model.',
      'GW-SPEND-3': 'A spend rule is enforced one request late.',
      'GW-SPEND-4': 'An answer from the cache is given to a user beyond a spend rule too.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway spend limits', certainty: 'documented', feature: 'spend-limits' },
    { 'GW-SPEND-5': 'A gateway takes 20 spend rules and refuses 21.' },
  ),
]);

/** What the gateway keeps and answers again. */
export const cacheRequirements = defineRequirements([
  ...statements(
    { passage: 'Cloudflare docs, AI Gateway caching', certainty: 'documented' },
    {
      'GW-CACHE-1': 'A run that differs in its input from a cached one is not answered from the cache.',
      'GW-CACHE-2': 'A `cf-aig-cache-key` on a gateway that does not cache keeps the answer for 5 minutes.',
      'GW-CACHE-3': 'A stream is not kept.',
      'GW-CACHE-4': 'Answers of models that draw are kept too.',
      'GW-CACHE-5': 'A request of more than 25 MB is not kept.',
    },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-CACHE-6': 'A run with other metadata is answered from the cache.',
      'GW-CACHE-7': 'An answer from the cache is the first answer, byte by byte.',
      'GW-CACHE-8': 'The log entry of an answer from the cache has `cached` true and costs nothing.',
      'GW-CACHE-9': 'A change of a gateway that invalidates on update leaves kept answers where they are.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred' },
    {
      'GW-CACHE-10': 'A refusal is not kept.',
      'GW-CACHE-11': 'An answer that one gateway keeps is not given by another.',
      'GW-CACHE-12': 'An answer that one endpoint keeps is not given by another.',
      'GW-CACHE-13': 'An answer that is kept for one account is not given to another.',
      'GW-CACHE-14': 'A run with `cf-aig-skip-cache` true is not kept either.',
      'GW-CACHE-15': 'A `cf-aig-cache-ttl` of 0 turns the cache of its gateway off.',
    },
  ),
]);
/** Prepaid credits and invoices of an account. Whoever claims `top-ups` lets tests buy credits. */
export const fundsRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, AI Gateway: billing', certainty: 'documented', feature: 'top-ups' },
    {
      'GW-FUND-1': 'The credit balance says what there is, what is charged, and when it is topped up.',
      'GW-FUND-2': 'A top-up adds its cents to the balance.',
      'GW-FUND-4': 'The status of a top-up is read by its id.',
      'GW-FUND-5': 'A list of invoices by `type` has those alone that came about so.',
      'GW-FUND-6': 'The preview of an invoice sums up its lines.',
      'GW-FUND-7': 'Usage is summed up by day or by hour.',
      'GW-FUND-8': 'A history of usage without `value_grouping_window` is refused.',
      'GW-FUND-9': 'An API token may read when an account tops up by itself.',
      'GW-FUND-10': 'An API token that has an account top up by itself is answered with status 403.',
      'GW-FUND-11':
        'An API token that has an account no longer top up by itself is answered with status 403.',
      'GW-FUND-12': 'A spending limit is answered with status 403.',
      'GW-FUND-13': 'The spending limit of an account is removed, and then is not enabled.',
    },
  ),
  ...bounds(
    {
      in: aiGatewayEndpoints,
      operation: 'ai-gateway.billing.topup',
      of: 'top-up',
      passage: 'cloudflare-typescript, AI Gateway: billing',
      certainty: 'documented',
      feature: 'top-ups',
    },
    {
      'GW-FUND-3': ['too small', '/amount'],
    },
  ),
  ...statements(
    {
      passage: 'inferred from cloudflare-typescript, AI Gateway: billing',
      certainty: 'inferred',
      feature: 'top-ups',
    },
    {
      'GW-FUND-14': 'A top-up stands in the list of invoices, as paid.',
      'GW-FUND-15': 'A top-up that nobody has made is unknown.',
      'GW-FUND-16': 'What a run costs stands in the usage of its day, in cents.',
      'GW-FUND-17': 'What a run of unified billing costs stands in the preview of the invoice.',
      'GW-FUND-18': 'An API key may have an account top up by itself.',
      'GW-FUND-19': 'Credits that fall below the threshold are topped up by the amount.',
      'GW-FUND-20': 'A threshold below 500 cents is refused.',
      'GW-FUND-21': 'A history of usage that ends before it starts is refused.',
    },
  ),
]);
