import { defineRequirements } from '../requirement.ts';
import { statements } from '../statements.ts';

/** Requirements of every service: envelope, authentication, routes, bodies, headers and pages. */
export const v4Requirements = defineRequirements([
  ...statements(
    { passage: 'token-validation.md: introduction', certainty: 'seed' },
    {
      'V4-ROUTE-1': 'Every endpoint is below a base URL whose last path segment is `v4`.',
      'V4-ENV-1': 'A successful answer of a token validation endpoint carries a `result` member.',
      'V4-ENV-2': 'Every answer of a token validation endpoint carries `success` as a boolean.',
      'V4-ENV-3': 'Every answer of a token validation endpoint carries `errors` as an array.',
      'V4-ENV-4': 'Every answer of a token validation endpoint carries `messages` as an array.',
      'V4-ENV-5': 'The answer to a paginated request of token validation carries a `result_info` object.',
      'V4-ENV-6': 'A token validation request that succeeds gets `success` true.',
    },
  ),
  ...statements(
    { passage: 'token-validation.md: Errors', certainty: 'seed' },
    {
      'V4-ENV-7': 'A token validation request that fails gets `success` false.',
      'V4-ENV-8': 'A token validation request that fails gets a non-empty `errors` array.',
      'V4-ENV-9': 'A write that gets `success` false changes nothing.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare API schemas, api-response-common-failure', certainty: 'documented' },
    {
      'V4-ENV-10': 'A request that fails gets an empty `messages` array.',
      'V4-ENV-11': 'A request that fails gets `result` null.',
      'V4-ENV-12': 'The `code` of an error entry is an integer of at least 1000.',
      'V4-ENV-13': 'The `message` of an error entry is a string.',
      'V4-ENV-14': 'The `code` of a message entry is an integer of at least 1000.',
      'V4-ENV-15': 'The `message` of a message entry is a string.',
      'V4-ENV-16': 'The `source.pointer` of an entry, if present, is a JSON pointer.',
      'V4-ENV-17': 'The `documentation_url` of an entry, if present, is a string.',
      'V4-ENV-23': 'A failed request to another service gets `success` false and a non-empty `errors` array.',
      'V4-SHAPE-1': 'A documented answer has the documented members, types and formats.',
      'V4-SHAPE-3': 'A refusal of an operation with its own error formats has one of them.',
    },
  ),
  ...statements(
    { passage: 'inferred from Cloudflare API schemas, api-response-common-failure', certainty: 'inferred' },
    {
      'V4-SHAPE-2': 'An undocumented answer has the members and types that this project infers.',
      'V4-ENV-18': 'A body that breaks the contract gets status 400.',
      'V4-ENV-19': 'The error about a faulty body member points to that member in `source.pointer`.',
      'V4-ENV-20': 'A successful answer carries an empty `errors` array.',
      'V4-ENV-21': 'A faulty request never gets a 5xx status.',
      'V4-ENV-22': 'A JSON answer has the content type `application/json`.',
    },
  ),

  ...statements(
    { passage: 'token-validation.md: Authentication', certainty: 'seed' },
    { 'V4-AUTH-1': 'The server refuses a request without any credentials.' },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Make API calls', certainty: 'documented' },
    { 'V4-AUTH-2': 'The server accepts an API token as `Authorization: Bearer <token>`.' },
  ),
  ...statements(
    {
      passage: 'Cloudflare API reference, Token validation: Security',
      certainty: 'documented',
      feature: 'legacy-auth',
    },
    { 'V4-AUTH-3': 'The server accepts the pair `X-Auth-Email` and `X-Auth-Key` in place of a token.' },
  ),
  ...statements(
    {
      passage: 'Cloudflare API reference, Token validation: Accepted permissions',
      certainty: 'documented',
      feature: 'read-only-token',
    },
    {
      'V4-AUTH-4': 'The server accepts reads with a read-only token.',
      'V4-AUTH-5': 'The server refuses writes with a read-only token.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-python issue 2678', certainty: 'observed' },
    {
      'V4-AUTH-6': 'A request without any credentials gets status 400.',
      'V4-AUTH-7':
        'A request without any credentials gets the error 9106 `Missing X-Auth-Key, X-Auth-Email or Authorization headers`.',
    },
  ),
  ...statements(
    { passage: 'ddns-go issue 916', certainty: 'observed' },
    {
      'V4-AUTH-8': 'An `Authorization` header that is not `Bearer` and one token68 gets status 400.',
      'V4-AUTH-9': 'A malformed `Authorization` header gets the error 6003 `Invalid request headers`.',
      'V4-AUTH-10':
        'The error about a malformed `Authorization` header chains the entry 6111 `Invalid format for Authorization header`.',
      'V4-AUTH-11': 'An empty Bearer value is a malformed header, not a missing one.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'V4-AUTH-12': 'A well-formed token that was never issued gets status 401.',
      'V4-AUTH-13': 'A well-formed token that was never issued gets the error 10000 `Authentication error`.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript issue 161', certainty: 'observed', feature: 'legacy-auth' },
    {
      'V4-AUTH-14':
        'A malformed `X-Auth-Email` chains the entry 6102 `Invalid format for X-Auth-Email header`.',
      'V4-AUTH-15': 'A malformed `X-Auth-Key` chains the entry 6103 `Invalid format for X-Auth-Key header`.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed', feature: 'legacy-auth' },
    {
      'V4-AUTH-16': 'An unknown pair of e-mail address and key gets status 403.',
      'V4-AUTH-17':
        'An unknown pair of e-mail address and key gets the error 9103 `Unknown X-Auth-Key or X-Auth-Email`.',
    },
  ),
  ...statements(
    {
      passage: 'terraform-provider-cloudflare issue 1533',
      certainty: 'observed',
      feature: 'read-only-token',
    },
    {
      'V4-AUTH-18': 'A token that lacks the permission of an endpoint gets status 401.',
      'V4-AUTH-19':
        'A token that lacks the permission of an endpoint gets the error 10000 `Authentication error`.',
    },
  ),
  ...statements(
    { passage: 'alchemy-run/distilled, errors of the API', certainty: 'observed' },
    {
      'V4-AUTH-20': 'A token without rights on the zone or account of the path gets status 403.',
      'V4-AUTH-21':
        'A token without rights on the zone or account of the path gets the error 9109 `Unauthorized to access requested resource`.',
    },
  ),

  ...statements(
    { passage: 'claude-code-router issue 1630', certainty: 'observed' },
    {
      'V4-ROUTE-2': 'A path without an endpoint gets status 400 or 404.',
      'V4-ROUTE-3': 'A path without an endpoint gets an error with code 7003.',
      'V4-ROUTE-4': 'A zone id that is not 32 hexadecimal digits gets an error with code 7003.',
      'V4-ROUTE-5':
        'The message of error 7003 reads `Could not route to <path>, perhaps your object identifier is invalid?`.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'V4-ROUTE-6': 'A method that the path does not have gets status 405.',
      'V4-ROUTE-7':
        'A method that the path does not have gets the error 10000 `<METHOD> method not allowed for the api_token authentication scheme`.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'V4-BODY-1': 'A body that is not JSON gets status 400.',
      'V4-BODY-2': 'A body that is not JSON gets the error 6007 `Malformed JSON in request body`.',
    },
  ),
  ...statements(
    { passage: 'decision record 3: Routing and bodies', certainty: 'inferred' },
    {
      'V4-BODY-3': 'A body larger than the limit of its endpoint gets status 413.',
      'V4-BODY-5': 'A missing required body gets status 400.',
      'V4-BODY-6': 'The server ignores an unknown member.',
      'V4-BODY-9': 'A body with lists nested more than 512 deep gets status 400.',
    },
  ),

  ...statements(
    { passage: 'cloudflare-typescript, src/core/pagination.ts', certainty: 'documented' },
    {
      'V4-PAGE-1': 'The `result_info` of a list carries `page`, the number of the requested page.',
      'V4-PAGE-2': 'The `result_info` of a list carries `per_page`, the requested page size.',
      'V4-PAGE-3': 'The `result_info` of a list carries `count` as an integer.',
      'V4-PAGE-4': 'The `result_info` of a list carries `total_count`, the number of all matching records.',
      'V4-PAGE-5': 'The `result_info` of a list carries `total_pages`, the number of pages.',
      'V4-PAGE-6': 'A page past the end gets status 200.',
      'V4-PAGE-7': 'A page past the end has an empty array as its `result`.',
      'V4-PAGE-8': 'An array in a query is a repeated key.',
    },
  ),
  ...statements(
    {
      passage: 'inferred from Cloudflare API reference, Token validation: list configurations',
      certainty: 'inferred',
    },
    {
      'V4-PAGE-9': 'The `count` of a list is the number of records on this page.',
      'V4-PAGE-11': 'The server refuses a `page` that is not an integer.',
    },
  ),

  ...statements(
    { passage: 'Cloudflare docs, API rate limits', certainty: 'documented' },
    {
      'V4-HDR-1': 'Every answer carries `Ratelimit` as a list of items with the parameters `r` and `t`.',
      'V4-HDR-2':
        'Every answer carries `Ratelimit-Policy` as a list of items with the parameters `q` and `w`.',
      'V4-HDR-3': 'An answer other than 429 carries no `retry-after` header.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, src/client.ts', certainty: 'documented' },
    {
      'V4-HDR-4': 'The headers that the official client adds to a request do not affect its answer.',
    },
  ),
  ...statements(
    { passage: 'live API answers that users report', certainty: 'observed' },
    {
      'V4-HDR-5': 'Every answer carries `cf-ray` as 16 hexadecimal digits, a hyphen and a place code.',
      'V4-HDR-6': 'Every answer carries `cf-auditlog-id` as a UUID of version 7.',
      'V4-HDR-7': 'Every answer carries `api-version` as a date followed by `.epoch`.',
    },
  ),
]);
