import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const passage = 'inference-and-conversion.md: Endpoints';
const sheet = 'fact sheet markdown-conversion 7.3';

/** Custom hostnames and their metadata. */
export const customHostnamesRequirements = defineRequirements([
  ...statements(
    { passage, certainty: 'seed' },
    {
      'CH-META-1':
        'A PATCH of `/zones/{zone_id}/custom_hostnames/{custom_hostname_id}` with `custom_metadata` `{ content_converter: "enabled" }` is accepted.',
    },
  ),
  ...statements(
    { passage, certainty: 'seed', feature: 'zone-plans' },
    { 'CH-META-2': 'A zone without access to custom metadata may not set it.' },
  ),
  ...statements(
    { passage, certainty: 'seed', feature: 'edge' },
    {
      'CH-META-3': 'A rule can read the metadata of the requested hostname from `cf.hostname.metadata`.',
      'CH-META-4':
        'Metadata `enabled` and a rule `lookup_json_string(cf.hostname.metadata, "content_converter") eq "enabled"` switch conversion on for the hostname.',
      'CH-META-5': 'That rule leaves a hostname without the metadata unconverted.',
    },
  ),
  ...statements(
    { passage: sheet, certainty: 'documented' },
    {
      'CH-HOST-1': 'A POST of a `hostname` to `/zones/{zone_id}/custom_hostnames` creates a custom hostname.',
      'CH-HOST-2': 'The creation is answered with status 201.',
      'CH-HOST-3': 'A custom hostname carries an `id`.',
      'CH-HOST-4': 'A custom hostname carries its `hostname`.',
      'CH-HOST-5': 'A GET of a custom hostname is answered with status 200 and what was created.',
      'CH-HOST-6': 'A PATCH of a custom hostname is answered with status 202.',
      'CH-HOST-7': 'A DELETE of a custom hostname is answered with status 200.',
      'CH-HOST-8': 'The answer to a DELETE is the `id` alone, without an envelope.',
      'CH-HOST-9': 'A deleted custom hostname is gone.',
      'CH-HOST-10': 'The `status` of a custom hostname is one of the sixteen.',
      'CH-HOST-11': 'The `ssl.status` of a custom hostname is one of the twenty-one.',
      'CH-HOST-12': 'The `ssl.method` and `ssl.type` that were sent are read back.',
      'CH-HOST-13': 'The `ssl.settings` that were sent are read back.',
      'CH-HOST-14': 'A PATCH of `ssl` changes its `method`.',
      'CH-HOST-15': 'A `custom_origin_server` that was sent is read back.',
      'CH-HOST-16': 'A `custom_origin_sni` that was sent is read back.',
      'CH-HOST-17': 'A PATCH leaves what it does not name as it was.',
      'CH-META-6': 'A custom hostname can be created with `custom_metadata`.',
      'CH-META-7': 'Metadata may hold numbers and booleans beside texts.',
      'CH-META-8': 'Metadata of more than 4 KB is refused.',
      'CH-LIST-1': 'A GET of `/zones/{zone_id}/custom_hostnames` lists the custom hostnames of the zone.',
      'CH-LIST-2': 'The list filters by `id`.',
      'CH-LIST-3': 'The list filters by `hostname.exact`.',
      'CH-LIST-4': 'The list filters by `hostname.contain`.',
      'CH-LIST-5': 'The list filters by `hostname.startsWith`.',
      'CH-LIST-6': 'The list filters by `ssl`: 1 for hostnames with a certificate, 0 for those without.',
      'CH-LIST-7': 'The list filters by `ssl_status`.',
      'CH-LIST-8': 'The list filters by `hostname_status`.',
      'CH-LIST-9': 'The list filters by `certificate_authority`.',
      'CH-LIST-10': 'The list filters by `custom_origin_server`.',
      'CH-LIST-11': 'The list filters by `wildcard`.',
      'CH-LIST-12': 'The list is ordered by `order` `ssl` in the `direction` asked for.',
      'CH-LIST-13': 'The list honours `page` and `per_page`.',
      'CH-LIST-14': 'Another filter beside `id` is refused with status 400 and code 1438.',
      'CH-LIST-15':
        'A `hostname.contain` that no hostname can contain is refused with status 400 and code 1437.',
      'CH-QUOTA-1':
        'A GET of `/zones/{zone_id}/custom_hostnames/quota` gives `allocated`, `hard_cap` and `used`.',
      'CH-QUOTA-2': 'The quota says in `exceeded` whether `used` is above `allocated`.',
      'CH-QUOTA-3': 'A new custom hostname counts in `used`.',
    },
  ),
  ...statements(
    { passage: sheet, certainty: 'documented' },
    {
      'CH-ERR-1': 'A body that is not JSON is answered with status 400 and code 1400.',
      'CH-ERR-2': 'A hostname that exists is answered with status 409 and code 1406.',
      'CH-ERR-3': 'A hostname of 256 characters is answered with status 400 and code 1407.',
      'CH-ERR-4': 'An IP address as hostname is answered with status 400 and code 1407.',
      'CH-ERR-5': 'A hostname with special characters is answered with status 400 and code 1407.',
      'CH-ERR-6': 'A hostname outside ASCII is answered with status 400 and code 1408.',
      'CH-ERR-7':
        'A hostname below `test`, `example` or `invalid` is answered with status 400 and code 1409.',
      'CH-ERR-8': 'A hostname that is a public suffix is answered with status 400 and code 1410.',
      'CH-ERR-9':
        'A hostname that ends in `example.com`, `example.net` or `example.org` is answered with status 400 and code 1411.',
      'CH-ERR-10': 'An IP address or special characters as custom origin get status 400 and code 1415.',
      'CH-ERR-11': 'A custom origin outside ASCII is answered with status 400 and code 1416.',
      'CH-ERR-12': 'A custom origin below `test`, `example` or `invalid` gets status 400 and code 1417.',
      'CH-ERR-13': 'A custom origin that is a public suffix is answered with status 400 and code 1418.',
      'CH-ERR-14': 'A custom origin that ends in `example.com` is answered with status 400 and code 1419.',
      'CH-ERR-15': 'A wildcard as custom origin is answered with status 400 and code 1420.',
      'CH-ERR-16': 'An `http2` other than `on` and `off` is answered with status 400 and code 1422.',
      'CH-ERR-17': 'A `tls_1_2_only` other than `on` and `off` is answered with status 400 and code 1423.',
      'CH-ERR-18': 'A `tls_1_3` other than `on` and `off` is answered with status 400 and code 1424.',
      'CH-ERR-19': 'A `min_tls_version` that is none is answered with status 400 and code 1425.',
      'CH-ERR-20': 'A certificate that is none is answered with status 400 and code 1426.',
      'CH-ERR-21': 'An empty certificate is answered with status 400 and code 1427.',
      'CH-ERR-22': 'A private key that is none is answered with status 400 and code 1428.',
      'CH-ERR-23': 'A `custom_csr_id` that is no id is answered with status 400 and code 1430.',
      'CH-ERR-24': 'A `custom_csr_id` that was never given is answered with status 404 and code 1431.',
      'CH-ERR-25': 'A validation method other than `http`, `txt` and `email` gets status 400 and code 1432.',
      'CH-ERR-26': 'A validation type other than `dv` is answered with status 400 and code 1433.',
      'CH-ERR-27': 'An `ssl` that is no object is answered with status 400 and code 1434.',
      'CH-ERR-28': 'An id that is none is answered with status 400 and code 1435.',
      'CH-ERR-29': 'An id that was never given is answered with status 404 and code 1436.',
      'CH-ERR-30':
        'A `method` without a `type`, or a `type` without a `method`, gets status 400 and code 1440.',
      'CH-ERR-31': 'A cipher suite that nobody knows is answered with status 400 and code 1442.',
      'CH-ERR-32': 'Cipher suites beside `min_tls_version` `1.3` are answered with status 400 and code 1443.',
      'CH-ERR-33': 'A `bundle_method` that is none is answered with status 400 and code 1449.',
    },
  ),
  ...statements(
    { passage: sheet, certainty: 'documented', feature: 'zone-plans' },
    { 'CH-META-9': 'Metadata without access to it is answered with status 403 and code 1413.' },
  ),
  ...statements(
    { passage: sheet, certainty: 'inferred' },
    {
      'CH-META-10': 'Metadata for a wildcard hostname is answered with status 400 and code 1412.',
      'CH-META-11': 'A PATCH of `custom_metadata` takes the place of what was there.',
      'CH-META-12': 'A PATCH of `custom_metadata` with null takes it away.',
      'CH-META-13': 'Metadata that is no JSON object is answered with status 400 and code 1401.',
      'CH-HOST-18': 'A custom hostname carries `created_at` as a timestamp.',
      'CH-HOST-19': 'A custom hostname carries `ownership_verification` of the type `txt`.',
      'CH-HOST-20': 'A hostname is kept in lower case.',
      'CH-HOST-21': 'A private key is never read back.',
      'CH-HOST-22': 'A custom hostname that is deleted can be created again.',
      'CH-HOST-23': 'A PATCH that names another `hostname` is answered with status 409 and code 1439.',
      'CH-HOST-24': 'A hostname that another zone has is answered with status 409 and code 1406.',
      'CH-HOST-25': 'A custom hostname is not found in another zone.',
      'CH-AUTH-1': 'A token without the permission to edit certificates may not create a custom hostname.',
      'CH-AUTH-2': 'A token without the permission to edit certificates may not change a custom hostname.',
      'CH-AUTH-3': 'A token without the permission to edit certificates may not delete a custom hostname.',
      'CH-AUTH-4': 'A token with the permission to read certificates may read custom hostnames.',
      'CH-AUTH-5': 'A token without any permission for certificates may not read custom hostnames.',
    },
  ),
  ...statements(
    { passage: sheet, certainty: 'inferred', feature: 'edge' },
    {
      'CH-EDGE-1': 'A request for a custom hostname reaches the origin of its zone.',
      'CH-EDGE-2': 'A request for a deleted custom hostname no longer reaches the origin of its zone.',
      'CH-EDGE-3': 'A request for a host that a wildcard hostname covers reaches the origin of its zone.',
    },
  ),
]);
