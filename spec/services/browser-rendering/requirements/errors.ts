import { defineRequirements } from '../../../requirement.ts';
import { statements } from '../../../statements.ts';

const passage = 'fact sheet browser-rendering 8';

/** How requests fail. */
export const renderingErrorRequirements = defineRequirements([
  ...statements(
    { passage, certainty: 'documented' },
    {
      'BR-ERR-1': 'A failure has `success` false and at least one error with a message.',
      'BR-ERR-2': 'A request with a faulty member is answered with status 400.',
      'BR-ERR-3': 'A page whose certificate is not valid is answered with status 422 and code 5000.',
      'BR-ERR-4': 'A page whose address can not be reached is answered with status 422 and code 5001.',
      'BR-ERR-5': 'A page whose connection times out is answered with status 422 and code 5002.',
      'BR-ERR-6': 'A page that redirects for ever is answered with status 422 and code 5003.',
      'BR-ERR-7': 'A page that breaks HTTP/2 is answered with status 422 and code 5004.',
      'BR-ERR-8': 'A page whose name is not resolved in time is answered with status 422 and code 5005.',
      'BR-ERR-9': 'A page whose connection is closed or reset is answered with status 422 and code 5006.',
      'BR-ERR-10': 'An HTTP error without a body is answered with status 422 and code 5007.',
      'BR-ERR-11': 'A page whose server refuses the connection is answered with status 422 and code 5008.',
      'BR-ERR-12':
        'A page that fails by any other error of the network is answered with status 422 and code 5009.',
      'BR-ERR-13': 'A URL that is not valid is answered with status 422 and code 5010.',
      'BR-ERR-14': 'A `file` URL is answered with status 422 and code 5010.',
      'BR-ERR-15': 'A page whose server sends no response is answered with status 422 and code 5011.',
      'BR-ERR-16':
        'A document that goes away while it is worked on is answered with status 422 and code 6000.',
      'BR-ERR-17': 'A page that is closed while it is worked on is answered with status 422 and code 6001.',
      'BR-ERR-18': 'A timeout is answered with status 422 and code 6002.',
      'BR-ERR-19': 'A page that can not be captured is answered with status 422 and code 6003.',
      'BR-ERR-20': 'A request beyond the limit is answered with status 429.',
      'BR-ERR-21':
        'A request after the browser time of the day is used up is answered with status 429 and says so.',
      'BR-ERR-22': 'A server without a browser answers with status 503 and the documented text.',
      'BR-ERR-23': 'A request that takes too long altogether is answered with status 408.',
      'BR-ERR-24': 'A server that fails unexpectedly answers with status 500 and code 2000.',
    },
  ),
  ...statements(
    { passage, certainty: 'observed' },
    {
      'BR-ERR-25': 'A timeout has the text by which options are named to check.',
      'BR-ERR-26': 'A timeout of the navigation names its limit in `detail`.',
      'BR-ERR-27': 'A timeout of `waitForSelector` names selector and limit in `detail`.',
      'BR-ERR-28': 'A timeout of the action has the `detail` `Request timed out`.',
      'BR-ERR-29': 'A name that does not resolve is answered with code 5006.',
      'BR-ERR-30': 'Code 5006 has the `detail` that names the resolution of names.',
      'BR-ERR-31': 'A request beyond the limit has code 2001 and says in `Retry-After` when to come back.',
      'BR-ERR-32': 'The failure of a request beyond the limit has `success` and `errors` alone.',
    },
  ),
  ...statements(
    { passage, certainty: 'inferred' },
    {
      'BR-ERR-33': 'A request with a faulty member names it in `path`.',
      'BR-ERR-34': 'A page that crashes fails alone.',
      'BR-ERR-35': 'The browser time that is used up has the long text in `detail`.',
      'BR-ERR-36': 'A URL that is answered without a document is answered with status 422 and code 5002.',
    },
  ),
]);
