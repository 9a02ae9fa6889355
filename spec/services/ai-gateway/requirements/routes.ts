import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
/** Dynamic routes as resources, and the refusals of the gateway. */
export const routeRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: dynamic-routing',
      certainty: 'documented',
      feature: 'routes',
    },
    {
      'GW-ROUTE-1': 'A route is created with its name and its elements.',
      'GW-ROUTE-2': 'Routes are listed under `data`, with their page.',
      'GW-ROUTE-3': 'A renamed route is answered under `route`.',
      'GW-ROUTE-4': 'A version is added to a route without serving.',
      'GW-ROUTE-5': 'A version serves once it is deployed.',
      'GW-ROUTE-6': 'Versions and deployments of a route are listed under `data`.',
      'GW-ROUTE-7': 'A deleted route is gone.',
    },
  ),
  ...statements(
    { passage: 'decision record 7: The gateway', certainty: 'inferred', feature: 'routes' },
    {
      'GW-ROUTE-8': 'A second route of one name is refused.',
      'GW-ROUTE-9': 'An element that leads to one that is not there is refused.',
    },
  ),
  ...statements(
    { passage: 'oh-my-pi issue 11327', certainty: 'observed' },
    {
      'GW-ERR-1': 'What the gateway refuses on a run endpoint has its entries under `error`.',
      'GW-ERR-2': 'What the gateway refuses on a run endpoint has a `result` that is an empty list.',
      'GW-ERR-3':
        'What the gateway refuses has `name`, `httpCode`, `internalCode`, `message` and `description`.',
      'GW-ERR-4': 'The `httpCode` of a refusal of the gateway is its status.',
    },
  ),
  ...statements(
    { passage: 'inferred from oh-my-pi issue 11327', certainty: 'inferred' },
    { 'GW-ERR-5': 'What the gateway refuses has its entries under `errors` too.' },
  ),
  ...statements(
    { passage: 'live calls measured in October 2026', certainty: 'observed' },
    {
      'GW-ERR-6': 'A provider that gives no answer leads to code 2005.',
      'GW-ERR-7': 'An alias without a key leads to status 400 and code 2040.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, AI Gateway changelog: 2026-09-14 and 2026-10-05',
      certainty: 'documented',
      feature: 'billing',
    },
    {
      'GW-ERR-8': 'A run with `cf-aig-no-wholesale` and no key of its own is answered with status 400.',
      'GW-ERR-9': 'A provider that refuses the credentials of unified billing leads to status 503.',
    },
  ),
]);
/** Providers that an account makes known to its gateways, as resources. */
export const customProviderRequirements = defineRequirements([
  ...statements(
    {
      passage: 'cloudflare-typescript, AI Gateway: custom-providers',
      certainty: 'documented',
      feature: 'custom-providers',
    },
    {
      'GW-CUSTOM-1': 'A custom provider is created with its name, its slug and its URL.',
      'GW-CUSTOM-2': 'A custom provider is read by its id.',
      'GW-CUSTOM-3': 'Custom providers are listed by their position, and then by their name.',
      'GW-CUSTOM-4': 'The `search` of custom providers finds them by a part of their id, name or slug.',
      'GW-CUSTOM-5': 'A list of custom providers by `enable` has those alone that are, or are not.',
      'GW-CUSTOM-6': 'A deleted custom provider is answered as it was, and gone.',
      'GW-CUSTOM-7': 'A second custom provider of one slug is refused.',
      'GW-CUSTOM-8': 'A custom provider without a URL of HTTPS is refused.',
      'GW-CUSTOM-9': 'A PATCH of a custom provider changes what it names, and nothing else.',
      'GW-CUSTOM-10': 'A custom provider is neither enabled nor beta where nobody says so.',
      'GW-CUSTOM-11': 'A second custom provider of one slug is answered with status 409 and code 1003.',
      'GW-CUSTOM-12': 'An unknown custom provider is answered with status 404 and code 1004.',
      'GW-CUSTOM-13': 'A URL that is not one of HTTPS is answered with status 400 and code 1002.',
      'GW-CUSTOM-14': 'A custom provider has a picture in base64 that nobody has sent.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from cloudflare-typescript, AI Gateway: custom-providers',
      certainty: 'inferred',
      feature: 'custom-providers',
    },
    {
      'GW-CUSTOM-15': 'A PATCH to the slug of another custom provider is refused.',
      'GW-CUSTOM-16': 'Headers that are no JSON object are refused.',
    },
  ),
]);
