import { defineFailures } from '../../failure.ts';

/** Failures of the endpoint inventory: fact sheet token-validation, section 4.4; texts are ours. */
export const apiGatewayFailures = defineFailures({
  'operation-unknown': {
    status: 404,
    code: 10404,
    message: 'No operation {id} in this zone',
    certainty: 'observed',
    wording: 'observed',
  },
  'operation-limit': {
    status: 400,
    code: 10411,
    message: 'This zone would have {count} operations, and {limit} are allowed: delete some first',
    certainty: 'documented',
    wording: 'invented',
  },
});
