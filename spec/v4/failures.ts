import { defineFailures, failure } from '../failure.ts';

/**
 * Failures of any operation of the v4 API: Cloudflare API schemas and live API answers that users report.
 */
export const v4Failures = defineFailures({
  'credentials-missing': failure(400, 9106).observed(
    'Missing X-Auth-Key, X-Auth-Email or Authorization headers',
  ),
  'authorization-malformed': {
    ...failure(400, 6003).observed('Invalid request headers'),
    chain: [{ code: 6111, message: 'Invalid format for Authorization header' }],
  },
  'auth-email-malformed': {
    ...failure(400, 6003).observed('Invalid request headers'),
    chain: [{ code: 6102, message: 'Invalid format for X-Auth-Email header' }],
  },
  'auth-key-malformed': {
    ...failure(400, 6003).observed('Invalid request headers'),
    chain: [{ code: 6103, message: 'Invalid format for X-Auth-Key header' }],
  },
  'auth-key-unknown': failure(403, 9103).observed('Unknown X-Auth-Key or X-Auth-Email'),
  'token-unknown': failure(401, 10000).seed('Authentication error', 'observed'),
  'permission-missing': failure(401, 10000).seed('Authentication error', 'observed'),
  'access-denied': failure(403, 9109).observed('Unauthorized to access requested resource'),
  'token-location': failure(403, 9109).observed('Cannot use the access token from location: {address}'),
  'user-level-missing': failure(403, 9109).observed('Valid user-level authentication not found'),
  'zone-unknown': failure(403, 9109).observed('Invalid zone identifier'),
  'account-unknown': failure(403, 9109).inferred('Invalid account identifier'),
  'method-not-allowed': failure(405, 10000).observed(
    '{method} method not allowed for the {scheme} authentication scheme',
  ),
  'identifier-malformed': failure(400, 7003).observed(
    'Could not route to {path}, perhaps your object identifier is invalid?',
  ),
  'route-unknown': {
    ...failure(404, 7003).observed('Could not route to {path}, perhaps your object identifier is invalid?'),
    also: [{ code: 7000, message: 'No route for that URI' }],
  },
  'json-malformed': failure(400, 6007).observed('Malformed JSON in request body'),
  'json-too-deep': failure(400, 6013).inferred(
    'Objects and lists in the request body nest more than {limit} deep: nest them less',
  ),
  'form-malformed': failure(400, 6012).inferred('Malformed multipart/form-data in request body'),
  'content-type-unsupported': failure(415, 6008).inferred(
    'Content-Type {value} is not supported here: send the body as application/json',
  ),
  'body-too-large': failure(413, 6009).inferred(
    'The request body is larger than {limit} bytes: send less in one request',
  ),
  'query-invalid': failure(400, 6010).inferred('Invalid query parameter {field}: {problem}'),
  'body-invalid': failure(400, 6011).inferred('Invalid value for {field}: {problem}'),
  'rate-limited': failure(429, 971).documented(
    'Please wait and consider throttling your request speed',
    'observed',
  ),
  'internal-error': failure(500, 1000).observed('Internal Server Error'),
  'basis-refused': failure(501, 1501).inferred(
    'This answer rests on a fact that is {actual}, and this mock refuses facts below {required}',
  ),
});
