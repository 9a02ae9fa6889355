import { defineRequirements } from '../../requirement.ts';
import { statements } from '../../statements.ts';

const passage = 'inference-and-conversion.md: Endpoints';

/** Custom hostnames and their metadata, as far as the seed names them. */
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
]);
