import { failure } from '../../failure.ts';
import { getFailures } from '../inference/failure-layers.ts';

/**
 * Failures of a request in the gateway: Cloudflare docs, AI Gateway guardrails and live calls measured in October 2026.
 */
const requestFailures = getFailures('gateway', {
  'gateway-unknown': failure(400, 2001).documented(
    'Please configure AI Gateway in the Cloudflare dashboard: no gateway {id} in this account',
  ),
  'gateway-rate-limited': failure(429, 2003).observed('Rate limited'),
  /** The status is inferred. */
  'provider-failed': failure(502, 2005).observed('Failed to get response from provider'),
  'provider-invalid': failure(400, 2008).observed('Invalid provider'),
  'gateway-endpoint-unknown': failure(404, 2209).inferred(
    'There is no {endpoint} here: POST chat/completions, responses, messages or embeddings to a provider or `compat`, run/<model> to `workers-ai`, or a list of requests to the gateway itself',
  ),
  'gateway-unauthorized': failure(401, 2009).documented('Unauthorized'),
  'prompt-blocked': failure(422, 2017).documented('Prompt blocked due to security configurations'),
  'response-blocked': failure(422, 2017).documented('Response blocked due to security configurations'),
  /** Shared by the provider host and the compatible formats. */
  'prompt-blocked-at-provider': failure(424, 2016).documented(
    'Prompt blocked due to security configurations',
  ),
  'response-blocked-at-provider': failure(424, 2017).documented(
    'Response blocked due to security configurations',
  ),
  'scanner-unfunded': failure(402, 2021).documented(
    'Insufficient balance; add money to your gateway or turn guardrails off',
  ),
  'balance-empty': failure(402, 2021).observed('Insufficient balance; add money to your gateway or use BYOK'),
  'wholesale-credits-empty': failure(402, 2021).observed(
    'Insufficient wholesale credits. Please add additional credits on the AI Gateway Cloudflare dashboard to continue using provider models.',
  ),
  /** The status of both is inferred. */
  'dlp-request-blocked': failure(424, 2029).documented(
    'Request content blocked due to DLP policy violations',
  ),
  'dlp-response-blocked': failure(424, 2030).documented(
    'Response content blocked due to DLP policy violations',
  ),
  'byok-alias-unknown': failure(400, 2040).observed(
    "Provider '{provider}' has no BYOK credential named '{alias}'. Configured aliases: '{aliases}'",
  ),
  'spend-limit': failure(429, 2045).observed(
    "Spend limit exceeded: rule '{rule}' (cost limit {limit} per {window}s, {technique}) for {provider} {model}",
  ),
  'spend-limit-former': failure(429, 2041).observed(
    "Spend limit exceeded: rule '{rule}' (cost limit {limit} per {window}s, {technique}) for {provider} {model}",
  ),
  'third-party-model-unknown': failure(404, 7003).observed(
    'Model not found: {model}. There are {near} and others, and any text model of {authors}; `models` of a seed file, or `models.catalogue` of createMock, adds more',
  ),
  'third-party-input-invalid': failure(400, 7003).observed(
    'Model execution failed (User Input Error): {problem}',
  ),
  'scanner-unavailable': failure(503, 7013).documented(
    'The guardrails of this gateway are not available, and one of them can block: try again',
  ),
  /** It is documented without a code. */
  'managed-credentials-refused': failure(503, 2201).documented(
    'Provider {provider} refused the credentials of unified billing',
    'invented',
  ),
  'gateway-id-missing': failure(400, 2202).seed(
    'Model {model} needs the header cf-aig-gateway-id: name the gateway, for example `default`',
  ),
  'gateway-header-invalid': failure(400, 2203).seed('Invalid value for header {header}: {problem}'),
  'gateway-timeout': failure(504, 2204).seed(
    'No answer within the {ms} milliseconds of cf-aig-request-timeout',
  ),
  'own-key-needed': failure(400, 2205).documented(
    'No credentials for provider {provider}, and unified billing is not allowed here',
    'invented',
  ),
  'dynamic-route-unsupported': failure(400, 2206).documented(
    'Dynamic routes such as {model} are not served here: name a model',
    'invented',
  ),
  'unified-billing-rate-limited': failure(429, 2207).documented(
    'More than {limit} requests of unified billing in {seconds} seconds through this gateway',
    'invented',
  ),
  'model-rate-limited': failure(429, 2208).documented(
    'More than {limit} requests of {model} in a minute in this account',
    'invented',
  ),
});

/** Failures of the configuration: the envelope of every operation. */
const configFailures = getFailures('edge', {
  'gateway-config-invalid': failure(400, 7001).documented('Input Validation Error'),
  'gateway-config-unknown': failure(404, 7002).documented('Not Found'),
  // Not 409: the platform's own client retries that status.
  'gateway-exists': failure(400, 2210).inferred(
    'Gateway {id} exists in this account: choose another id, or update it',
  ),
  'gateway-limit': failure(400, 2211).documented(
    'This account has {limit} gateways, which is the limit: delete one first',
    'invented',
  ),
  'route-exists': failure(400, 2212).inferred(
    'Gateway {gateway} has a route named {name}: choose another name',
  ),
  'route-elements-invalid': failure(400, 2213).inferred('The elements are not a valid route: {problem}'),
  'user-session-needed': failure(403, 2214).documented(
    'An API token cannot set automatic top-ups: use the dashboard',
    'invented',
  ),
  'spending-limit-deprecated': failure(403, 2215).documented(
    'Accounts no longer have spending limits: set the spend_limits of a gateway',
    'invented',
  ),
  'custom-provider-url': failure(400, 1002).documented(
    'base_url must be a valid HTTPS URL starting with https://',
  ),
  'custom-provider-exists': failure(409, 1003).documented('A custom provider with this slug already exists'),
  'custom-provider-unknown': failure(404, 1004).documented('Custom Provider not found'),
});

export const aiGatewayFailures = { ...requestFailures, ...configFailures };

export type AiGatewayFailureName = keyof typeof aiGatewayFailures;
