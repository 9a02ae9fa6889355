import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const passage = 'inference-and-conversion.md: Endpoints';
/** Custom hostnames and their metadata. */
export const requirements = defineRequirements([
  ...statements(
    { passage, certainty: 'seed' },
    {
      'CH-META-1':
        'The server accepts a PATCH of `/zones/{zone_id}/custom_hostnames/{custom_hostname_id}` with `custom_metadata` `{ content_converter: "enabled" }`.',
    },
  ),
  ...statements(
    { passage, certainty: 'seed', feature: 'zone-plans' },
    { 'CH-META-2': 'A zone without access to custom metadata cannot set it.' },
  ),
  ...statements(
    { passage, certainty: 'seed', feature: 'edge' },
    {
      'CH-META-3': 'A rule can read the metadata of the requested hostname from `cf.hostname.metadata`.',
      'CH-META-4':
        'Metadata `enabled` and a rule `lookup_json_string(cf.hostname.metadata, "content_converter") eq "enabled"` turn conversion on for the hostname.',
      'CH-META-5': 'That rule leaves a hostname without the metadata unconverted.',
    },
  ),
  ...statements(
    { passage: 'cloudflare-typescript, Custom hostnames', certainty: 'documented' },
    {
      'CH-HOST-1': 'A POST of a `hostname` to `/zones/{zone_id}/custom_hostnames` creates a custom hostname.',
      'CH-HOST-2': 'The creation gets status 201.',
      'CH-HOST-3': 'A custom hostname carries an `id`.',
      'CH-HOST-4': 'A custom hostname carries its `hostname`.',
      'CH-HOST-5': 'A GET of a custom hostname returns status 200 and the created hostname.',
      'CH-HOST-6': 'A PATCH of a custom hostname gets status 202.',
      'CH-HOST-7': 'A DELETE of a custom hostname gets status 200.',
      'CH-HOST-8': 'A DELETE returns only the `id`, without an envelope.',
      'CH-HOST-9': 'A deleted custom hostname no longer exists.',
      'CH-HOST-10': 'The `status` of a custom hostname is one of the sixteen values.',
      'CH-HOST-11': 'The `ssl.status` of a custom hostname is one of the twenty-one values.',
      'CH-HOST-12': 'A GET returns the `ssl.method` and `ssl.type` that were sent.',
      'CH-HOST-13': 'A GET returns the `ssl.settings` that were sent.',
      'CH-HOST-14': 'A PATCH of `ssl` changes its `method`.',
      'CH-HOST-15': 'A GET returns the `custom_origin_server` that was sent.',
      'CH-HOST-16': 'A GET returns the `custom_origin_sni` that was sent.',
      'CH-HOST-17': 'A PATCH does not change members that it does not send.',
      'CH-META-14': 'A GET returns the metadata that a PATCH set.',
      'CH-META-6': 'A creation can set `custom_metadata`.',
      'CH-META-7': 'Metadata can hold numbers and booleans as well as strings.',
      'CH-META-8': 'The server refuses metadata of more than 4 KB.',
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
      'CH-LIST-12': 'The list has the order `ssl` in the requested `direction`.',
      'CH-LIST-13': 'The list honours `page` and `per_page`.',
      'CH-LIST-14': 'The server refuses any filter together with `id` with status 400 and code 1438.',
      'CH-LIST-15':
        'The server refuses a `hostname.contain` that no hostname can contain with status 400 and code 1437.',
      'CH-QUOTA-1':
        'A GET of `/zones/{zone_id}/custom_hostnames/quota` returns `allocated`, `hard_cap` and `used`.',
      'CH-QUOTA-2': 'The `exceeded` of the quota is whether `used` is above `allocated`.',
      'CH-QUOTA-3': 'A new custom hostname counts in `used`.',
    },
  ),
  ...statements(
    { passage: 'Cloudflare docs, Custom hostname status codes', certainty: 'documented' },
    {
      'CH-ERR-1': 'A body that is not JSON gets status 400 and code 1400.',
      'CH-ERR-2': 'An existing hostname gets status 409 and code 1406.',
      'CH-ERR-3': 'A hostname of 256 characters gets status 400 and code 1407.',
      'CH-ERR-4': 'An IP address as hostname gets status 400 and code 1407.',
      'CH-ERR-5': 'A hostname with special characters gets status 400 and code 1407.',
      'CH-ERR-6': 'A hostname outside ASCII gets status 400 and code 1408.',
      'CH-ERR-7': 'A hostname below `test`, `example` or `invalid` gets status 400 and code 1409.',
      'CH-ERR-8': 'A hostname that is a public suffix gets status 400 and code 1410.',
      'CH-ERR-9':
        'A hostname that ends in `example.com`, `example.net` or `example.org` gets status 400 and code 1411.',
      'CH-ERR-10': 'An IP address or special characters as custom origin get status 400 and code 1415.',
      'CH-ERR-11': 'A custom origin outside ASCII gets status 400 and code 1416.',
      'CH-ERR-12': 'A custom origin below `test`, `example` or `invalid` gets status 400 and code 1417.',
      'CH-ERR-13': 'A custom origin that is a public suffix gets status 400 and code 1418.',
      'CH-ERR-14': 'A custom origin that ends in `example.com` gets status 400 and code 1419.',
      'CH-ERR-15': 'A wildcard as custom origin gets status 400 and code 1420.',
      'CH-ERR-16': 'An `http2` other than `on` and `off` gets status 400 and code 1422.',
      'CH-ERR-17': 'A `tls_1_2_only` other than `on` and `off` gets status 400 and code 1423.',
      'CH-ERR-18': 'A `tls_1_3` other than `on` and `off` gets status 400 and code 1424.',
      'CH-ERR-19': 'An invalid `min_tls_version` gets status 400 and code 1425.',
      'CH-ERR-20': 'An invalid certificate gets status 400 and code 1426.',
      'CH-ERR-21': 'An empty certificate gets status 400 and code 1427.',
      'CH-ERR-22': 'An invalid private key gets status 400 and code 1428.',
      'CH-ERR-23': 'A malformed `custom_csr_id` gets status 400 and code 1430.',
      'CH-ERR-24': 'An unknown `custom_csr_id` gets status 404 and code 1431.',
      'CH-ERR-25': 'A validation method other than `http`, `txt` and `email` gets status 400 and code 1432.',
      'CH-ERR-26': 'A validation type other than `dv` gets status 400 and code 1433.',
      'CH-ERR-27': 'An `ssl` that is not an object gets status 400 and code 1434.',
      'CH-ERR-28': 'A malformed id gets status 400 and code 1435.',
      'CH-ERR-29': 'An unknown id gets status 404 and code 1436.',
      'CH-ERR-30':
        'A `method` without a `type`, or a `type` without a `method`, gets status 400 and code 1440.',
      'CH-ERR-31': 'An unknown cipher suite gets status 400 and code 1442.',
      'CH-ERR-32': 'Cipher suites together with `min_tls_version` `1.3` get status 400 and code 1443.',
      'CH-ERR-33': 'An invalid `bundle_method` gets status 400 and code 1449.',
    },
  ),
  ...statements(
    {
      passage: 'Cloudflare docs, Custom hostname status codes',
      certainty: 'documented',
      feature: 'zone-plans',
    },
    { 'CH-META-9': 'Metadata without access to it gets status 403 and code 1413.' },
  ),
  ...statements(
    { passage: 'decision record 4: Custom hostnames', certainty: 'inferred' },
    {
      'CH-META-11': 'A PATCH of `custom_metadata` replaces the existing metadata.',
      'CH-META-12': 'A PATCH of `custom_metadata` with null removes the metadata.',
      'CH-HOST-18': 'A custom hostname carries `created_at` as a timestamp.',
      'CH-HOST-19': 'A custom hostname carries `ownership_verification` of the type `txt`.',
      'CH-HOST-20': 'The server stores a hostname in lower case.',
      'CH-HOST-21': 'The server never returns a private key.',
      'CH-HOST-22': 'A deleted custom hostname can be created again.',
      'CH-HOST-24': 'A hostname of another zone gets status 409 and code 1406.',
      'CH-HOST-25': 'A custom hostname is not found in another zone.',
    },
  ),
  ...statements(
    { passage: 'decision record 4: Custom hostnames', certainty: 'inferred', feature: 'edge' },
    {
      'CH-EDGE-1': 'A request for a custom hostname reaches the origin of its zone.',
      'CH-EDGE-2': 'A request for a deleted custom hostname no longer reaches the origin of its zone.',
      'CH-EDGE-3': 'A request for a host that matches a wildcard hostname reaches the origin of its zone.',
    },
  ),
]);
