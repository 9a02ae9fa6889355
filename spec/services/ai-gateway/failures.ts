import { failuresOf } from '../inference/failure-layers.ts';

const documented = { certainty: 'documented', wording: 'documented' } as const;
const observed = { certainty: 'observed', wording: 'observed' } as const;
const inferred = { certainty: 'inferred', wording: 'invented' } as const;

/** Failures of a request on its way through the gateway: fact sheet inference, sections 6.6 and 7.2. */
const requestFailures = failuresOf('gateway', {
  'gateway-unknown': {
    status: 400,
    code: 2001,
    message: 'Please configure AI Gateway in the Cloudflare dashboard: no gateway {id} in this account',
    ...documented,
  },
  'gateway-rate-limited': { status: 429, code: 2003, message: 'Rate limited', ...observed },
  /** The status is inferred. */
  'provider-failed': {
    status: 502,
    code: 2005,
    message: 'Failed to get response from provider',
    ...observed,
  },
  'provider-invalid': { status: 400, code: 2008, message: 'Invalid provider', ...observed },
  'gateway-unauthorized': { status: 401, code: 2009, message: 'Unauthorized', ...documented },
  'prompt-blocked': {
    status: 422,
    code: 2017,
    message: 'Prompt blocked due to security configurations',
    ...documented,
  },
  'response-blocked': {
    status: 422,
    code: 2017,
    message: 'Response blocked due to security configurations',
    ...documented,
  },
  /** The two of the provider host and of the compatible formats. */
  'prompt-blocked-at-provider': {
    status: 424,
    code: 2016,
    message: 'Prompt blocked due to security configurations',
    ...documented,
  },
  'response-blocked-at-provider': {
    status: 424,
    code: 2017,
    message: 'Response blocked due to security configurations',
    ...documented,
  },
  'scanner-unfunded': {
    status: 402,
    code: 2021,
    message: 'Insufficient balance; add money to your gateway or turn guardrails off',
    ...documented,
  },
  'balance-empty': {
    status: 402,
    code: 2021,
    message: 'Insufficient balance; add money to your gateway or use BYOK',
    ...observed,
  },
  'wholesale-credits-empty': {
    status: 402,
    code: 2021,
    message:
      'Insufficient wholesale credits. Please add additional credits on the AI Gateway Cloudflare dashboard to continue using provider models.',
    ...observed,
  },
  /** The status of both is inferred. */
  'dlp-request-blocked': {
    status: 424,
    code: 2029,
    message: 'Request content blocked due to DLP policy violations',
    ...documented,
  },
  'dlp-response-blocked': {
    status: 424,
    code: 2030,
    message: 'Response content blocked due to DLP policy violations',
    ...documented,
  },
  'byok-alias-unknown': {
    status: 400,
    code: 2040,
    message: "Provider '{provider}' has no BYOK credential named '{alias}'. Configured aliases: '{aliases}'",
    ...observed,
  },
  'spend-limit': {
    status: 429,
    code: 2045,
    message:
      "Spend limit exceeded: rule '{rule}' (cost limit {limit} per {window}s, {technique}) for {provider} {model}",
    ...observed,
  },
  'spend-limit-former': {
    status: 429,
    code: 2041,
    message:
      "Spend limit exceeded: rule '{rule}' (cost limit {limit} per {window}s, {technique}) for {provider} {model}",
    ...observed,
  },
  'third-party-model-unknown': { status: 404, code: 7003, message: 'Model not found: {model}', ...observed },
  'third-party-input-invalid': {
    status: 400,
    code: 7003,
    message: 'Model execution failed (User Input Error): {problem}',
    ...observed,
  },
  'scanner-unavailable': {
    status: 503,
    code: 7013,
    message: 'The guardrails of this gateway can not be asked, and one of them may block: try again',
    ...documented,
  },
  /** It is documented without a code. */
  'managed-credentials-refused': {
    status: 503,
    code: 2201,
    message: 'Provider {provider} refused the credentials of unified billing',
    certainty: 'documented',
    wording: 'invented',
  },
  'gateway-id-missing': {
    status: 400,
    code: 2202,
    message: 'Model {model} needs the header cf-aig-gateway-id: name the gateway, for example `default`',
    certainty: 'seed',
    wording: 'invented',
  },
  'gateway-header-invalid': {
    status: 400,
    code: 2203,
    message: 'Invalid value for header {header}: {problem}',
    certainty: 'seed',
    wording: 'invented',
  },
  'gateway-timeout': {
    status: 504,
    code: 2204,
    message: 'No answer within the {ms} milliseconds of cf-aig-request-timeout',
    certainty: 'seed',
    wording: 'invented',
  },
  'own-key-needed': {
    status: 400,
    code: 2205,
    message: 'No credentials for provider {provider}, and unified billing is not allowed here',
    certainty: 'documented',
    wording: 'invented',
  },
  'dynamic-route-unsupported': {
    status: 400,
    code: 2206,
    message: 'Dynamic routes such as {model} are not served here: name a model',
    certainty: 'documented',
    wording: 'invented',
  },
  'unified-billing-rate-limited': {
    status: 429,
    code: 2207,
    message: 'More than {limit} requests of unified billing in {seconds} seconds through this gateway',
    certainty: 'documented',
    wording: 'invented',
  },
  'model-rate-limited': {
    status: 429,
    code: 2208,
    message: 'More than {limit} requests of {model} in a minute in this account',
    certainty: 'documented',
    wording: 'invented',
  },
});

/** Failures of the configuration: the envelope of every operation. */
const configFailures = failuresOf('edge', {
  'gateway-config-invalid': { status: 400, code: 7001, message: 'Input Validation Error', ...documented },
  'gateway-config-unknown': { status: 404, code: 7002, message: 'Not Found', ...documented },
  'gateway-exists': {
    // Not 409: the platform's own client retries that status.
    status: 400,
    code: 2210,
    message: 'Gateway {id} exists in this account: choose another id, or update it',
    ...inferred,
  },
  'gateway-limit': {
    status: 400,
    code: 2211,
    message: 'This account has {limit} gateways, and more are not allowed: delete one first',
    certainty: 'documented',
    wording: 'invented',
  },
  'route-exists': {
    status: 400,
    code: 2212,
    message: 'Gateway {gateway} has a route named {name}: choose another name',
    ...inferred,
  },
  'route-elements-invalid': {
    status: 400,
    code: 2213,
    message: 'The elements make no route: {problem}',
    ...inferred,
  },
  'user-session-needed': {
    status: 403,
    code: 2214,
    message: 'An API token may not say when an account tops up by itself: do so in the dashboard',
    certainty: 'documented',
    wording: 'invented',
  },
  'spending-limit-deprecated': {
    status: 403,
    code: 2215,
    message: 'Accounts get no spending limits any more: set the spend_limits of a gateway',
    certainty: 'documented',
    wording: 'invented',
  },
  'custom-provider-url': {
    status: 400,
    code: 1002,
    message: 'base_url must be a valid HTTPS URL starting with https://',
    ...documented,
  },
  'custom-provider-exists': {
    status: 409,
    code: 1003,
    message: 'A custom provider with this slug already exists',
    ...documented,
  },
  'custom-provider-unknown': {
    status: 404,
    code: 1004,
    message: 'Custom Provider not found',
    ...documented,
  },
});

export const aiGatewayFailures = { ...requestFailures, ...configFailures };

export type AiGatewayFailureName = keyof typeof aiGatewayFailures;
