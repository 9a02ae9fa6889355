import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Dynamic routes as resources, and refusals of the gateway. */
export const routeRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: dynamic-routing',
      certainty: 'documented',
      feature: 'routes',
    },
    {
      'GW-ROUTE-1': 'A POST of name and elements creates a route.',
      'GW-ROUTE-2': 'The list of routes has them under `data`, with their page.',
      'GW-ROUTE-3': 'The renaming of a route returns it under `route`.',
      'GW-ROUTE-4': 'A new version of a route does not serve.',
      'GW-ROUTE-5': 'A version serves after its deployment.',
      'GW-ROUTE-6': 'The lists of versions and deployments of a route have them under `data`.',
      'GW-ROUTE-7': 'A deleted route no longer exists.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred', feature: 'routes' },
    {
      'GW-ROUTE-8': 'The server refuses a second route with the same name.',
    },
  ),
  ...statements(
    { passage: 'oh-my-pi issue 11327', certainty: 'observed' },
    {
      'GW-ERR-1': 'A refusal of the gateway on a run endpoint has its entries under `error`.',
      'GW-ERR-2': 'A refusal of the gateway on a run endpoint has an empty list as `result`.',
      'GW-ERR-3':
        'A refusal of the gateway has `name`, `httpCode`, `internalCode`, `message` and `description`.',
      'GW-ERR-4': 'The `httpCode` of a refusal of the gateway is its status.',
    },
  ),
  ...statements(
    { passage: 'inferred from oh-my-pi issue 11327', certainty: 'inferred' },
    { 'GW-ERR-5': 'A refusal of the gateway has its entries under `errors` too.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-ERR-6': 'A run whose provider does not answer gets code 2005.',
      'GW-ERR-7': 'A run with an alias that has no key gets status 400 and code 2040.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, AI Gateway changelog: 2026-09-14 and 2026-10-05',
      certainty: 'documented',
      feature: 'billing',
    },
    {
      'GW-ERR-8': 'A run with `cf-aig-no-wholesale` and without a provider key gets status 400.',
      'GW-ERR-9': 'A run whose provider refuses the credentials of unified billing gets status 503.',
    },
  ),
]);
/** Custom providers of an account, as resources. */
export const customProviderRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: custom-providers',
      certainty: 'documented',
      feature: 'custom-providers',
    },
    {
      'GW-CUSTOM-1': 'A POST of name, slug and URL creates a custom provider.',
      'GW-CUSTOM-2': 'A GET by id returns the custom provider.',
      'GW-CUSTOM-3': 'The list of custom providers has them by position, then by name.',
      'GW-CUSTOM-4': 'The `search` of custom providers matches a part of their id, name or slug.',
      'GW-CUSTOM-5':
        'A list of custom providers by `enable` has only the enabled ones or only the disabled ones.',
      'GW-CUSTOM-6': 'The deletion of a custom provider returns it, and the provider no longer exists.',
      'GW-CUSTOM-7': 'The server refuses a second custom provider with the same slug.',
      'GW-CUSTOM-8': 'The server refuses a custom provider without an HTTPS URL.',
      'GW-CUSTOM-9': 'A PATCH of a custom provider changes only the members it names.',
      'GW-CUSTOM-10': 'A custom provider is neither enabled nor beta by default.',
      'GW-CUSTOM-11': 'A second custom provider with the same slug gets status 409 and code 1003.',
      'GW-CUSTOM-12': 'An unknown custom provider gets status 404 and code 1004.',
      'GW-CUSTOM-13': 'A URL that is not HTTPS gets status 400 and code 1002.',
      'GW-CUSTOM-14': 'A custom provider has a Base64 picture even if no request sent one.',
    },
  ),
]);
