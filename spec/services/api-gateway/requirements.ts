import { bounds } from '../../bounds.ts';
import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { endpoints } from './endpoints.ts';
/** The endpoint inventory: saved operations. */
export const requirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, API Gateway: operations', certainty: 'documented' },
    {
      'AG-OPS-1': 'A POST of an array to `/zones/{zone_id}/api_gateway/operations` saves its operations.',
      'AG-OPS-2': 'The creation of several operations returns them as an array.',
      'AG-OPS-3': 'A POST of one operation to `/operations/item` saves it.',
      'AG-OPS-4': 'A GET of `/operations` lists the operations of the zone.',
      'AG-OPS-5': 'A GET of `/operations/{operation_id}` returns that operation.',
      'AG-OPS-6': 'A DELETE of `/operations/{operation_id}` removes the operation from the list.',
      'AG-OPS-7': 'The deletion of an operation returns an envelope without `result`.',
      'AG-OPS-8': 'A DELETE of `/operations` removes several operations.',
      'AG-OPS-9': 'The deletion of several operations returns an envelope without `result`.',
      'AG-OPS-10': 'An operation carries `operation_id` as a UUID.',
      'AG-OPS-11': 'An operation carries its `method`.',
      'AG-OPS-12': 'An operation carries its `host`.',
      'AG-OPS-13': 'An operation carries its `endpoint`.',
      'AG-OPS-14': 'An operation carries `last_updated` as a timestamp.',
      'AG-OPS-18': 'The server accepts each of the nine methods.',
      'AG-OPS-21': 'The server refuses an `endpoint` of more than 4,096 characters.',
      'AG-OPS-22':
        'The variables of an `endpoint` come back as `{var1}`, `{var2}` and so on, from left to right.',
      'AG-OPS-23': 'The creation of an existing operation returns the existing `operation_id`.',
      'AG-OPS-24': 'The creation of an existing operation refreshes its `last_updated`.',
      'AG-OPS-25': 'Endpoints that differ only in the names of their variables are one operation.',
      'AG-OPS-28': 'The server refuses a PATCH of `/operations/{operation_id}`.',
      'AG-LIST-1': 'The list of operations honours `page`.',
      'AG-LIST-2': 'The list of operations honours `per_page`.',
      'AG-LIST-3': 'The list of operations filters by `host`.',
      'AG-LIST-4': 'The list of operations filters by `method`.',
      'AG-LIST-5': 'The list of operations filters by a part of `endpoint`.',
      'AG-LIST-6': '`order` orders the list of operations.',
      'AG-LIST-7': '`direction` sets the direction of the list of operations.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Endpoint Management', certainty: 'documented' },
    {
      'AG-OPS-26': 'The server accepts a host variable that fills a whole label.',
      'AG-OPS-27': 'The server refuses a host variable that fills part of a label.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'api-gateway.operation.create-item',
      of: 'operation',
      passage: 'cloudflare-typescript, API Gateway: operations',
      certainty: 'documented',
    },
    {
      'AG-OPS-15': ['missing', '/method'],
      'AG-OPS-16': ['missing', '/host'],
      'AG-OPS-17': ['missing', '/endpoint'],
      'AG-OPS-19': ['not allowed', '/method', { values: ['get', 'FETCH', 'GET ', '*', ''] }],
      'AG-OPS-20': [
        'format',
        '/host',
        {
          sentence: 'The server refuses a `host` that is not a hostname.',
          values: ['not a host', 'https://example.com', ''],
        },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, API Shield plans', certainty: 'documented' },
    {
      'AG-LIM-1': 'A zone on a plan with API Shield holds more than 500 operations.',
    },
  ),
  ...statements(
    { passage: 'alchemy-run/distilled, api-gateway', certainty: 'observed' },
    {
      'AG-OPS-29': 'An unknown operation id gets status 404.',
      'AG-OPS-30': 'An unknown operation id gets an error with code 10404.',
      'AG-OPS-31': 'An operation id that is not a UUID gets an error with code 7003.',
    },
  ),
  ...statements(
    { passage: 'inferred from cloudflare-typescript, API Gateway: operations', certainty: 'inferred' },
    {
      'AG-OPS-34': 'A creation with one faulty operation saves no operation.',
      'AG-OPS-35': 'A `host` comes back in lower case.',
      'AG-LIST-8': 'The list of operations honours the documented range: no page of fewer than 5.',
      'AG-LIST-9': 'The list of operations honours the documented range: no page of more than 50.',
    },
  ),
  ...bounds(
    {
      in: endpoints,
      operation: 'api-gateway.operation.create-item',
      of: 'operation',
      passage: 'inferred from cloudflare-typescript, API Gateway: operations',
      certainty: 'inferred',
    },
    {
      'AG-OPS-32': [
        'format',
        '/endpoint',
        { sentence: 'The server refuses an `endpoint` without a leading slash.', values: ['orders'] },
      ],
    },
  ),
]);
