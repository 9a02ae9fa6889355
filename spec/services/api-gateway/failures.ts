import { defineFailures, failure } from '../../failure.ts';

/** Failures of the endpoint inventory: alchemy, Cloudflare.TokenValidation; texts are ours. */
export const apiGatewayFailures = defineFailures({
  'operation-unknown': failure(404, 10404).observed('No operation {id} in this zone'),
  'operation-limit': failure(400, 10411).documented(
    'This zone would have {count} operations, and the limit is {limit}: delete some first',
    'invented',
  ),
});
