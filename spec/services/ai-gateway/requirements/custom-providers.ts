import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const client = 'fact sheet inference 6.8, types of the platform client: customProviders';

/** Providers that an account makes known to its gateways, as resources. */
export const customProviderRequirements = defineRequirements([
  ...statements(
    { passage: client, certainty: 'documented', feature: 'custom-providers' },
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
    { passage: client, certainty: 'inferred', feature: 'custom-providers' },
    {
      'GW-CUSTOM-15': 'A PATCH to the slug of another custom provider is refused.',
      'GW-CUSTOM-16': 'Headers that are no JSON object are refused.',
    },
  ),
]);
