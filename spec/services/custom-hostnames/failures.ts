import { defineFailures, failure } from '../../failure.ts';

/** Failures of custom hostnames. */
export const customHostnamesFailures = defineFailures({
  'hostname-body-undecodable': failure(400, 1400).documented(
    'The request body can not be decoded: {field} {problem}',
  ),
  'hostname-body-malformed': failure(400, 1400).documented(
    'The request body is not JSON: send a JSON object',
  ),
  'hostname-metadata-invalid': failure(400, 1401).documented(
    'custom_metadata can not be encoded: it has to be a JSON object',
  ),
  'hostname-metadata-too-large': failure(400, 1401).documented(
    'custom_metadata is {size} bytes of JSON, at most {limit} are allowed',
  ),
  'hostname-quota-none': failure(403, 1404).documented(
    'No custom hostnames have been allocated to this zone',
  ),
  'hostname-quota-exceeded': failure(403, 1405).documented(
    'This zone has {limit} custom hostnames, which is the limit',
  ),
  'hostname-exists': failure(409, 1406).documented('Duplicate custom hostname found.'),
  'hostname-invalid': failure(400, 1407).documented(
    'Invalid custom hostname: it needs 1 to 255 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-non-ascii': failure(400, 1408).documented(
    'Custom hostname {hostname} has characters outside ASCII',
  ),
  'hostname-reserved': failure(400, 1409).documented(
    'Custom hostname {hostname} ends in the reserved top domain {suffix}',
  ),
  'hostname-unparsable': failure(400, 1410).documented(
    'Unable to parse custom hostname {hostname}: {reason}',
  ),
  'hostname-prohibited': failure(400, 1411).documented(
    'Custom hostname {hostname} ends in {suffix}, which is prohibited',
  ),
  'hostname-metadata-wildcard': failure(400, 1412).documented(
    'custom_metadata is not supported for the wildcard {hostname}',
  ),
  'hostname-metadata-denied': failure(403, 1413).seed(
    'This zone has no access to custom metadata',
    'documented',
  ),
  'hostname-origin-invalid': failure(400, 1415).documented(
    'Invalid custom origin: it needs 1 to 255 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-origin-non-ascii': failure(400, 1416).documented(
    'Custom origin {hostname} has characters outside ASCII',
  ),
  'hostname-origin-reserved': failure(400, 1417).documented(
    'Custom origin {hostname} ends in the reserved top domain {suffix}',
  ),
  'hostname-origin-unparsable': failure(400, 1418).documented(
    'Unable to parse custom origin {hostname}: {reason}',
  ),
  'hostname-origin-prohibited': failure(400, 1419).documented(
    'Custom origin {hostname} ends in {suffix}, which is prohibited',
  ),
  'hostname-origin-wildcard': failure(400, 1420).documented(
    'Custom origin {hostname} must not be a wildcard',
  ),
  'hostname-http2-invalid': failure(400, 1422).documented("Invalid http2: only 'on' or 'off' is accepted"),
  'hostname-tls-1-2-only-invalid': failure(400, 1423).documented(
    "Invalid tls_1_2_only: only 'on' or 'off' is accepted",
  ),
  'hostname-tls-1-3-invalid': failure(400, 1424).documented(
    "Invalid tls_1_3: only 'on' or 'off' is accepted",
  ),
  'hostname-min-tls-version-invalid': failure(400, 1425).documented(
    "Invalid min_tls_version: only '1.0', '1.1', '1.2' or '1.3' is accepted",
  ),
  'hostname-certificate-unparsable': failure(400, 1426).documented(
    'The certificate can not be parsed: send it as PEM',
  ),
  'hostname-certificate-empty': failure(400, 1427).documented('The certificate is empty'),
  'hostname-key-unparsable': failure(400, 1428).documented(
    'The private key can not be parsed: send it as PEM',
  ),
  'hostname-csr-invalid': failure(400, 1430).documented('{id} is not the id of a custom CSR'),
  'hostname-csr-unknown': failure(404, 1431).documented('The custom CSR {id} was not found.'),
  'hostname-method-unsupported': failure(400, 1432).documented(
    'The validation method is not supported: use http, txt or email',
  ),
  'hostname-type-unsupported': failure(400, 1433).documented('The validation type is not supported: use dv'),
  'hostname-ssl-invalid': failure(400, 1434).documented('Invalid {field}: {problem}'),
  'hostname-id-invalid': failure(400, 1435).documented('{id} is not the id of a custom hostname'),
  'hostname-unknown': failure(404, 1436).documented('The custom hostname was not found.'),
  'hostname-contain-invalid': failure(400, 1437).documented(
    'Invalid hostname.contain: it needs fewer than 256 characters, and may neither be an IP address nor hold special characters',
  ),
  'hostname-filters-excluded': failure(400, 1438).documented('{given} excludes every other filter'),
  'hostname-fixed': failure(409, 1439).inferred(
    'The hostname cannot be modified: delete it and create another',
    'documented',
  ),
  'hostname-validation-incomplete': failure(400, 1440).documented(
    'Both ssl.method and ssl.type are required',
  ),
  'hostname-ciphers-invalid': failure(400, 1442).documented('Invalid ciphers: {problem}'),
  'hostname-ciphers-pointless': failure(400, 1443).documented(
    'Cipher suites cannot be set when min_tls_version is 1.3',
  ),
  'hostname-bundle-method-invalid': failure(400, 1449).documented(
    'Invalid bundle_method: use ubiquitous, optimal or force',
  ),
});
