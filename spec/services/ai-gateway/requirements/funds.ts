import { bounds } from '../../../bounds.ts';
import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';
import { aiGatewayEndpoints } from '../endpoints.ts';

const client = 'fact sheet inference 6.8, types of the platform client: billing';

/** Prepaid credits and invoices of an account. Whoever claims `top-ups` lets tests buy credits. */
export const fundsRequirements = defineRequirements([
  ...statements(
    { passage: client, certainty: 'documented', feature: 'top-ups' },
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
      passage: client,
      certainty: 'documented',
      feature: 'top-ups',
    },
    {
      'GW-FUND-3': ['too small', '/amount'],
    },
  ),
  ...statements(
    { passage: client, certainty: 'inferred', feature: 'top-ups' },
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
