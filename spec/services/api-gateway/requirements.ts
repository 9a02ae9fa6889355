import { bounds } from '../../bounds.ts';
import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';
import { apiGatewayEndpoints } from './endpoints.ts';
/** The endpoint inventory: saved operations. */
export const apiGatewayRequirements = defineRequirements([
  ...statements(
    { passage: 'cloudflare-typescript, API Gateway: operations', certainty: 'documented' },
    {
      'AG-OPS-1': 'A POST of an array to `/zones/{zone_id}/api_gateway/operations` saves its operations.',
      'AG-OPS-2': 'The creation of several operations is answered with the array of them.',
      'AG-OPS-3': 'A POST of one operation to `/operations/item` saves it.',
      'AG-OPS-4': 'A GET of `/operations` lists the operations of the zone.',
      'AG-OPS-5': 'A GET of `/operations/{operation_id}` answers with that operation.',
      'AG-OPS-6': 'A DELETE of `/operations/{operation_id}` removes the operation from the list.',
      'AG-OPS-7': 'The deletion of an operation is answered with an envelope without `result`.',
      'AG-OPS-8': 'A DELETE of `/operations` removes several operations.',
      'AG-OPS-9': 'The deletion of several operations is answered with an envelope without `result`.',
      'AG-OPS-10': 'An operation carries `operation_id` as a UUID.',
      'AG-OPS-11': 'An operation carries its `method`.',
      'AG-OPS-12': 'An operation carries its `host`.',
      'AG-OPS-13': 'An operation carries its `endpoint`.',
      'AG-OPS-14': 'An operation carries `last_updated` as a timestamp.',
      'AG-OPS-18': 'Each of the nine methods is accepted.',
      'AG-OPS-21': 'An `endpoint` of more than 4,096 characters is refused.',
      'AG-OPS-22':
        'The variables of an `endpoint` come back as `{var1}`, `{var2}` and so on, from left to right.',
      'AG-OPS-23': 'The creation of an operation that exists answers with the existing `operation_id`.',
      'AG-OPS-24': 'The creation of an operation that exists refreshes its `last_updated`.',
      'AG-OPS-25': 'Endpoints that differ only in the names of their variables are one operation.',
      'AG-OPS-28': 'A PATCH of `/operations/{operation_id}` is refused.',
      'AG-LIST-1': 'The list of operations honours `page`.',
      'AG-LIST-2': 'The list of operations honours `per_page`.',
      'AG-LIST-3': 'The list of operations filters by `host`.',
      'AG-LIST-4': 'The list of operations filters by `method`.',
      'AG-LIST-5': 'The list of operations filters by a part of `endpoint`.',
      'AG-LIST-6': 'The list of operations is ordered by `order`.',
      'AG-LIST-7': 'The list of operations follows `direction`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Endpoint Management', certainty: 'documented' },
    {
      'AG-OPS-26': 'A host variable that fills a whole label is accepted.',
      'AG-OPS-27': 'A host variable that fills part of a label is refused.',
    },
  ),
  ...bounds(
    {
      in: apiGatewayEndpoints,
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
          sentence: 'A `host` that is not a hostname is refused.',
          values: ['not a host', 'https://example.com', ''],
        },
      ],
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, API Shield plans', certainty: 'documented' },
    {
      'AG-LIM-1': 'The zone of a plan with API Shield holds more than 500 operations.',
    },
  ),
  ...statements(
    { passage: 'alchemy-run/distilled, api-gateway', certainty: 'observed' },
    {
      'AG-OPS-29': 'An operation id that was never given is answered with status 404.',
      'AG-OPS-30': 'An operation id that was never given gets an error with code 10404.',
      'AG-OPS-31': 'An operation id that is not a UUID gets an error with code 7003.',
    },
  ),
  ...statements(
    { passage: 'inferred from cloudflare-typescript, API Gateway: operations', certainty: 'inferred' },
    {
      'AG-OPS-33': 'A `host` of more than 255 characters is refused.',
      'AG-OPS-34': 'A creation with one faulty operation saves none.',
      'AG-OPS-35': 'A `host` comes back in lower case.',
      'AG-LIST-8': 'A `per_page` below 5 is refused.',
      'AG-LIST-9': 'A `per_page` above 50 is refused.',
    },
  ),
  ...bounds(
    {
      in: apiGatewayEndpoints,
      operation: 'api-gateway.operation.create-item',
      of: 'operation',
      passage: 'inferred from cloudflare-typescript, API Gateway: operations',
      certainty: 'inferred',
    },
    {
      'AG-OPS-32': [
        'format',
        '/endpoint',
        { sentence: 'An `endpoint` without a leading slash is refused.', values: ['orders'] },
      ],
    },
  ),
]);
