import { defineFailures, type Failure } from '../../failure.ts';

/** A failure whose status and code the fact sheet documents (markdown-conversion, section 7.3); the text is ours. */
const documented = (status: number, code: number, message: string): Failure => ({
  status,
  code,
  message,
  certainty: 'documented',
  wording: 'documented',
});

/** Failures of custom hostnames. */
export const customHostnamesFailures = defineFailures({
  'hostname-body-undecodable': documented(
    400,
    1400,
    'The request body can not be decoded: {field} {problem}',
  ),
  'hostname-body-malformed': documented(400, 1400, 'The request body is not JSON: send a JSON object'),
  'hostname-metadata-invalid': documented(
    400,
    1401,
    'custom_metadata can not be encoded: it has to be a JSON object',
  ),
  'hostname-metadata-too-large': {
    status: 400,
    code: 1401,
    message: 'custom_metadata is {size} bytes of JSON, at most {limit} are allowed',
    certainty: 'documented',
    wording: 'documented',
  },
  'hostname-quota-none': documented(403, 1404, 'No custom hostnames have been allocated to this zone'),
  'hostname-quota-exceeded': documented(
    403,
    1405,
    'This zone has {limit} custom hostnames, and may not have more',
  ),
  'hostname-exists': documented(409, 1406, 'Duplicate custom hostname found.'),
  'hostname-invalid': documented(
    400,
    1407,
    'Invalid custom hostname: it needs 1 to 255 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-non-ascii': documented(400, 1408, 'Custom hostname {hostname} has characters outside ASCII'),
  'hostname-reserved': documented(
    400,
    1409,
    'Custom hostname {hostname} ends in the reserved top domain {suffix}',
  ),
  'hostname-unparsable': documented(400, 1410, 'Unable to parse custom hostname {hostname}: {reason}'),
  'hostname-prohibited': documented(
    400,
    1411,
    'Custom hostname {hostname} ends in {suffix}, which is prohibited',
  ),
  'hostname-metadata-wildcard': documented(
    400,
    1412,
    'custom_metadata is not supported for the wildcard {hostname}',
  ),
  'hostname-metadata-denied': {
    ...documented(403, 1413, 'This zone has no access to custom metadata'),
    certainty: 'seed',
  },
  'hostname-origin-invalid': documented(
    400,
    1415,
    'Invalid custom origin: it needs 1 to 255 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-origin-non-ascii': documented(400, 1416, 'Custom origin {hostname} has characters outside ASCII'),
  'hostname-origin-reserved': documented(
    400,
    1417,
    'Custom origin {hostname} ends in the reserved top domain {suffix}',
  ),
  'hostname-origin-unparsable': documented(400, 1418, 'Unable to parse custom origin {hostname}: {reason}'),
  'hostname-origin-prohibited': documented(
    400,
    1419,
    'Custom origin {hostname} ends in {suffix}, which is prohibited',
  ),
  'hostname-origin-wildcard': documented(400, 1420, 'Custom origin {hostname} may be no wildcard'),
  'hostname-http2-invalid': documented(400, 1422, "Invalid http2: only 'on' or 'off' is accepted"),
  'hostname-tls-1-2-only-invalid': documented(
    400,
    1423,
    "Invalid tls_1_2_only: only 'on' or 'off' is accepted",
  ),
  'hostname-tls-1-3-invalid': documented(400, 1424, "Invalid tls_1_3: only 'on' or 'off' is accepted"),
  'hostname-min-tls-version-invalid': documented(
    400,
    1425,
    "Invalid min_tls_version: only '1.0', '1.1', '1.2' or '1.3' is accepted",
  ),
  'hostname-certificate-unparsable': documented(
    400,
    1426,
    'The certificate can not be parsed: send it as PEM',
  ),
  'hostname-certificate-empty': documented(400, 1427, 'The certificate is empty'),
  'hostname-key-unparsable': documented(400, 1428, 'The private key can not be parsed: send it as PEM'),
  'hostname-csr-invalid': documented(400, 1430, '{id} is not the id of a custom CSR'),
  'hostname-csr-unknown': documented(404, 1431, 'The custom CSR {id} was not found.'),
  'hostname-method-unsupported': documented(
    400,
    1432,
    'The validation method is not supported: use http, txt or email',
  ),
  'hostname-type-unsupported': documented(400, 1433, 'The validation type is not supported: use dv'),
  'hostname-ssl-invalid': documented(400, 1434, 'Invalid {field}: {problem}'),
  'hostname-id-invalid': documented(400, 1435, '{id} is not the id of a custom hostname'),
  'hostname-unknown': documented(404, 1436, 'The custom hostname was not found.'),
  'hostname-contain-invalid': documented(
    400,
    1437,
    'Invalid hostname.contain: it needs fewer than 256 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-filters-excluded': documented(400, 1438, 'Beside {given} no other filter may be given'),
  'hostname-fixed': {
    ...documented(409, 1439, 'The hostname can not be modified: delete it and create another'),
    certainty: 'inferred',
  },
  'hostname-validation-incomplete': documented(400, 1440, 'Both ssl.method and ssl.type are required'),
  'hostname-ciphers-invalid': documented(400, 1442, 'Invalid ciphers: {problem}'),
  'hostname-ciphers-pointless': documented(
    400,
    1443,
    'Cipher suites can not be chosen when min_tls_version is 1.3',
  ),
  'hostname-bundle-method-invalid': documented(
    400,
    1449,
    'Invalid bundle_method: use ubiquitous, optimal or force',
  ),
});
